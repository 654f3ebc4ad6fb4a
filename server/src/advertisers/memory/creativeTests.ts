import { listLibraries } from '../../ads/coverage.ts';
import { findTests, type TestableAd } from '../../ads/creativeTests.ts';
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

/** Ads whose day of launch is not known are not compared. */
export function readTests(selection: Selection): AdTests<TestableRow> {
  const { columns, rows, today } = selection;
  const known = rows.filter((row) => columns.hasStart[row] === 1);
  const read = createReader(selection);
  const tests = findTests(Array.from(known, read), today);
  return {
    tests,
    describe: ({ row }) => describeAd(selection, row),
    ads: known.length,
    notUsed: rows.length - known.length,
    libraries: listLibraries(readCoverage(selection)),
  };
}

function createReader(selection: Selection): (row: number) => TestableRow {
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
  const countriesOf = readOnce(
    (row) => columns.places[row] ?? -1,
    (row) => encode(textAt(columns, columns.places[row]) ?? ''),
  );
  return (row) => ({
    row,
    headline: headlineOf(row),
    ...copyOf(row),
    callToAction: columns.callToAction[row] ?? -1,
    landingPage: columns.page[row] ?? -1,
    countries: countriesOf(row),
    pictureAddress: encode(pathOf(textAt(columns, columns.thumbnail[row]))),
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
function pathOf(address: string | null): string {
  return address?.replace(/^[a-z]+:\/\/[^/]*|[?#].*$/giu, '') ?? '';
}

function describeAd({ columns, daysRunning, areDaysExact, isActive }: Selection, row: number): TestedAd {
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
      countries: emptyToNull(textAt(columns, columns.places[row])?.replaceAll(',', ', ')),
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
