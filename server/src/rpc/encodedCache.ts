import { chain, type MaybePromise } from './maybePromise.ts';
import type { ResponseCache } from './responseCache.ts';
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
  return withoutSlack(bytes);
}

/** zlib and Node return views of larger chunks. A cache that stores a small response would hold all of the chunk. */
function withoutSlack(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function createCompressor(compression: Compression): BrotliCompress | Gzip {
  return compression === 'br' ? createBrotliCompress(brotliOptions) : createGzip();
}

export interface EncodedBody {
  readonly body: string | Buffer;
  readonly encoding: ContentEncoding;
}

interface EncodedBytes extends EncodedBody {
  readonly body: Buffer;
}

export interface CachedBody extends EncodedBytes {
  readonly storedAt: number;
}

async function encode(body: Buffer, encoding: ContentEncoding): Promise<EncodedBytes> {
  if (encoding === 'identity' || body.length < minCompressedBytes) return { body, encoding: 'identity' };
  return { body: await compress(body, encoding), encoding };
}

export async function setEncoded(
  cache: ResponseCache,
  key: string,
  body: string,
  encoding: ContentEncoding,
  seconds: number,
): Promise<EncodedBody> {
  const encoded = await encode(withoutSlack(Buffer.from(body)), encoding);
  await cache.set(encodedKey(encoded.encoding, key), encoded.body, seconds);
  return encoded;
}

/** A response cached in another encoding is converted once; the copy expires with the original. */
export function getEncoded(
  cache: ResponseCache,
  key: string,
  encoding: ContentEncoding,
): MaybePromise<CachedBody | undefined> {
  return chain(cache.get(encodedKey(encoding, key)), (cached) =>
    cached === undefined
      ? convertCached(cache, key, encoding)
      : { body: cached.body, encoding, storedAt: cached.storedAt },
  );
}

const fallbacks: Readonly<Record<ContentEncoding, readonly ContentEncoding[]>> = {
  br: ['identity', 'gzip'],
  gzip: ['identity', 'br'],
  identity: ['gzip', 'br'],
};

async function convertCached(
  cache: ResponseCache,
  key: string,
  wanted: ContentEncoding,
): Promise<CachedBody | undefined> {
  for (const encoding of fallbacks[wanted]) {
    const cached = await cache.get(encodedKey(encoding, key));
    if (cached === undefined) continue;
    const converted = await encode(await decode(cached.body, encoding), wanted);
    // An uncompressed copy is not worth its memory: decompressing is fast.
    if (converted.encoding !== 'identity') {
      const seconds = (cached.expiresAt - Date.now()) / 1000;
      await cache.set(encodedKey(wanted, key), converted.body, seconds, cached.storedAt);
    }
    return { ...converted, storedAt: cached.storedAt };
  }
  return undefined;
}

async function decode(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return encoding === 'br' ? unbrotliAsync(body) : gunzipAsync(body);
}

function encodedKey(encoding: ContentEncoding, key: string): string {
  return encoding === 'identity' ? key : `${encoding} ${key}`;
}
