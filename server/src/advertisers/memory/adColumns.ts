import { sumEngagement } from '../../ads/knownAd.ts';
import type { AdColumnsRow } from './adColumns.sql.ts';

/** The values of row `n` are those from `ends[n - 1]` to `ends[n]`. */
export interface ListColumn<Values = Int32Array> {
  readonly ends: Uint32Array;
  readonly values: Values;
}

interface ReachColumn extends ListColumn {
  readonly reach: Float64Array;
}

/**
 * The ads of one advertiser by ascending hash. Texts are stored once: columns of texts contain positions in `texts`, -1
 * for an unknown value. Unknown numbers are NaN, days count from 1970, times are milliseconds since then.
 */
export interface AdColumns {
  readonly count: number;
  readonly texts: readonly string[];
  /** 16 bytes each. */
  readonly hashes: Buffer;
  readonly addedIn: Float64Array;
  readonly version: Float64Array;
  readonly reach: Float64Array;
  readonly engagement: Float64Array;
  readonly firstSeen: Float64Array;
  readonly lastSeen: Float64Array;
  readonly firstDay: Int32Array;
  readonly lastDay: Int32Array;
  readonly stopped: Uint8Array;
  /** Whether the first and the last day are the dates of the source. */
  readonly hasStart: Uint8Array;
  readonly hasEnd: Uint8Array;
  readonly format: Int32Array;
  readonly mediaType: Int32Array;
  readonly language: Int32Array;
  readonly page: Int32Array;
  readonly domain: Int32Array;
  readonly thumbnail: Int32Array;
  /** The headline of an ad in lists. */
  readonly headline: Int32Array;
  /** The distinct texts of an ad and its cards, without templates. */
  readonly headlines: ListColumn;
  readonly bodies: ListColumn;
  readonly platforms: ListColumn;
  /** Ids of tag definitions. */
  readonly tags: ListColumn;
  readonly genders: ReachColumn;
  readonly ages: ReachColumn;
  readonly countries: ReachColumn;
  readonly bytes: number;
}

const numberColumns = ['addedIn', 'version', 'reach', 'engagement', 'firstSeen', 'lastSeen'] as const;
const dayColumns = ['firstDay', 'lastDay'] as const;
const flagColumns = ['stopped', 'hasStart', 'hasEnd'] as const;
const textColumns = ['format', 'mediaType', 'language', 'page', 'domain', 'thumbnail', 'headline'] as const;
const textLists = ['headlines', 'bodies', 'platforms'] as const;
const reachLists = ['genders', 'ages', 'countries'] as const;

interface Ad extends Readonly<
  Record<(typeof numberColumns)[number], number | null> &
    Record<(typeof dayColumns)[number] | (typeof flagColumns)[number], number> &
    Record<(typeof textColumns)[number], string | null> &
    Record<(typeof textLists)[number], readonly string[]> &
    Record<(typeof reachLists)[number], readonly (readonly [string, number])[]>
> {
  readonly hash: string;
  readonly tags: readonly number[];
}

function toAd(row: AdColumnsRow): Ad {
  const headlines = [...row.headlines, ...row.card_headlines].filter((text) => text !== '');
  const bodies = [...row.bodies, ...row.card_bodies].filter((text) => text !== '');
  return {
    hash: row.hash,
    addedIn: row.added_in,
    version: row.version,
    reach: row.reach,
    engagement: sumEngagement(row),
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    firstDay: row.first_day,
    lastDay: row.last_day,
    stopped: row.stopped,
    hasStart: row.has_start,
    hasEnd: row.has_end,
    format: row.format,
    mediaType: row.media_type,
    language: row.language,
    page: row.landing_page,
    domain: row.landing_page_domain,
    thumbnail: row.thumbnail_url,
    headline: headlines.find(isNoTemplate) ?? headlines[0] ?? null,
    headlines: [...new Set(headlines.filter(isNoTemplate))],
    bodies: [...new Set(bodies.filter(isNoTemplate))],
    platforms: row.platforms,
    tags: row.tag_ids,
    genders: Object.entries(row.reach_by_gender),
    ages: Object.entries(row.reach_by_age),
    countries: Object.entries(row.reach_by_country),
  };
}

function isNoTemplate(text: string): boolean {
  return !text.includes('{{');
}

/** @param rows by ascending hash */
export function buildColumns(rows: readonly AdColumnsRow[]): AdColumns {
  return fillColumns(rows.length, (index) => {
    const row = rows[index];
    if (row === undefined) throw new RangeError(`There is no row ${index}.`);
    return toAd(row);
  });
}

/**
 * The columns with these rows in place of those of the same ads. Texts that no ad uses any longer are dropped.
 * @param changed by ascending hash
 */
export function replaceRows(columns: AdColumns, changed: readonly AdColumnsRow[]): AdColumns {
  const replaced = new Map(changed.map((row) => [row.hash, row]));
  let isSame = true;
  const kept: (number | AdColumnsRow)[] = [];
  const stored = new Set<string>();
  for (let row = 0; row < columns.count; row += 1) {
    const hash = hashAt(columns, row);
    const other = replaced.get(hash);
    stored.add(hash);
    const isReplaced = other !== undefined && other.version > (columns.version[row] ?? 0);
    if (!isReplaced) kept.push(row);
    else if (other.is_deleted === 0) kept.push(other);
    isSame &&= !isReplaced;
  }
  kept.push(...changed.filter((row) => row.is_deleted === 0 && !stored.has(row.hash)));
  if (isSame && kept.length === columns.count) return columns;
  const hashOf = (each: number | AdColumnsRow): string =>
    typeof each === 'number' ? hashAt(columns, each) : each.hash;
  const sorted = kept
    .map((each) => ({ each, hash: hashOf(each) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  return fillColumns(sorted.length, (index) => {
    const { each = 0 } = sorted[index] ?? {};
    return typeof each === 'number' ? readAd(columns, each) : toAd(each);
  });
}

function fillColumns(count: number, adAt: (index: number) => Ad): AdColumns {
  const texts = createDictionary();
  const numbers = mapNames(numberColumns, () => new Float64Array(count));
  const days = mapNames(dayColumns, () => new Int32Array(count));
  const flags = mapNames(flagColumns, () => new Uint8Array(count));
  const coded = mapNames(textColumns, () => new Int32Array(count));
  const lists = mapNames(textLists, () => createList(count));
  const tags = createList(count);
  const reachOf = mapNames(reachLists, () => ({ list: createList(count), reach: new Array<number>() }));
  const hashes = Buffer.alloc(count * 16);
  for (let row = 0; row < count; row += 1) {
    const ad = adAt(row);
    hashes.write(ad.hash, row * 16, 'hex');
    for (const name of numberColumns) numbers[name][row] = ad[name] ?? Number.NaN;
    for (const name of dayColumns) days[name][row] = ad[name];
    for (const name of flagColumns) flags[name][row] = ad[name];
    for (const name of textColumns) coded[name][row] = texts.encode(ad[name]);
    for (const name of textLists) lists[name].set(row, ad[name].map(texts.encode));
    tags.set(row, ad.tags);
    for (const name of reachLists) {
      const { list, reach } = reachOf[name];
      list.set(
        row,
        ad[name].map(([group]) => texts.encode(group)),
      );
      for (const [, people] of ad[name]) reach.push(people);
    }
  }
  const columns = {
    count,
    texts: texts.values,
    hashes,
    ...numbers,
    ...days,
    ...flags,
    ...coded,
    ...mapNames(textLists, (name) => lists[name].finish()),
    tags: tags.finish(),
    ...mapNames(reachLists, (name) => {
      const { list, reach } = reachOf[name];
      return { ...list.finish(), reach: Float64Array.from(reach) };
    }),
  };
  return { ...columns, bytes: countBytes(columns) };
}

function createDictionary() {
  const values: string[] = [];
  const codes = new Map<string, number>();
  const encode = (text: string | null): number => {
    if (text === null) return -1;
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, values.length);
    return values.push(text) - 1;
  };
  return { values, encode };
}

function createList(count: number) {
  const ends = new Uint32Array(count);
  const values: number[] = [];
  return {
    set: (row: number, added: readonly number[]): void => {
      for (const value of added) values.push(value);
      ends[row] = values.length;
    },
    finish: (): ListColumn => ({ ends, values: Int32Array.from(values) }),
  };
}

function mapNames<Name extends string, Value>(
  names: readonly Name[],
  create: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, Value>;
}

function readAd(columns: AdColumns, row: number): Ad {
  const numberAt = (name: (typeof numberColumns)[number]): number | null => {
    const value = columns[name][row] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return {
    hash: hashAt(columns, row),
    ...mapNames(numberColumns, numberAt),
    ...mapNames(dayColumns, (name) => columns[name][row] ?? 0),
    ...mapNames(flagColumns, (name) => columns[name][row] ?? 0),
    ...mapNames(textColumns, (name) => textAt(columns, columns[name][row])),
    ...mapNames(textLists, (name) => listTexts(columns, columns[name], row)),
    tags: [...columns.tags.values.subarray(listStart(columns.tags, row), columns.tags.ends[row])],
    ...mapNames(reachLists, (name) => {
      const { reach, ...list } = columns[name];
      const start = listStart(list, row);
      return listTexts(columns, list, row).map((text, at): [string, number] => [
        text,
        reach[start + at] ?? 0,
      ]);
    }),
  };
}

export function listStart({ ends }: Pick<ListColumn, 'ends'>, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0);
}

export function textAt({ texts }: Pick<AdColumns, 'texts'>, code: number | undefined): string | null {
  return texts[code ?? -1] ?? null;
}

export function listTexts(columns: AdColumns, list: ListColumn, row: number): string[] {
  const codes = list.values.subarray(listStart(list, row), list.ends[row]);
  return Array.from(codes, (code) => columns.texts[code] ?? '');
}

export function hashAt({ hashes }: Pick<AdColumns, 'hashes'>, row: number): string {
  return hashes.toString('hex', row * 16, row * 16 + 16);
}

/** Object headers and the slots that refer to a text. */
const bytesPerText = 32;
const bytesPerColumn = 200;

function countBytes(columns: object): number {
  let bytes = 0;
  for (const value of Object.values(columns)) {
    if (ArrayBuffer.isView(value)) bytes += value.byteLength + bytesPerColumn;
    else if (Array.isArray(value)) bytes += sumTexts(value);
    else if (typeof value === 'object' && value !== null) bytes += countBytes(value);
  }
  return bytes;
}

function sumTexts(texts: readonly string[]): number {
  // V8 stores one byte per character, or two if any character is beyond Latin-1.
  return texts.reduce(
    (sum, text) => sum + bytesPerText + text.length * (/[^\0-\u{ff}]/u.test(text) ? 2 : 1),
    0,
  );
}
