import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryCache, type ResponseCache } from './responseCache.ts';
import { compress, type ContentEncoding, getEncoded, setEncoded, type EncodedBody } from './encodedCache.ts';

const large = JSON.stringify({ text: 'ä€😀 Run further. '.repeat(500) });

function decoded({ body, encoding }: EncodedBody): string {
  if (typeof body === 'string' || encoding === 'identity') return body.toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

/** A memory cache that counts its writes. */
function countingCache(): { cache: ResponseCache; stored: Buffer[] } {
  const stored: Buffer[] = [];
  const memory = memoryCache();
  const cache: ResponseCache = {
    ...memory,
    set: (key, body, ...times) => {
      stored.push(body);
      memory.set(key, body, ...times);
    },
  };
  return { cache, stored };
}

const encodings = ['br', 'gzip', 'identity'] as const satisfies readonly ContentEncoding[];

describe.each(encodings)('a large response that is cached in %s', (first) => {
  it.each(encodings)('is returned in %s, and is compressed once for each encoding', async (wanted) => {
    const { cache, stored } = countingCache();
    const sent = await setEncoded(cache, '/large', large, first, 60);
    expect([sent.encoding, decoded(sent), stored]).toEqual([first, large, [sent.body]]);
    const [one, again] = [
      await getEncoded(cache, '/large', wanted),
      await getEncoded(cache, '/large', wanted),
    ];
    expect([one?.encoding, one && decoded(one)]).toEqual([wanted, large]);
    expect(again).toEqual(one);
    // An uncompressed copy of a compressed response is not stored.
    const conversions = wanted === first || wanted === 'identity' ? 0 : 1;
    expect(stored).toHaveLength(1 + conversions);
  });

  it('keeps its age and expiry in another encoding', async () => {
    let passed = 0;
    const cache = memoryCache({ clock: () => Date.now() + passed });
    await setEncoded(cache, '/large', large, first, 60);
    const storedAt = (await getEncoded(cache, '/large', first))?.storedAt;
    for (const wanted of encodings)
      expect((await getEncoded(cache, '/large', wanted))?.storedAt).toBe(storedAt);
    passed = 61_000;
    for (const wanted of encodings) expect(await getEncoded(cache, '/large', wanted)).toBeUndefined();
  });
});

it.each(encodings)('a small response is never compressed, requested in %s', async (wanted) => {
  const { cache, stored } = countingCache();
  const small = Buffer.from('x'.repeat(1023));
  const sent = await setEncoded(cache, '/small', small.toString(), wanted, 60);
  expect(sent).toEqual({ body: small, encoding: 'identity' });
  for (const later of encodings)
    expect(await getEncoded(cache, '/small', later)).toMatchObject({ body: small, encoding: 'identity' });
  expect(stored).toEqual([small]);
});

it('compresses from 1024 bytes on, not characters', async () => {
  const cache = memoryCache();
  const ofCharacters = await setEncoded(cache, '/a', 'x'.repeat(1024), 'gzip', 60);
  const ofBytes = await setEncoded(cache, '/b', 'ä'.repeat(512), 'gzip', 60);
  expect([ofCharacters.encoding, ofBytes.encoding]).toEqual(['gzip', 'gzip']);
});

it('every encoding counts against the size limit of the cache', async () => {
  // The compressed forms of a response of the maximum entry size evict the oldest entries.
  const cache = memoryCache({ maxBytes: 100_000 });
  const noise = (key: number): string =>
    Array.from({ length: 800 }, (_, at) => Math.sin(key * 1000 + at).toString(36)).join('');
  for (let key = 0; key < 30; key += 1) {
    for (const encoding of encodings) await setEncoded(cache, `/${key}`, noise(key), encoding, 60);
  }
  let held = 0;
  for (let key = 0; key < 30; key += 1) {
    for (const prefix of ['', 'br ', 'gzip ']) held += cache.get(`${prefix}/${key}`)?.body.length ?? 0;
  }
  expect(held).toBeGreaterThan(50_000);
  expect(held).toBeLessThanOrEqual(100_000);
});

it.each(['br', 'gzip'] as const)(
  'a response compressed with %s retains no larger buffer',
  async (compression) => {
    const bytes = await compress(large, compression);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  },
);
