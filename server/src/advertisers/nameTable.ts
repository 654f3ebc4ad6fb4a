import { setImmediate as nextTurn } from 'node:timers/promises';
import { createNameWriter, type NameSegment, numbersAt, wordsIn } from './nameSegment.ts';
import { splitName } from './parsedName.ts';
import { stepsPerTurn } from './wordDictionary.ts';

export interface NamedTotals {
  readonly advertiser_id: number;
  readonly name: string;
  readonly ads: number;
  readonly reach: number;
}

/** The names of all advertisers in columns: 16 bytes for each, and the index of their words. */
export interface NameColumns {
  readonly size: number;
  /** Ids before this place are ascending, the others are in `added`. */
  readonly sorted: number;
  readonly ids: Float64Array;
  readonly ads: Uint32Array;
  /** Values from `largeValue` are in `largeReaches`. */
  readonly reach: Uint32Array;
  readonly added: ReadonlyMap<number, number>;
  readonly largeReaches: ReadonlyMap<number, number>;
  /** By place, from 0 to `size`. */
  readonly segments: readonly NameSegment[];
}

const largeValue = 2 ** 32 - 1;

function createRows(capacity: number) {
  return {
    size: 0,
    sorted: 0,
    ids: new Float64Array(capacity),
    ads: new Uint32Array(capacity),
    reach: new Uint32Array(capacity),
    added: new Map<number, number>(),
    largeReaches: new Map<number, number>(),
  };
}

type Rows = ReturnType<typeof createRows>;

/** The place of an advertiser; undefined if it is not known. */
export function findPlace(
  { ids, size, sorted, added }: Pick<NameColumns, 'ids' | 'size' | 'sorted' | 'added'>,
  id: number,
): number | undefined {
  let [low, high] = [0, sorted];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  const place = low < sorted && ids[low] === id ? low : added.get(id);
  // Names that were added after these columns are in the same map.
  return place === undefined || place >= size ? undefined : place;
}

export function reachAt({ reach, ids, largeReaches }: NameColumns, place: number): number {
  const value = reach[place] ?? 0;
  return value === largeValue ? (largeReaches.get(ids[place] ?? 0) ?? value) : value;
}

/** Folded words with surrounding spaces: ` blue whale `. */
export function wordsAt({ segments }: NameColumns, place: number): string {
  const segment = segments.find(({ to }) => place < to);
  return segment === undefined ? '  ' : wordsIn(segment, numbersAt(segment, place));
}

/** Names whose place is found through a map, until they are this many or an eighth of all. */
const maxAdded = 65_536;

export type NameTable = ReturnType<typeof createNameTable>;

export function createNameTable(sortAfter = maxAdded) {
  let rows = createRows(0);
  let segments: readonly NameSegment[] = [];
  let newNames = createNameWriter(0);
  let columns: NameColumns = { ...rows, segments };

  const append = (id: number): number => {
    if (rows.size === rows.ids.length) rows = resize(rows, Math.ceil(rows.size * 1.25) + 1024);
    const place = rows.size;
    rows.ids[place] = id;
    rows.size += 1;
    const isNext = rows.sorted === place && (place === 0 || (rows.ids[place - 1] ?? 0) < id);
    if (isNext) rows.sorted += 1;
    else rows.added.set(id, place);
    return place;
  };

  return {
    /** As of the last `compact`, except for newer totals. */
    columns: (): NameColumns => columns,

    /** The first name of an advertiser does not change; its other names have ids of their own. */
    upsert({ advertiser_id: id, name, ads, reach }: NamedTotals): void {
      const known = findPlace(rows, id);
      if (known === undefined) newNames.add(splitName(name));
      const place = known ?? append(id);
      rows.ads[place] = Math.min(ads, largeValue);
      rows.reach[place] = Math.min(reach, largeValue);
      if (reach >= largeValue) rows.largeReaches.set(id, reach);
    },

    /** Call after upserts, which are not searched before: indexes new names, sorts if many were added, and releases spare room. */
    async compact(): Promise<void> {
      const { size, added } = rows;
      if (newNames.size() > 0) segments = [...segments, await newNames.finish()];
      newNames = createNameWriter(size);
      if (added.size > Math.max(sortAfter, size / 8)) {
        const places = await sortPlaces(rows);
        rows = await reorder(rows, places);
        segments = [await mergeSegments(segments, places)];
      } else {
        segments = await mergeNewest(segments);
        if (rows.ids.length > size * 1.05) rows = resize(rows, size);
      }
      columns = { ...rows, segments };
    },
  };
}

function resize(rows: Rows, capacity: number): Rows {
  const resized = createRows(capacity);
  for (const column of ['ids', 'ads', 'reach'] as const)
    resized[column].set(rows[column].subarray(0, rows.size));
  return { ...rows, ids: resized.ids, ads: resized.ads, reach: resized.reach };
}

/** The places in the order of their ids. */
async function sortPlaces({ ids, sorted, size }: Rows): Promise<Uint32Array> {
  const added = Uint32Array.from({ length: size - sorted }, (_, at) => sorted + at);
  added.sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
  const places = new Uint32Array(size);
  let [fromSorted, fromAdded] = [0, 0];
  for (let at = 0; at < size; at += 1) {
    if (at % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    const next = added[fromAdded] ?? size;
    const isSorted = fromSorted < sorted && (next === size || (ids[fromSorted] ?? 0) < (ids[next] ?? 0));
    places[at] = isSorted ? fromSorted : next;
    if (isSorted) fromSorted += 1;
    else fromAdded += 1;
  }
  return places;
}

/** A copy in which all ids are ascending. Readers of the earlier columns are not affected. */
async function reorder(rows: Rows, places: Uint32Array): Promise<Rows> {
  const copy = createRows(rows.size);
  for (const [place, from] of places.entries()) {
    if (place % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    for (const column of ['ids', 'ads', 'reach'] as const) copy[column][place] = rows[column][from] ?? 0;
  }
  return { ...copy, size: rows.size, sorted: rows.size, largeReaches: rows.largeReaches };
}

/** One segment with the names at these places. */
async function mergeSegments(segments: readonly NameSegment[], places: Uint32Array): Promise<NameSegment> {
  const writer = createNameWriter(0);
  await writer.copy(segments, places.length, (place) => places[place] ?? 0);
  return writer.finish();
}

/** Merges until each segment has at least twice the names of all after it, so that there are few and each name is rarely merged. */
async function mergeNewest(segments: readonly NameSegment[]): Promise<readonly NameSegment[]> {
  const first = findMerged(segments);
  const [start, last] = [segments[first], segments.at(-1)];
  if (start === undefined || last === undefined || start === last) return segments;
  const writer = createNameWriter(start.from);
  await writer.copy(segments.slice(first), last.to);
  return [...segments.slice(0, first), await writer.finish()];
}

function findMerged(segments: readonly NameSegment[]): number {
  let first = segments.length - 1;
  const size = segments.at(-1)?.to ?? 0;
  while (first > 0) {
    const [before, start] = [segments[first - 1]?.from ?? 0, segments[first]?.from ?? 0];
    if (start - before >= 2 * (size - start)) break;
    first -= 1;
  }
  return first;
}

/** Names with the most ads or reach, most first, which are enough to answer what many names match. */
export interface LargestNames {
  readonly places: readonly number[];
  /** All names with more are in the list. */
  readonly least: number;
}

export const maxLargest = 50_000;
const sampleSize = 10_000;

export function listLargest(
  columns: NameColumns,
  valueAt: (place: number) => number,
  most = maxLargest,
): LargestNames {
  const least = columns.size <= most ? -1 : estimateLeast(columns.size, most, valueAt);
  const found: { place: number; value: number }[] = [];
  for (let place = 0; place < columns.size; place += 1) {
    const value = valueAt(place);
    if (value > least) found.push({ place, value });
  }
  found.sort((one, other) => other.value - one.value || one.place - other.place);
  return { places: found.map(({ place }) => place), least };
}

function estimateLeast(size: number, most: number, valueAt: (place: number) => number): number {
  const step = size / sampleSize;
  const sample = Float64Array.from({ length: sampleSize }, (_, at) => valueAt(Math.floor(at * step)));
  return sample.toSorted().at(-Math.ceil((most / size) * sampleSize)) ?? 0;
}
