import { setImmediate as nextTurn } from 'node:timers/promises';
import { letterBits, splitName } from './parsedName.ts';

export interface NamedTotals {
  readonly advertiser_id: number;
  readonly name: string;
  readonly ads: number;
  readonly reach: number;
}

/** The names of all advertisers in columns: about 25 bytes for each, and its folded words in UTF-8. */
export interface NameColumns {
  size: number;
  /** Ids before this place are ascending, the others are in `added`. */
  sorted: number;
  ids: Float64Array;
  ads: Uint32Array;
  /** Values from `largeValue` are in `largeReaches`. */
  reach: Uint32Array;
  /** Bit sets of all letters of a name, and of the first letters of its words, to rule out most names quickly. */
  letters: Uint32Array;
  wordStarts: Uint32Array;
  /** `blue whale\n` of each name; `blockStarts` has the start of every eighth. */
  text: Buffer;
  textEnd: number;
  blockStarts: Uint32Array;
  readonly added: Map<number, number>;
  readonly largeReaches: Map<number, number>;
}

const blockSize = 8;
const largeValue = 2 ** 32 - 1;
const newline = 10;
const space = 32;

function createColumns(capacity: number, textCapacity: number): NameColumns {
  return {
    size: 0,
    sorted: 0,
    ids: new Float64Array(capacity),
    ads: new Uint32Array(capacity),
    reach: new Uint32Array(capacity),
    letters: new Uint32Array(capacity),
    wordStarts: new Uint32Array(capacity),
    text: Buffer.alloc(textCapacity),
    textEnd: 0,
    blockStarts: new Uint32Array(Math.ceil(capacity / blockSize)),
    added: new Map(),
    largeReaches: new Map(),
  };
}

/** The place of an advertiser; undefined if it is not known. */
export function findPlace({ ids, sorted, added }: NameColumns, id: number): number | undefined {
  let [low, high] = [0, sorted];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low < sorted && ids[low] === id ? low : added.get(id);
}

export function reachAt({ reach, ids, largeReaches }: NameColumns, place: number): number {
  const value = reach[place] ?? 0;
  return value === largeValue ? (largeReaches.get(ids[place] ?? 0) ?? value) : value;
}

/** Where the words of a name start in `text`. */
export function startAt({ blockStarts, text }: NameColumns, place: number): number {
  let start = blockStarts[place >>> 3] ?? 0;
  for (let left = place & (blockSize - 1); left > 0; left -= 1) {
    while (text[start] !== newline) start += 1;
    start += 1;
  }
  return start;
}

export function endFrom({ text }: NameColumns, start: number): number {
  let end = start;
  while (text[end] !== newline) end += 1;
  return end;
}

/** Folded words with surrounding spaces: ` blue whale `. */
export function wordsAt(columns: NameColumns, place: number): string {
  const start = startAt(columns, place);
  return ` ${columns.text.toString('utf8', start, endFrom(columns, start))} `;
}

/** Names whose place is found through a map, until they are this many or an eighth of all. */
const maxAdded = 65_536;
/** Names handled before other work of the process gets a turn. */
export const namesPerTurn = 500_000;

export type NameTable = ReturnType<typeof createNameTable>;

export function createNameTable(sortAfter = maxAdded) {
  let columns = createColumns(0, 0);

  const setTotals = (place: number, { advertiser_id: id, ads, reach }: Omit<NamedTotals, 'name'>): void => {
    columns.ads[place] = Math.min(ads, largeValue);
    columns.reach[place] = Math.min(reach, largeValue);
    if (reach >= largeValue) columns.largeReaches.set(id, reach);
  };

  const append = (id: number, words: Uint8Array, letters: number, wordStarts: number): number => {
    columns = ensureRoom(columns, words.length + 1);
    const place = columns.size;
    if (place % blockSize === 0) columns.blockStarts[place / blockSize] = columns.textEnd;
    columns.ids[place] = id;
    columns.letters[place] = letters;
    columns.wordStarts[place] = wordStarts;
    columns.text.set(words, columns.textEnd);
    columns.text[columns.textEnd + words.length] = newline;
    columns.textEnd += words.length + 1;
    columns.size += 1;
    const isNext = columns.sorted === place && (place === 0 || (columns.ids[place - 1] ?? 0) < id);
    if (isNext) columns.sorted += 1;
    else columns.added.set(id, place);
    return place;
  };

  return {
    columns: (): NameColumns => columns,

    /** The name of an advertiser does not change. */
    upsert(row: NamedTotals): void {
      const known = findPlace(columns, row.advertiser_id);
      const words = known === undefined ? splitName(row.name) : [];
      const place =
        known ??
        append(
          row.advertiser_id,
          Buffer.from(words.join(' ')),
          letterBits(` ${words.join(' ')} `),
          letterBits(words.map((word) => word.charAt(0)).join('')),
        );
      setTotals(place, row);
    },

    /** Call after upserts: sorts if many were added, and releases spare room. */
    async compact(): Promise<void> {
      const { size, added } = columns;
      if (added.size > Math.max(sortAfter, size / 8)) columns = await sortById(columns);
      else if (columns.ids.length > size * 1.05) columns = resize(columns, size, columns.textEnd);
    },
  };
}

function ensureRoom(columns: NameColumns, bytes: number): NameColumns {
  const { size, ids, text, textEnd } = columns;
  if (size < ids.length && textEnd + bytes <= text.length) return columns;
  const capacity = size < ids.length ? ids.length : Math.ceil(size * 1.25) + 1024;
  return resize(
    columns,
    capacity,
    Math.max(textEnd + bytes, Math.ceil(capacity * (textEnd / (size || 1)) * 1.02)),
  );
}

function resize(columns: NameColumns, capacity: number, textCapacity: number): NameColumns {
  const larger = createColumns(capacity, textCapacity);
  const { size, textEnd, sorted, added, largeReaches } = columns;
  for (const column of ['ids', 'ads', 'reach', 'letters', 'wordStarts'] as const) {
    larger[column].set(columns[column].subarray(0, size));
  }
  larger.blockStarts.set(columns.blockStarts.subarray(0, Math.ceil(size / blockSize)));
  columns.text.copy(larger.text, 0, 0, textEnd);
  return { ...larger, size, textEnd, sorted, added, largeReaches };
}

/** A copy in which all ids are ascending. Readers of the earlier columns are not affected. */
async function sortById(columns: NameColumns): Promise<NameColumns> {
  const { ids, sorted, size, text } = columns;
  const tail = Uint32Array.from({ length: size - sorted }, (_, at) => sorted + at);
  tail.sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
  const copy = createColumns(size, columns.textEnd);
  let [fromSorted, fromTail] = [0, 0];
  for (let place = 0; place < size; place += 1) {
    if (place % namesPerTurn === namesPerTurn - 1) await nextTurn();
    const next = tail[fromTail] ?? size;
    const isSorted = fromSorted < sorted && (next === size || (ids[fromSorted] ?? 0) < (ids[next] ?? 0));
    const from = isSorted ? fromSorted : next;
    if (isSorted) fromSorted += 1;
    else fromTail += 1;
    if (place % blockSize === 0) copy.blockStarts[place / blockSize] = copy.textEnd;
    const start = startAt(columns, from);
    copy.textEnd += text.copy(copy.text, copy.textEnd, start, endFrom(columns, start) + 1);
    for (const column of ['ids', 'ads', 'reach', 'letters', 'wordStarts'] as const) {
      copy[column][place] = columns[column][from] ?? 0;
    }
  }
  return { ...copy, size, sorted: size, largeReaches: columns.largeReaches };
}

/** Names with the most ads or reach, most first, which are enough to answer what many names match. */
export interface LargestNames {
  readonly places: readonly number[];
  /** All names with more are in the list. */
  readonly least: number;
}

const maxLargest = 50_000;
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

/** The letters from `start` to `end` begin with these bytes, ignoring spaces. */
export function beginsWith(text: Buffer, start: number, end: number, letters: Uint8Array): boolean {
  let at = start;
  for (const letter of letters) {
    if (text[at] === space) at += 1;
    if (at >= end || text[at] !== letter) return false;
    at += 1;
  }
  return true;
}

export function includesAt(
  text: Buffer,
  start: number,
  end: number,
  { bytes, isWordStart }: { readonly bytes: Uint8Array; readonly isWordStart: boolean },
): boolean {
  const last = end - bytes.length;
  for (let at = start; at <= last; at += 1) {
    if (isWordStart && at > start && text[at - 1] !== space) continue;
    let same = 0;
    while (same < bytes.length && text[at + same] === bytes[same]) same += 1;
    if (same === bytes.length) return true;
  }
  return false;
}
