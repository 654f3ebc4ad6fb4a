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

/** Called with the number of input bytes that were processed, and how many they are decompressed. */
export type OnConsumed = (bytes: number, decompressed: number) => void;

/** Decompresses gzip; other bytes pass through. */
export async function* decompressFile(
  input: AsyncIterable<Uint8Array>,
  outcome: Decompression,
  consumed: OnConsumed = () => undefined,
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

async function* counted(plain: AsyncIterable<Uint8Array>, consumed: OnConsumed): AsyncGenerator<Uint8Array> {
  for await (const chunk of plain) {
    consumed(chunk.length, chunk.length);
    yield chunk;
  }
}

async function* gunzipped(
  compressed: AsyncIterable<Uint8Array>,
  consumed: OnConsumed,
): AsyncGenerator<Uint8Array> {
  let before = 0;
  // Counts only decompressed bytes: buffered ones may be most of a small file.
  const count = (decompressed: number): void => {
    consumed(gunzip.bytesWritten - before, decompressed);
    before = gunzip.bytesWritten;
  };
  const gunzip = createGunzip({ chunkSize: outputChunk });
  const feeding = pipeline(Readable.from(compressed, { objectMode: false }), gunzip);
  // Errors are also thrown by the loop below.
  feeding.catch(() => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      count(chunk.length);
      yield chunk;
    }
    count(0);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    const state = message.includes('end of file') ? 'is truncated' : 'is corrupt';
    throw new InputUnreadable(`The gzip data ${state}; download the file again.`, { cause: error });
  }
}
