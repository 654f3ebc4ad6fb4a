import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { maxListBytes } from '@magpie/contract';

/** Bytes of a response that are not entries of its lists, such as facets. */
const reservedBytes = 256 * 1024;

/** Shortens the largest entries if a list response would exceed `maxListBytes`. Yields to the event loop. */
export async function shortenEntries<Entry extends object>(entries: readonly Entry[], lists = 1) {
  const sizes = await mapYielding(entries, countBytes);
  const maxBytes = fairShare(sizes, Math.floor((maxListBytes - reservedBytes) / lists));
  if (maxBytes === Number.POSITIVE_INFINITY) return [...entries];
  return mapYielding(entries, (entry) => shortenEntry(entry, maxBytes));
}

/** The largest entry size at which all entries fit into the budget; Infinity if they fit as they are. */
export function fairShare(sizes: readonly number[], budget: number): number {
  let left = budget;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Longest time on the event loop at a stretch. */
const sliceMilliseconds = 10;

async function mapYielding<Entry, Result>(entries: readonly Entry[], map: (entry: Entry) => Result) {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const entry of entries) {
    results.push(map(entry));
    if (performance.now() - startedAt < sliceMilliseconds) continue;
    await yieldToEventLoop();
    startedAt = performance.now();
  }
  return results;
}

function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

interface Limits {
  readonly text: number;
  /** Elements of a list of texts, media or cards. At 0, addresses that may be null are dropped too. */
  readonly items: number;
}

/** Each keeps less than the one before. Ids and names have at most 200 characters and are never cut. */
const levels: readonly Limits[] = [
  { text: 5000, items: 50 },
  { text: 2000, items: 20 },
  { text: 500, items: 10 },
  { text: 200, items: 5 },
  { text: 200, items: 0 },
];

export function shortenEntry<Entry extends object>(entry: Entry, maxBytes: number): Entry {
  let result = entry;
  for (const limits of levels) {
    if (countBytes(result) <= maxBytes) break;
    result = shortenTo(limits, entry);
  }
  return result;
}

function shortenTo<Entry extends object>(limits: Limits, entry: Entry): Entry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields become shorter, or null where they may be
  const result = cutObject(entry, limits) as Entry;
  const names = Object.keys(entry) as (keyof Entry & string)[];
  const shortened = names.filter((name) => !isDeepStrictEqual(entry[name], result[name]));
  return { ...result, shortened };
}

const cutLists: ReadonlySet<string> = new Set([
  'headlines',
  'bodies',
  'media',
  'cards',
  'places',
  'parameters',
  'excluded',
]);
/** Hashes are small: a hundred count as one item. */
const hashesPerItem = 100;

/** Addresses are kept or dropped, since part of an address is useless. */
const requiredAddresses: ReadonlySet<string> = new Set(['url', 'brandLogo']);
const optionalAddresses: ReadonlySet<string> = new Set([
  'landingPageUrl',
  'pageUrl',
  'sourceUrl',
  'thumbnailUrl',
]);

function cutObject(value: object, limits: Limits): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, cutField(name, field, limits)]),
  );
}

function cutField(name: string, value: unknown, limits: Limits): unknown {
  if (requiredAddresses.has(name)) return value;
  if (optionalAddresses.has(name)) return limits.items === 0 ? null : value;
  if (!Array.isArray(value)) return cutValue(value, limits);
  if (name === 'adHashes') return value.slice(0, limits.items * hashesPerItem);
  return cutValue(cutLists.has(name) ? value.slice(0, limits.items) : value, limits);
}

function cutValue(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return cutText(value, limits.text);
  if (Array.isArray(value)) return value.map((element: unknown) => cutValue(element, limits));
  return typeof value === 'object' && value !== null ? cutObject(value, limits) : value;
}

/** Does not split a surrogate pair. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
