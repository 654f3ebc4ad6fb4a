import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { MagpieError } from '@magpie/contract/errors';

/** Writes bytes. The next chunk is sent after it resolves, which bounds memory. */
export type WriteBytes = (bytes: Buffer) => Promise<void>;

export interface NewTarMember {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Level 1, because most of the content is pictures, which do not compress. */
const compression = { level: 1 };

export async function writeTarball(members: AsyncIterable<NewTarMember>, write: WriteBytes): Promise<void> {
  const packing = tar.pack();
  const ended = new AbortController();
  // With a function instead of a stream, the pipeline would fail with "aborted" instead of the reason.
  const taking = new Writable({
    write: (chunk: Buffer, _, done) => callbackify(write)(chunk, done),
  });
  const flowing = pipeline(packing, createGzip(compression), taking).finally(() => ended.abort());
  const filling = addMembers(packing, members, ended.signal).catch((error: Error) => packing.destroy(error));
  try {
    await flowing;
  } finally {
    await filling;
  }
}

async function addMembers(packing: tar.Pack, members: AsyncIterable<NewTarMember>, ended: AbortSignal) {
  for await (const { name, bytes, content } of members) {
    const entry = packing.entry({ name, size: bytes, mode: 0o644, mtime: new Date(0) });
    // The pipeline reports the error as well; without a listener it would be unhandled between two writes.
    entry.on('error', () => undefined);
    for await (const chunk of content) {
      // The stream of a disconnected reader never drains.
      if (!entry.write(chunk)) await once(entry, 'drain', { signal: ended });
    }
    entry.end(undefined);
  }
  packing.finalize();
}

export interface TarMember {
  readonly name: string;
  readonly bytes: number;
  /** Must be read to the end before the next member is requested. */
  readonly content: AsyncIterable<Buffer>;
}

/** The members of a gzipped tar file, as a stream. Throws for anything but plain files. */
export async function* readTarball(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const extracting = tar.extract();
  const flowing = pipeline(Readable.from(bytes, { objectMode: false }), createGunzip(), extracting);
  // The iteration below reports the error as well; without this handler it could be unhandled.
  flowing.catch(() => undefined);
  try {
    for await (const entry of extracting) {
      const { name, type, size } = entry.header;
      if (type !== 'file') throw new MagpieError('BAD_REQUEST', notPlainFile);
      yield { name, bytes: size ?? 0, content: checkedContent(entry as AsyncIterable<Buffer>) };
    }
    await flowing;
  } catch (error) {
    throw isCorruption(error) ? new MagpieError('BAD_REQUEST', damaged, { cause: error }) : error;
  }
}

async function* checkedContent(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw isCorruption(error) ? new MagpieError('BAD_REQUEST', damaged, { cause: error }) : error;
  }
}

const notPlainFile = 'The archive contains a link or a folder; a library archive contains only plain files.';
const damaged = 'The archive is damaged, incomplete or not a gzipped tar file; get it again from its source.';

/** Disk and network failures have a system error code; corrupt data has a zlib code or none. */
function isCorruption(error: unknown): boolean {
  if (error instanceof MagpieError || !(error instanceof Error)) return false;
  const { code = 'Z_' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_');
}
