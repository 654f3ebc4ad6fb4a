import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../config/log.ts';
import { keyPart, linkTo } from '../db/redis/redis.ts';

export interface CachedResponse {
  /** The bytes of the response including the envelope: a text would be encoded again each time it is sent. */
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Complete responses, each with a lifetime. The size is bounded, so an entry may be evicted at any time. */
export interface ResponseCache {
  get(key: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(key: string, body: Buffer, seconds: number, storedAt?: number): void | Promise<void>;
  close(): Promise<void>;
}

interface MemoryCache extends ResponseCache {
  get(key: string): CachedResponse | undefined;
  set(key: string, body: Buffer, seconds: number, storedAt?: number): void;
}

interface MemoryCacheOptions {
  /** Total size including keys and overhead; default 64 MB. One entry may take a tenth of it. */
  readonly maxBytes?: number;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
}

const entryOverhead = 256;
/** Larger responses are not cached: one slow transfer to Redis delays every command after it. */
const maxSharedBodyBytes = 1_000_000;

export function memoryCache({
  maxBytes = 64 * 1024 * 1024,
  clock = Date.now,
}: MemoryCacheOptions = {}): MemoryCache {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 10),
    sizeCalculation: ({ body }, key) => heapBytes(key) + body.length + entryOverhead,
  });
  return {
    get(key) {
      const response = entries.get(key);
      if (response === undefined || response.expiresAt > clock()) return response;
      entries.delete(key);
      return undefined;
    },
    set(key, body, seconds, storedAt = clock()) {
      if (seconds <= 0) entries.delete(key);
      else entries.set(key, { body, storedAt, expiresAt: clock() + seconds * 1000 });
    },
    close() {
      entries.clear();
      return Promise.resolve();
    },
  };
}

/** V8 stores one byte per character, or two if any character is beyond Latin-1. */
function heapBytes(text: string): number {
  return /[^\0-\u{ff}]/u.test(text) ? text.length * 2 : text.length;
}

/** During an outage `fallback` caches for this node. `maxmemory` of Redis bounds the size. */
export function redisCache(redis: Redis, fallback: ResponseCache, log: Logger): ResponseCache {
  const link = linkTo(redis, log);
  return {
    async get(key) {
      const stored = await link.attempt(() => redis.getBuffer(redisKey(key)));
      return stored === undefined ? fallback.get(key) : parseStored(stored ?? Buffer.of());
    },
    async set(key, body, seconds, storedAt = Date.now()) {
      if (body.length > maxSharedBodyBytes || seconds <= 0) return;
      const milliseconds = Math.ceil(seconds * 1000);
      const stored = toStored({ body, storedAt, expiresAt: Date.now() + milliseconds });
      const reply = await link.attempt(() => redis.set(redisKey(key), stored, 'PX', milliseconds));
      if (reply === undefined) await fallback.set(key, body, seconds, storedAt);
    },
    close: () => fallback.close(),
  };
}

function redisKey(key: string): string {
  return `magpie:cache:${keyPart(key)}`;
}

/** A line with both times, then the body. */
function toStored({ body, storedAt, expiresAt }: CachedResponse): Buffer {
  return Buffer.concat([Buffer.from(`${storedAt} ${expiresAt}\n`), body]);
}

/** The clock of the node that stored it may be ahead, so `storedAt` is at most now. */
function parseStored(stored: Buffer): CachedResponse | undefined {
  const lineEnd = stored.indexOf('\n');
  const line = stored.toString('latin1', 0, Math.max(lineEnd, 0));
  const [, storedAt, expiresAt] = /^(\d+) (\d+)$/.exec(line) ?? [];
  if (storedAt === undefined) return undefined;
  const body = stored.subarray(lineEnd + 1);
  return { body, storedAt: Math.min(Number(storedAt), Date.now()), expiresAt: Number(expiresAt) };
}
