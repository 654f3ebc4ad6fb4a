import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface ChecksummedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface WriteOptions {
  readonly gzip: boolean;
  readonly stopping: AbortSignal;
}

/** Writes a file readable only by its owner, syncs it to disk and returns the checksum of the written bytes. */
export async function writeWithChecksum(
  folder: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
  { gzip, stopping }: WriteOptions,
): Promise<ChecksummedFile> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const summing = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const input = Readable.from(source, { objectMode: false });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const options = { signal: stopping };
  // Level 1 takes a third of the time of the default level, for 10% more bytes.
  if (gzip) await pipeline(input, createGzip({ level: 1 }), summing, output, options);
  else await pipeline(input, summing, output, options);
  return { path: name, sha256: hash.digest('hex'), bytes };
}

export async function computeChecksum(file: string): Promise<Omit<ChecksummedFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function checksumLine({ path: name, sha256 }: Pick<ChecksummedFile, 'path' | 'sha256'>): string {
  return `${sha256}  ${name}\n`;
}
