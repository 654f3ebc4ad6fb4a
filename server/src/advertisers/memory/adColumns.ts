import { sumEngagement } from '../../ads/knownAd.ts';
import type { AdColumnsRow } from './adColumns.sql.ts';

/** The values of row `n` are those from `ends[n - 1]` to `ends[n]`. */
export interface ListColumn {
  readonly ends: Uint32Array;
  readonly values: Int32Array;
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
  readonly confirmedDay: Int32Array;
  readonly freshnessDays: Uint8Array;
  /** Whether the source states that the ad does not run, or that it runs. */
  readonly stopped: Uint8Array;
  readonly statedActive: Uint8Array;
  /** Whether the first and the last day are the dates of the source. */
  readonly hasStart: Uint8Array;
  readonly hasEnd: Uint8Array;
  readonly format: Int32Array;
  readonly mediaType: Int32Array;
  readonly language: Int32Array;
  readonly page: Int32Array;
  readonly domain: Int32Array;
  readonly thumbnail: Int32Array;
  readonly callToAction: Int32Array;
  readonly reachKind: Int32Array;
  readonly library: Int32Array;
  /** All countries of an ad as one text, since many ads have the same. */
  readonly places: Int32Array;
  readonly targeting: Int32Array;
  readonly coverage: Int32Array;
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
const dayColumns = ['firstDay', 'lastDay', 'confirmedDay'] as const;
const byteColumns = ['stopped', 'statedActive', 'hasStart', 'hasEnd', 'freshnessDays'] as const;
/** In the order in which `add` encodes them, so that the texts have the same order after a copy. */
const textColumns = [
  ...(['format', 'mediaType', 'language', 'page', 'domain', 'thumbnail'] as const),
  ...(['callToAction', 'reachKind', 'library', 'places', 'targeting', 'coverage'] as const),
  ...(['headline'] as const),
] as const;
const textLists = ['headlines', 'bodies', 'platforms'] as const;
const reachLists = ['genders', 'ages', 'countries'] as const;
const listColumns = [...textLists, ...reachLists, 'tags'] as const;

/** @param rows by ascending hash */
export function buildColumns(rows: readonly AdColumnsRow[]): AdColumns {
  const builder = new ColumnsBuilder(rows.length);
  for (const row of rows) builder.add(row);
  return builder.finish();
}

/**
 * The columns with these rows in place of those of the same ads. Texts that no ad uses any longer are dropped.
 * @param changed by ascending hash
 */
export function replaceRows(columns: AdColumns, changed: readonly AdColumnsRow[]): AdColumns {
  const rows = mergeRows(columns, changed);
  if (rows.length === columns.count && rows.every((row) => typeof row === 'number')) return columns;
  const builder = new ColumnsBuilder(rows.length);
  const copy = builder.copyFrom(columns);
  for (const row of rows) {
    if (typeof row === 'number') copy(row);
    else builder.add(row);
  }
  return builder.finish();
}

/** Both are in order. An unchanged row is its position, and a deleted one is left out. */
function mergeRows(columns: AdColumns, changed: readonly AdColumnsRow[]): (number | AdColumnsRow)[] {
  const rows: (number | AdColumnsRow)[] = [];
  let next = 0;
  for (const other of changed) {
    while (next < columns.count && hashAt(columns, next) < other.hash) rows.push(next++);
    const isKnown = next < columns.count && hashAt(columns, next) === other.hash;
    const isNewer = !isKnown || other.version > (columns.version[next] ?? 0);
    if (!isNewer) rows.push(next);
    else if (other.is_deleted === 0) rows.push(other);
    if (isKnown) next += 1;
  }
  while (next < columns.count) rows.push(next++);
  return rows;
}

class ColumnsBuilder {
  readonly #count: number;
  readonly #texts = createDictionary();
  readonly #hashes: Buffer;
  readonly #numbers: Record<(typeof numberColumns)[number], Float64Array>;
  readonly #days: Record<(typeof dayColumns)[number], Int32Array>;
  readonly #bytes: Record<(typeof byteColumns)[number], Uint8Array>;
  readonly #codes: Record<(typeof textColumns)[number], Int32Array>;
  readonly #lists: Record<(typeof listColumns)[number], ReturnType<typeof createList>>;
  readonly #reach: Record<(typeof reachLists)[number], number[]>;
  #at = 0;

  constructor(count: number) {
    this.#count = count;
    this.#hashes = Buffer.alloc(count * 16);
    this.#numbers = mapNames(numberColumns, () => new Float64Array(count));
    this.#days = mapNames(dayColumns, () => new Int32Array(count));
    this.#bytes = mapNames(byteColumns, () => new Uint8Array(count));
    this.#codes = mapNames(textColumns, () => new Int32Array(count));
    this.#lists = mapNames(listColumns, () => createList(count));
    this.#reach = mapNames(reachLists, () => []);
  }

  add(row: AdColumnsRow): void {
    const at = this.#at;
    const { encode } = this.#texts;
    this.#hashes.write(row.hash, at * 16, 'hex');
    this.#numbers.addedIn[at] = row.added_in;
    this.#numbers.version[at] = row.version;
    this.#numbers.reach[at] = row.reach ?? Number.NaN;
    this.#numbers.engagement[at] = sumEngagement(row) ?? Number.NaN;
    this.#numbers.firstSeen[at] = row.first_seen;
    this.#numbers.lastSeen[at] = row.last_seen;
    this.#days.firstDay[at] = row.first_day;
    this.#days.lastDay[at] = row.last_day;
    this.#days.confirmedDay[at] = row.confirmed_day;
    this.#bytes.freshnessDays[at] = row.freshness_days;
    this.#bytes.stopped[at] = row.stopped;
    this.#bytes.statedActive[at] = row.stated_active;
    this.#bytes.hasStart[at] = row.has_start;
    this.#bytes.hasEnd[at] = row.has_end;
    this.#codes.format[at] = encode(row.format);
    this.#codes.mediaType[at] = encode(row.media_type);
    this.#codes.language[at] = encode(row.language);
    this.#codes.page[at] = encode(row.landing_page);
    this.#codes.domain[at] = encode(row.landing_page_domain);
    this.#codes.thumbnail[at] = encode(row.thumbnail_url);
    this.#codes.callToAction[at] = encode(row.cta_text ?? row.cta_type);
    this.#codes.reachKind[at] = encode(row.reach_kind);
    this.#codes.library[at] = encode(row.library);
    this.#codes.places[at] = encode(row.places);
    this.#codes.targeting[at] = encode(row.targeting);
    this.#codes.coverage[at] = encode(row.coverage);
    this.#addTexts(row);
    for (const platform of row.platforms) this.#lists.platforms.push(encode(platform));
    for (const tag of row.tag_ids) this.#lists.tags.push(tag);
    this.#addGroups('genders', row.reach_by_gender);
    this.#addGroups('ages', row.reach_by_age);
    this.#addGroups('countries', row.reach_by_country);
    this.#endRow();
  }

  #addTexts(row: AdColumnsRow): void {
    const { encode } = this.#texts;
    const headlines = [...row.headlines, ...row.card_headlines].filter((text) => text !== '');
    const bodies = [...row.bodies, ...row.card_bodies].filter((text) => text !== '');
    const shown = new Set(headlines.filter(isNoTemplate));
    const [headline = null] = shown;
    this.#codes.headline[this.#at] = encode(headline);
    for (const text of shown) this.#lists.headlines.push(encode(text));
    for (const text of new Set(bodies.filter(isNoTemplate))) this.#lists.bodies.push(encode(text));
  }

  #addGroups(name: (typeof reachLists)[number], groups: Readonly<Record<string, number>>): void {
    for (const [group, people] of Object.entries(groups)) {
      this.#lists[name].push(this.#texts.encode(group));
      this.#reach[name].push(people);
    }
  }

  /** Returns a function that copies one row. */
  copyFrom(from: AdColumns): (row: number) => void {
    const encode = this.#texts.encodeAgain(from.texts);
    return (row) => {
      const at = this.#at;
      from.hashes.copy(this.#hashes, at * 16, row * 16, row * 16 + 16);
      for (const name of numberColumns) this.#numbers[name][at] = from[name][row] ?? Number.NaN;
      for (const name of dayColumns) this.#days[name][at] = from[name][row] ?? 0;
      for (const name of byteColumns) this.#bytes[name][at] = from[name][row] ?? 0;
      for (const name of textColumns) this.#codes[name][at] = encode(from[name][row] ?? -1);
      for (const name of textLists) {
        forEachValue(from[name], row, (code) => this.#lists[name].push(encode(code)));
      }
      for (const name of reachLists) {
        forEachValue(from[name], row, (code, place) => {
          this.#lists[name].push(encode(code));
          this.#reach[name].push(from[name].reach[place] ?? 0);
        });
      }
      forEachValue(from.tags, row, this.#lists.tags.push);
      this.#endRow();
    };
  }

  #endRow(): void {
    for (const name of listColumns) this.#lists[name].end(this.#at);
    this.#at += 1;
  }

  finish(): AdColumns {
    const columns = {
      count: this.#count,
      texts: this.#texts.values,
      hashes: this.#hashes,
      ...this.#numbers,
      ...this.#days,
      ...this.#bytes,
      ...this.#codes,
      ...mapNames(textLists, (name) => this.#lists[name].finish()),
      tags: this.#lists.tags.finish(),
      ...mapNames(reachLists, (name) => {
        return { ...this.#lists[name].finish(), reach: Float64Array.from(this.#reach[name]) };
      }),
    };
    return { ...columns, bytes: countBytes(columns) };
  }
}

function isNoTemplate(text: string): boolean {
  return !text.includes('{{');
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
  /** For the codes of another dictionary; each text is looked up once. */
  const encodeAgain = (texts: readonly string[]) => {
    const found = new Int32Array(texts.length).fill(-1);
    return (code: number): number => {
      if (code === -1) return -1;
      const known = found[code] ?? -1;
      if (known !== -1) return known;
      const encoded = encode(texts[code] ?? null);
      found[code] = encoded;
      return encoded;
    };
  };
  return { values, encode, encodeAgain };
}

function createList(count: number) {
  const ends = new Uint32Array(count);
  const values: number[] = [];
  return {
    push: (value: number): void => void values.push(value),
    end: (row: number): void => {
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

function forEachValue(list: ListColumn, row: number, visit: (value: number, place: number) => void): void {
  const end = list.ends[row] ?? 0;
  for (let place = listStart(list, row); place < end; place += 1) visit(list.values[place] ?? -1, place);
}

export function listStart({ ends }: Pick<ListColumn, 'ends'>, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0);
}

export function textAt({ texts }: Pick<AdColumns, 'texts'>, code: number | undefined): string | null {
  return texts[code ?? -1] ?? null;
}

export function listTexts(columns: AdColumns, list: ListColumn, row: number): string[] {
  const found: string[] = [];
  forEachValue(list, row, (code) => found.push(columns.texts[code] ?? ''));
  return found;
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
