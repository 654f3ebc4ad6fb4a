import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ByteWindow } from './byteWindow.ts';

/** What unpacking found out by the end of the stream. */
export interface Unpacking {
  /** The sentence to tell when the packed data are broken or end too early. */
  problem: string | null;
}

const outputChunk = 256 * 1024;

/** The bytes as they were before gzip, of one member or of several; bytes that are not gzip stay as they are. */
export async function* unpacked(
  input: AsyncIterable<Uint8Array>,
  outcome: Unpacking,
): AsyncGenerator<Uint8Array> {
  const window = new ByteWindow(input);
  try {
    await window.fill(2);
    const [first, second] = window.unused;
    const isGzip = first === 0x1f && second === 0x8b;
    yield* isGzip ? gunzipped(window.rest(), outcome) : window.rest();
  } finally {
    await window.close();
  }
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>, outcome: Unpacking): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: outputChunk });
  const feeding = pipeline(Readable.from(packed, { objectMode: false }), gunzip);
  // Whatever fails is thrown by the loop below as well.
  feeding.catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    if (!isBrokenPacking(error)) throw error;
    outcome.problem = error.message.includes('end of file')
      ? 'The gzip data end too early; what comes after this is lost, so fetch the file again.'
      : 'The gzip data are broken; what comes after this is lost, so fetch the file again.';
  }
}

function isBrokenPacking(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
