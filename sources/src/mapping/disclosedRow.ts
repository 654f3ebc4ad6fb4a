import type { OpenAdInput } from '@magpie/contract';
import { type AdLibraryName, platformTable } from '@magpie/contract/platforms';
import { type AdSource, Unmappable } from '../source.ts';
import { distinctMedia, mapRun, readAdvertiserName, readCapturedAt, statusAt } from './adParts.ts';
import {
  getList,
  isObject,
  marginals,
  readCountries,
  readFirst,
  readReach,
  readString,
  readTexts,
  readUrl,
} from './fields.ts';
import { findCountry, readGenders, readImpressions, sumByCountry, toTargeting } from './transparency.ts';

/**
 * Libraries that are websites only: their ads arrive as flat records, of a report or of a scraper. Columns are found by
 * name in any spelling: `Funding Entity`, `fundingEntity`, `funding_entity`.
 */

type Field =
  | 'id'
  | 'page'
  | 'advertiser'
  | 'payer'
  | 'headline'
  | 'body'
  | 'landingPage'
  | 'image'
  | 'video'
  | 'start'
  | 'lastShown'
  | 'end'
  | 'impressions'
  | 'impressionsByCountry'
  | 'reach'
  | 'reachByCountry'
  | 'country'
  | 'age'
  | 'gender'
  | 'targeted'
  | 'excluded'
  | 'removal';

export interface DisclosedRows {
  readonly name: string;
  readonly summary: string;
  readonly library: AdLibraryName;
  readonly placement: string;
  /** Names of the columns of each field, in lower case without other characters, the preferred one first. */
  readonly columns: Partial<Readonly<Record<Field, string>>>;
  /** A record is of this library if it has a column of each group. */
  readonly signature: readonly string[];
  /** Where the library measures. */
  readonly regions: readonly string[];
  /** Makes a nested record flat. */
  flatten?(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The id in the library, if the record has one. */
  readId(value: string): string | null;
}

type Row = ReadonlyMap<string, unknown>;

export interface RowSource extends AdSource {
  /** The id of a record in the library and the addresses of its pictures; null if it is no ad, or has no id. */
  locate(record: unknown): { readonly id: string; readonly images: readonly string[] } | null;
}

export function createRowSource(library: DisclosedRows): RowSource {
  const groups = library.signature.map((names) => names.split(' '));
  const readRow = (record: unknown): Row => {
    const flat = isObject(record) ? (library.flatten?.(record) ?? record) : {};
    return new Map(Object.entries(flat).map(([column, cell]) => [normalize(column), cell]));
  };
  const isAd = (record: unknown): boolean => {
    const row = readRow(record);
    return groups.every((names) => names.some((name) => row.has(name)));
  };
  return {
    name: library.name,
    summary: library.summary,
    recognises: (document) => recordsIn(document).slice(0, 20).some(isAd),
    unfold: recordsIn,
    locate(record) {
      if (!isAd(record)) return null;
      const row = readRow(record);
      const id = readId(library, row);
      return id === null ? null : { id, images: listUrls(readCells(library, row, 'image')) };
    },
    toAd(record) {
      if (!isAd(record)) throw new Unmappable(`This is not an ad of ${library.name}.`);
      return mapRow(library, readRow(record), record);
    },
  };
}

function normalize(column: string): string {
  return column
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Scrapers put their rows into `items`, `data`, `ads` or `results`. */
function recordsIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const lists = ['items', 'data', 'ads', 'results'].map((name) => getList(document, name));
  return lists.find((list) => list.some(isObject)) ?? [document];
}

function readCells({ columns }: DisclosedRows, row: Row, field: Field): unknown[] {
  return (columns[field] ?? '')
    .split(' ')
    .map((name) => row.get(name))
    .filter((cell) => cell !== undefined && cell !== null && cell !== '');
}

function readId(library: DisclosedRows, row: Row): string | null {
  return readFirst(readCells(library, row, 'id'), (cell) => library.readId(readString(cell, 500) ?? ''));
}

function mapRow(library: DisclosedRows, row: Row, record: unknown): OpenAdInput {
  const cells = (field: Field): unknown[] => readCells(library, row, field);
  const texts = (field: Field): unknown[] =>
    cells(field).flatMap((cell) => (Array.isArray(cell) ? cell : [cell]));
  const first = <Value>(field: Field, read: (cell: unknown) => Value | null): Value | null =>
    readFirst(cells(field), read);
  const capturedAt = readCapturedAt(record);
  const lastShown = first('lastShown', readText);
  const isRemoved = first('removal', readText) !== null;
  const page = first('page', (cell) => readUrl(cell, 2048));
  const reachByCountry = listByCountry(first('reachByCountry', readEntries) ?? []);
  const impressions = first('impressions', readImpressions);
  const reach = first('reach', readReach);
  return {
    ...identify(library, readId(library, row), page),
    platforms: [],
    placements: [library.placement],
    advertiser: {
      name: readAdvertiserName([...texts('advertiser'), ...texts('payer')], 'The ad has no advertiser.'),
    },
    headlines: readTexts(texts('headline'), 2000).slice(0, 500),
    bodies: readTexts(texts('body').filter((cell) => readUrl(cell) === null)).slice(0, 500),
    landingPageUrl: first('landingPage', (cell) => readUrl(cell)),
    ...mapMedia(cells('image'), cells('video')),
    ...mapRun(
      first('start', readText),
      lastShown,
      isRemoved ? 'inactive' : statusAt(lastShown, capturedAt),
      first('end', readText),
    ),
    countries: readCountries([
      ...cells('country').flatMap(splitCell).map(findCountry),
      ...(first('impressionsByCountry', readEntries) ?? []).map(([country]) => findCountry(country)),
      ...reachByCountry.map(({ country }) => country),
    ]),
    ...reach,
    demographics: marginals(reachByCountry.map(({ country, count }) => ({ country, reach: count }))),
    impressions,
    impressionsByCountry: sumByCountry(listByCountry(first('impressionsByCountry', readEntries) ?? [])),
    payer: first('payer', (cell) => readString(cell, 300)),
    targeting: mapSegments(cells),
    coverage: impressions === null && reach === null ? null : { regions: [...library.regions] },
    capturedAt,
  };
}

function readText(cell: unknown): string | null {
  return readString(cell, 100);
}

function identify({ library }: DisclosedRows, id: string | null, page: string | null) {
  if (id === null) return { sourceUrl: page };
  const identity = platformTable.identifyAd(library, id);
  return { ...identity, sourceUrl: identity.sourceUrl ?? page };
}

/** A list, or a text with commas, semicolons or lines. */
function splitCell(cell: unknown): string[] {
  if (Array.isArray(cell)) return readTexts(cell, 300);
  return readTexts((readString(cell, 20_000) ?? '').split(/[,;|\n]/), 300);
}

/** `{DE: "10K-50K"}`, or rows `{country, impressions}`; also as JSON in a cell. */
function readEntries(cell: unknown): [unknown, unknown][] | null {
  const value = typeof cell === 'string' ? parseJson(cell) : cell;
  if (Array.isArray(value)) {
    return value.filter(isObject).map((row): [unknown, unknown] => {
      const entries = Object.entries(row).map(([name, inner]) => [normalize(name), inner] as const);
      const find = (names: RegExp): unknown => entries.find(([name]) => names.test(name))?.[1];
      return [
        find(/^(?:country|countrycode|region|regionname)$/),
        find(/^(?:impressions?|reach|users?|count|value|range)$/),
      ];
    });
  }
  return isObject(value) ? Object.entries(value) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(0, 100_000));
  } catch {
    return undefined;
  }
}

function listByCountry(entries: readonly (readonly [unknown, unknown])[]) {
  return entries.map(([country, count]) => ({
    country: findCountry(country),
    count: readImpressions(count)?.value,
  }));
}

function mapMedia(
  images: readonly unknown[],
  videos: readonly unknown[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'media'> {
  const media = distinctMedia(
    [
      ...listUrls(videos).map((url) => ({ type: 'video' as const, url })),
      ...listUrls(images).map((url) => ({ type: 'image' as const, url })),
    ],
    200,
  );
  const type = media[0]?.type;
  return type === undefined ? {} : { format: type, mediaType: type, media };
}

function listUrls(cells: readonly unknown[]): string[] {
  const values = cells.flatMap((cell): unknown[] => (Array.isArray(cell) ? cell : [cell]));
  return values.map((value) => readUrl(value)).filter((url) => url !== null);
}

/** Segments that are ages, genders or countries; the others as named. */
function mapSegments(cells: (field: Field) => unknown[]): OpenAdInput['targeting'] {
  const segments = cells('targeted').flatMap(splitCell);
  const ages = segments.filter((segment) => /^\d{1,3}(?:-\d{1,3}|\+)$/.test(segment));
  const genders = segments.filter((segment) => readGenders(segment).length > 0);
  // Two letters are more often an abbreviation than the code of a country.
  const countries = segments.filter((segment) => segment.length > 2 && findCountry(segment) !== null);
  const known = new Set([...ages, ...genders, ...countries]);
  return toTargeting({
    ages: [...cells('age').flatMap(splitCell), ...ages],
    genders: readGenders([...cells('gender').flatMap(splitCell), ...genders]),
    countries: countries.map(findCountry),
    parameters: segments.filter((segment) => !known.has(segment)),
    excluded: cells('excluded').flatMap(splitCell),
  });
}
