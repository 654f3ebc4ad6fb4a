import type { Ad } from '@magpie/contract';
import { listLibraries } from '../../ads/coverage.ts';
import { findTests, type TestableAd } from '../../ads/creativeTests.ts';
import { groupPictures } from '../../ads/families/groupPictures.ts';
import { toDaysKind } from '../../ads/run.ts';
import type { AdTests, TestedAd } from '../selectedAds.ts';
import { type AdColumns, hashAt, type ListColumn, listStart, listTexts, textAt } from './adColumns.ts';
import { observeRow } from './lifetimes.ts';
import type { Selection } from './selection.ts';
import { readCoverage } from './stats.ts';
import { findHook } from './texts.ts';

export interface TestableRow extends TestableAd {
  readonly row: number;
}

/** By the hash of an ad, the PDQ hashes of its pictures, as far as they were read. */
export type AdPictures = ReadonlyMap<string, readonly string[]>;

/** Ads whose day of launch is not known are not compared. */
export function readTests(selection: Selection, pictures: AdPictures): AdTests<TestableRow> {
  const { columns, rows, today } = selection;
  const known = rows.filter((row) => columns.hasStart[row] === 1);
  const pictureOf = createPictureReader(columns, known, pictures);
  const read = createReader(selection, pictureOf);
  const tests = findTests(Array.from(known, read), today);
  return {
    tests,
    describe: ({ row }) => describeAd(selection, row, pictureOf(row)),
    ads: known.length,
    notUsed: rows.length - known.length,
    libraries: listLibraries(readCoverage(selection)),
  };
}

function createReader(selection: Selection, pictureOf: PictureReader): (row: number) => TestableRow {
  const { columns, daysRunning, areDaysExact } = selection;
  const encode = createEncoder();
  const headlineOf = readOnce(listKey(columns.headlines), (row) =>
    encode(listTexts(columns, columns.headlines, row).join('\n')),
  );
  const copyOf = readOnce(listKey(columns.bodies), (row) => {
    const copies = listTexts(columns, columns.bodies, row);
    const hook = findHook(copies[0] ?? '');
    return { hook: encode(hook), restOfCopy: encode(copies.join('\n').slice(hook.length).trim()) };
  });
  const audienceOf = readOnce(
    (row) => `${columns.places[row]} ${columns.targeting[row]}`,
    (row) => encode(describeAudience(columns, row)),
  );
  // An ad without media has the format `other`: what it shows is not known.
  const formatOf = readOnce(
    (row) => columns.format[row] ?? -1,
    (row) => encode((textAt(columns, columns.format[row]) ?? '').replace(/^other$/u, '')),
  );
  return (row) => ({
    row,
    headline: headlineOf(row),
    ...copyOf(row),
    callToAction: columns.callToAction[row] ?? -1,
    landingPage: columns.page[row] ?? -1,
    audience: audienceOf(row),
    isTargetingKnown: columns.targeting[row] !== -1,
    library: columns.library[row] ?? -1,
    format: formatOf(row),
    platforms: encode(listTexts(columns, columns.platforms, row).toSorted().join(' ')),
    picture: encode(pictureOf(row) ?? ''),
    pictureAddress: encode(addressOf(columns, row)),
    launchDay: columns.firstDay[row] ?? 0,
    daysRunning: daysRunning(row),
    areDaysExact: areDaysExact(row),
    end: endOf(selection, row),
  });
}

/** Many ads have the same texts, which are read for the first of them. */
function readOnce<Value>(keyOf: (row: number) => number | string, read: (row: number) => Value) {
  const known = new Map<number | string, Value>();
  return (row: number): Value => {
    const key = keyOf(row);
    const value = known.get(key) ?? read(row);
    known.set(key, value);
    return value;
  };
}

/** The same for rows with the same texts. */
function listKey(list: ListColumn): (row: number) => number | string {
  return (row) => {
    const start = listStart(list, row);
    const end = list.ends[row] ?? 0;
    return end - start === 1 ? (list.values[start] ?? -1) : list.values.subarray(start, end).join(' ');
  };
}

function endOf(selection: Selection, row: number): TestableAd['end'] {
  if (selection.isActive(row)) return 'running';
  return observeRow(selection, row)?.hasEnded ? 'ended' : 'notKnown';
}

function createEncoder(): (text: string) => number {
  const codes = new Map<string, number>();
  return (text) => {
    if (text === '') return -1;
    const code = codes.get(text) ?? codes.size;
    codes.set(text, code);
    return code;
  };
}

/** Libraries sign the addresses of pictures in the query, differently each time. */
function addressOf(columns: AdColumns, row: number): string {
  const address = textAt(columns, columns.thumbnail[row]);
  return address?.replace(/^[a-z]+:\/\/[^/]*|[?#].*$/giu, '') ?? '';
}

/** Bounds the time for comparing all pictures of an advertiser with one another. */
const maxComparedPictures = 5000;

type PictureReader = (row: number) => string | null;

/** The lowest hash of the pictures that are nearly equal to that of an ad; null if its picture is not known. */
function createPictureReader(columns: AdColumns, rows: Int32Array, pictures: AdPictures): PictureReader {
  if (pictures.size === 0) return () => null;
  const hashed = Array.from(rows)
    .flatMap((row) => pictures.get(hashAt(columns, row))?.map((pdq) => ({ row, pdq })) ?? [])
    .toSorted((one, other) => (columns.firstDay[other.row] ?? 0) - (columns.firstDay[one.row] ?? 0))
    .slice(0, maxComparedPictures);
  const lowest = groupPictures(hashed.map(({ pdq }) => pdq));
  const ofRows = new Map<number, string | null>();
  const ofFiles = new Map<string, string | null>();
  for (const { row, pdq } of hashed) {
    const picture = lowest.get(pdq) ?? pdq;
    addIfOnly(ofRows, row, picture);
    addIfOnly(ofFiles, fileOf(columns, row), picture);
  }
  ofFiles.delete('');
  return (row) => ofRows.get(row) ?? (ofRows.has(row) ? null : (ofFiles.get(fileOf(columns, row)) ?? null));
}

/** The same for ads that have one picture, as far as addresses show it. Ads with several cards have a format of their own. */
function fileOf(columns: AdColumns, row: number): string {
  const address = addressOf(columns, row);
  return address === '' ? '' : `${columns.format[row]} ${address}`;
}

/** Null for a key with several values: which of them counts is not known. */
function addIfOnly<Key>(values: Map<Key, string | null>, key: Key, value: string): void {
  const known = values.get(key);
  values.set(key, known === undefined || known === value ? value : null);
}

/** Countries, then what the source publishes of the targeting. Empty if neither is known. */
function describeAudience(columns: AdColumns, row: number): string {
  const shownIn = (textAt(columns, columns.places[row]) ?? '').split(',').filter(Boolean);
  const json = textAt(columns, columns.targeting[row]);
  const targeting = json === null ? null : (JSON.parse(json) as NonNullable<Ad['targeting']>);
  if (targeting === null) return shownIn.join(', ');
  const { countries, ages, genders, places, parameters, excluded } = targeting;
  return [countries.length > 0 ? countries : shownIn, ages, genders, places, parameters]
    .map((values) => joinSorted(values))
    .concat(excluded.length > 0 ? `without ${joinSorted(excluded)}` : '')
    .filter((text) => text !== '')
    .join('; ');
}

function joinSorted(values: readonly string[]): string {
  return values.toSorted().join(', ');
}

function describeAd(
  { columns, daysRunning, areDaysExact, isActive }: Selection,
  row: number,
  picture: string | null,
): TestedAd {
  const copies = listTexts(columns, columns.bodies, row);
  return {
    hash: hashAt(columns, row),
    thumbnailUrl: textAt(columns, columns.thumbnail[row]),
    daysRunning: daysRunning(row),
    daysRunningKind: toDaysKind(areDaysExact(row)),
    status: isActive(row) ? 'active' : 'inactive',
    parts: {
      headline: emptyToNull(listTexts(columns, columns.headlines, row).join('\n')),
      hook: emptyToNull(findHook(copies[0] ?? '')),
      callToAction: textAt(columns, columns.callToAction[row]),
      landingPage: describePage(columns, row),
      audience: emptyToNull(describeAudience(columns, row)),
      picture,
    },
  };
}

function emptyToNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

function describePage(columns: AdColumns, row: number): string | null {
  const page = textAt(columns, columns.page[row]);
  return page === null ? null : `https://${page}`;
}
