import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ByteWindow } from './byteWindow.ts';
import { InputUnreadable } from './document.ts';

export interface Decompression {
  /** Set if the input ended early: reading failed, or the compressed data is corrupt. */
  broken: Error | null;
}

const outputChunk = 256 * 1024;

/** Decompresses gzip; other bytes pass through. `consumed` is called with the number of compressed bytes. */
export async function* decompressFile(
  input: AsyncIterable<Uint8Array>,
  outcome: Decompression,
  consumed: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const window = new ByteWindow(input);
  try {
    await window.fill(2);
    const [first, second] = window.unused;
    const isGzip = first === 0x1f && second === 0x8b;
    yield* isGzip ? gunzipped(window.rest(), consumed) : counted(window.rest(), consumed);
  } catch (error) {
    // Thrown later: the consumer has not yet processed all bytes before the error.
    outcome.broken = error instanceof Error ? error : new Error(String(error));
  } finally {
    await window.close();
  }
}

async function* counted(
  plain: AsyncIterable<Uint8Array>,
  consumed: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of plain) {
    consumed(chunk.length);
    yield chunk;
  }
}

async function* gunzipped(
  compressed: AsyncIterable<Uint8Array>,
  consumed: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let before = 0;
  // Counts only decompressed bytes: buffered ones may be most of a small file.
  const count = (): void => {
    consumed(gunzip.bytesWritten - before);
    before = gunzip.bytesWritten;
  };
  const gunzip = createGunzip({ chunkSize: outputChunk });
  const feeding = pipeline(Readable.from(compressed, { objectMode: false }), gunzip);
  // Errors are also thrown by the loop below.
  feeding.catch(() => undefined);
  try {
    for await (const chunk of gunzip) {
      count();
      yield chunk;
    }
    count();
  } catch (error) {
    if (!isCorruptGzip(error)) throw error;
    const state = error.message.includes('end of file') ? 'is truncated' : 'is corrupt';
    throw new InputUnreadable(`The gzip data ${state}; download the file again.`, { cause: error });
  }
}

function isCorruptGzip(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
