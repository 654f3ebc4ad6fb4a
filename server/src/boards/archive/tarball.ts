import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { MagpieError } from '@magpie/contract/errors';

/** Takes bytes; the next come when it has resolved, so that memory holds no more than a few of them. */
export type Write = (bytes: Buffer) => Promise<void>;

export interface MemberToWrite {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Pictures, which are most of it, do not become smaller, however much is tried. */
const compression = { level: 1 };

/** Writes a gzipped tar file of these members; when one fails, the writing does. */
export async function writeTarball(members: AsyncIterable<MemberToWrite>, write: Write): Promise<void> {
  const packing = tar.pack();
  const ended = new AbortController();
  // A function in its place would end the pipeline with "aborted" rather than with the reason.
  const taking = new Writable({
    write: (chunk: Buffer, _, done) => callbackify(write)(chunk, done),
  });
  const flowing = pipeline(packing, createGzip(compression), taking).finally(() => ended.abort());
  const filling = addAll(packing, members, ended.signal).catch((error: Error) => packing.destroy(error));
  try {
    await flowing;
  } finally {
    await filling;
  }
}

async function addAll(
  packing: tar.Pack,
  members: AsyncIterable<MemberToWrite>,
  ended: AbortSignal,
): Promise<void> {
  for await (const { name, bytes, content } of members) {
    const entry = packing.entry({ name, size: bytes, mode: 0o644, mtime: new Date(0) });
    // Told by the whole as well; nobody else listens between two writes.
    entry.on('error', () => undefined);
    for await (const chunk of content) {
      // A reader that went away never drains.
      if (!entry.write(chunk)) await once(entry, 'drain', { signal: ended });
    }
    entry.end(undefined);
  }
  packing.finalize();
}

export interface Member {
  readonly name: string;
  readonly bytes: number;
  /** Read to its end before the next member is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

/** The members of a gzipped tar file as they come. Whatever is no plain file is refused. */
export async function* readTarball(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const extracting = tar.extract();
  const flowing = pipeline(Readable.from(bytes, { objectMode: false }), createGunzip(), extracting);
  // Told by the iteration below as well, and nobody may listen any more when it comes.
  flowing.catch(() => undefined);
  try {
    for await (const entry of extracting) {
      const { name, type, size } = entry.header;
      if (type !== 'file') throw new MagpieError('BAD_REQUEST', notPlain);
      yield { name, bytes: size, content: whole(entry as AsyncIterable<Buffer>) };
    }
    await flowing;
  } catch (error) {
    throw isDamage(error) ? new MagpieError('BAD_REQUEST', damaged, { cause: error }) : error;
  }
}

async function* whole(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw isDamage(error) ? new MagpieError('BAD_REQUEST', damaged, { cause: error }) : error;
  }
}

const notPlain = 'The archive holds a link or a folder, and a library archive holds plain files only.';
const damaged =
  'The archive is damaged or cut off, or no gzipped tar file at all; get it again from where it was made.';

/** Of what goes wrong while reading, failures of the disk and of the network have a code of the system. */
function isDamage(error: unknown): boolean {
  if (error instanceof MagpieError || !(error instanceof Error)) return false;
  const { code = 'Z_' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_');
}
