import type { Redis } from 'ioredis';
import type { Logger } from '../config/log.ts';
import { keyPart, linkTo } from '../db/redis/redis.ts';

export interface CachedAnswer {
  /** As it is sent, with the envelope of the address that it is kept under; bytes where it is compressed. */
  readonly body: string | Buffer;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Ready answers, each for a number of seconds. What it holds is bounded; an answer may be gone at any time. */
export interface ResponseCache {
  get(key: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  /** `storedAt` is now unless given. */
  set(key: string, body: string | Buffer, seconds: number, storedAt?: number): void | Promise<void>;
  close(): Promise<void>;
}

interface MemoryCache extends ResponseCache {
  get(key: string): CachedAnswer | undefined;
  set(key: string, body: string | Buffer, seconds: number, storedAt?: number): void;
}

interface MemoryCacheOptions {
  /** All that is held, keys and bookkeeping included; default 64 MB. One entry takes at most a tenth of it. */
  readonly maxBytes?: number;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
}

interface Entry {
  readonly answer: CachedAnswer;
  readonly bytes: number;
}

/** What an entry takes besides its two texts: a place in the map, two objects, their numbers. */
const entryOverhead = 256;
/** Larger answers are not sent to Redis: one slow transfer holds up every command behind it. */
const longestSharedBody = 1_000_000;

/** The least recently used answers go first; the Map's own order is that order. */
export function memoryCache({
  maxBytes = 64 * 1024 * 1024,
  clock = Date.now,
}: MemoryCacheOptions = {}): MemoryCache {
  const entries = new Map<string, Entry>();
  let held = 0;
  const drop = (key: string, entry: Entry): void => {
    entries.delete(key);
    held -= entry.bytes;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const expired = entry.answer.expiresAt <= clock();
      drop(key, entry);
      if (expired) return undefined;
      entries.set(key, entry);
      held += entry.bytes;
      return entry.answer;
    },
    set(key, body, seconds, storedAt = clock()) {
      const old = entries.get(key);
      if (old !== undefined) drop(key, old);
      const expiresAt = clock() + seconds * 1000;
      const bytes = heapBytes(key) + heapBytes(body) + entryOverhead;
      if (bytes > maxBytes / 10 || seconds <= 0) return;
      entries.set(key, { answer: { body, storedAt, expiresAt }, bytes });
      held += bytes;
      for (const [oldest, entry] of entries) {
        if (held <= maxBytes) break;
        drop(oldest, entry);
      }
    },
    close() {
      entries.clear();
      held = 0;
      return Promise.resolve();
    },
  };
}

/** V8 keeps a text in one byte a character, or in two as soon as one character is beyond Latin-1. */
function heapBytes(text: string | Buffer): number {
  if (typeof text !== 'string') return text.length;
  return /[^\0-\u{ff}]/u.test(text) ? text.length * 2 : text.length;
}

/**
 * Keeps answers in Redis, for all nodes together; while Redis is away `fallback` keeps them for this node.
 * How much Redis holds in all is bounded by its own `maxmemory`. The connection stays its owner's to close.
 */
export function redisCache(redis: Redis, fallback: ResponseCache, log: Logger): ResponseCache {
  const link = linkTo(redis, log);
  return {
    async get(key) {
      const stored = await link.attempt(() => redis.getBuffer(keyOf(key)));
      return stored === undefined ? fallback.get(key) : parseStored(stored ?? Buffer.of());
    },
    async set(key, body, seconds, storedAt = Date.now()) {
      if (body.length > longestSharedBody || seconds <= 0) return;
      const milliseconds = Math.ceil(seconds * 1000);
      const stored = toStored({ body, storedAt, expiresAt: Date.now() + milliseconds });
      const reply = await link.attempt(() => redis.set(keyOf(key), stored, 'PX', milliseconds));
      if (reply === undefined) await fallback.set(key, body, seconds, storedAt);
    },
    close: () => fallback.close(),
  };
}

function keyOf(key: string): string {
  return `magpie:cache:${keyPart(key)}`;
}

/** A line with both times, and `bytes` where the body is no text, then the body. */
function toStored({ body, storedAt, expiresAt }: CachedAnswer): string | Buffer {
  const times = `${storedAt} ${expiresAt}`;
  if (typeof body === 'string') return `${times}\n${body}`;
  return Buffer.concat([Buffer.from(`${times} bytes\n`), body]);
}

/** The node that stored it may be ahead: an answer is never from tomorrow. */
function parseStored(stored: Buffer): CachedAnswer | undefined {
  const lineEnd = stored.indexOf('\n');
  const line = stored.toString('latin1', 0, Math.max(lineEnd, 0));
  const [, storedAt, expiresAt, isBytes] = /^(\d+) (\d+)( bytes)?$/.exec(line) ?? [];
  if (storedAt === undefined) return undefined;
  const rest = stored.subarray(lineEnd + 1);
  const body = isBytes === undefined ? rest.toString() : rest;
  return { body, storedAt: Math.min(Number(storedAt), Date.now()), expiresAt: Number(expiresAt) };
}
