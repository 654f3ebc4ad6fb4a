import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ByteWindow } from './byteWindow.ts';
import { InputUnreadable } from './document.ts';

/** What unpacking found out by the end of the stream. */
export interface Unpacking {
  /** Why the bytes end before their end: reading failed, or the packed data are broken. */
  broken: Error | null;
}

const outputChunk = 256 * 1024;

/**
 * The bytes as they were before gzip, of one member or of several; bytes that are not gzip stay as they are.
 *
 * @param consumed called with the number of packed bytes that each piece was made of
 */
export async function* unpacked(
  input: AsyncIterable<Uint8Array>,
  outcome: Unpacking,
  consumed: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const window = new ByteWindow(input);
  try {
    await window.fill(2);
    const [first, second] = window.unused;
    const isGzip = first === 0x1f && second === 0x8b;
    yield* isGzip ? gunzipped(window.rest(), consumed) : counted(window.rest(), consumed);
  } catch (error) {
    // Those who read on have not yet taken all that came before.
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
  packed: AsyncIterable<Uint8Array>,
  consumed: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let before = 0;
  // What was read from the file but waits to be unpacked does not count: it may be most of a small file.
  const count = (): void => {
    consumed(gunzip.bytesWritten - before);
    before = gunzip.bytesWritten;
  };
  const gunzip = createGunzip({ chunkSize: outputChunk });
  const feeding = pipeline(Readable.from(packed, { objectMode: false }), gunzip);
  // Whatever fails is thrown by the loop below as well.
  feeding.catch(() => undefined);
  try {
    for await (const chunk of gunzip) {
      count();
      yield chunk;
    }
    count();
  } catch (error) {
    if (!isBrokenPacking(error)) throw error;
    const state = error.message.includes('end of file') ? 'end too early' : 'are broken';
    throw new InputUnreadable(`The gzip data ${state}; fetch the file again.`, { cause: error });
  }
}

function isBrokenPacking(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
