import type { Redis } from 'ioredis';
import type { Logger } from './log.ts';
import { keyPart, linkTo } from './redis.ts';

export interface CachedAnswer {
  /** As it is sent, with the envelope of the address that it is kept under. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

/** Ready answers, each for a number of seconds. What it holds is bounded; an answer may be gone at any time. */
export interface ResponseCache {
  get(key: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  set(key: string, body: string, seconds: number): void | Promise<void>;
  close(): Promise<void>;
}

interface MemoryCache extends ResponseCache {
  get(key: string): CachedAnswer | undefined;
  set(key: string, body: string, seconds: number): void;
}

interface MemoryCacheOptions {
  /** All that is held, keys and bookkeeping included; default 64 MB. One entry takes at most a tenth of it. */
  readonly maxBytes?: number;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
}

interface Entry {
  readonly answer: CachedAnswer;
  readonly expiresAt: number;
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
      const expired = entry.expiresAt <= clock();
      drop(key, entry);
      if (expired) return undefined;
      entries.set(key, entry);
      held += entry.bytes;
      return entry.answer;
    },
    set(key, body, seconds) {
      const old = entries.get(key);
      if (old !== undefined) drop(key, old);
      const storedAt = clock();
      const bytes = heapBytes(key) + heapBytes(body) + entryOverhead;
      if (bytes > maxBytes / 10 || seconds <= 0) return;
      entries.set(key, { answer: { body, storedAt }, expiresAt: storedAt + seconds * 1000, bytes });
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
function heapBytes(text: string): number {
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
      const text = await link.attempt(() => redis.get(keyOf(key)));
      return text === undefined ? fallback.get(key) : parseStored(text ?? '');
    },
    async set(key, body, seconds) {
      if (body.length > longestSharedBody || seconds <= 0) return;
      const text = `${Date.now()}\n${body}`;
      const reply = await link.attempt(() => redis.set(keyOf(key), text, 'PX', Math.ceil(seconds * 1000)));
      if (reply === undefined) await fallback.set(key, body, seconds);
    },
    close: () => fallback.close(),
  };
}

function keyOf(key: string): string {
  return `magpie:cache:${keyPart(key)}`;
}

/** A line with the time, then the answer. The node that stored it may be ahead: an answer is never from tomorrow. */
function parseStored(text: string): CachedAnswer | undefined {
  const lineEnd = text.indexOf('\n');
  const storedAt = lineEnd > 0 ? Number(text.slice(0, lineEnd)) : Number.NaN;
  if (!Number.isFinite(storedAt)) return undefined;
  return { body: text.slice(lineEnd + 1), storedAt: Math.min(storedAt, Date.now()) };
}
