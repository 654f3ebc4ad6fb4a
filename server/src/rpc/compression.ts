import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gunzip,
  gzip,
  type BrotliCompress,
  type Gzip,
} from 'node:zlib';

/** What responses are compressed with. With equal weights in `Accept-Encoding`, the first is used. */
export const compressions = ['br', 'gzip'] as const;
export type Compression = (typeof compressions)[number];
export type ContentEncoding = Compression | 'identity';

/** A smaller response fits into one packet either way. */
export const minCompressedBytes = 1024;

/** The default of Brotli, 11, takes a hundred times as long: see docs/decisions/0022-compressed-responses.md. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];
const [unbrotliAsync, gunzipAsync] = [promisify(brotliDecompress), promisify(gunzip)];

/** Compresses in libuv's thread pool, so that the event loop is free. */
export async function compress(body: string | Buffer, compression: Compression): Promise<Buffer> {
  const bytes = await (compression === 'br' ? brotliAsync(body, brotliOptions) : gzipAsync(body));
  // zlib returns a view of a 16 kB chunk. A cache that stores a small response would hold all of the chunk.
  return bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes);
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function decompress(bytes: Buffer, compression: Compression): Promise<Buffer> {
  return compression === 'br' ? unbrotliAsync(bytes) : gunzipAsync(bytes);
}

export function createCompressor(compression: Compression): BrotliCompress | Gzip {
  return compression === 'br' ? createBrotliCompress(brotliOptions) : createGzip();
}
