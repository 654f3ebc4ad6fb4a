import { endOfRange, isOutsideAdDates, startOfRange } from '@magpie/contract';
import * as run from '../../ads/run.ts';
import type { CommonFilters } from '../selectedAds.ts';
import type { AdColumns } from './adColumns.ts';

export interface Selection extends Running {
  readonly columns: AdColumns;
  /** Positions of the matching ads, by ascending hash. */
  readonly rows: Int32Array;
  /** Days since 1970. */
  readonly today: number;
}

interface Running {
  readonly readRun: (row: number) => run.StatedRun;
  readonly hasEnded: (row: number) => boolean;
  readonly isExpected: (row: number) => boolean;
  readonly isActive: (row: number) => boolean;
  /** The day the ad ended or was last confirmed, or today while it runs. */
  readonly lastDay: (row: number) => number;
  readonly daysRunning: (row: number) => number;
  readonly areDaysExact: (row: number) => boolean;
}

function runningOn(columns: AdColumns, today: number): Running {
  const { stopped, statedActive, hasStart, hasEnd, firstDay, lastDay, confirmedDay, freshnessDays } = columns;
  const readRun = (row: number): run.StatedRun => ({
    isStopped: stopped[row] === 1,
    isStatedActive: statedActive[row] === 1,
    hasStart: hasStart[row] === 1,
    hasEnd: hasEnd[row] === 1,
    startDay: firstDay[row] ?? 0,
    endDay: lastDay[row] ?? 0,
    confirmedDay: confirmedDay[row] ?? 0,
    freshnessDays: freshnessDays[row] ?? 0,
  });
  return {
    readRun,
    hasEnded: (row) => run.hasEnded(today, readRun(row)),
    isExpected: (row) => run.isExpected(today, readRun(row)),
    isActive: (row) => run.isActive(today, readRun(row)),
    lastDay: (row) => run.findLastDay(today, readRun(row)),
    daysRunning: (row) => run.countDaysRunning(today, readRun(row)),
    areDaysExact: (row) => run.areDaysExact(today, readRun(row)),
  };
}

export function selectRows(
  columns: AdColumns,
  filters: CommonFilters,
  asOf: number,
  todayDate: string,
): Selection {
  const today = run.toDay(todayDate);
  const running = runningOn(columns, today);
  const matches = createFilter(columns, filters, running);
  const rows = new Int32Array(columns.count);
  let count = 0;
  for (let row = 0; row < columns.count; row += 1) {
    if ((columns.addedIn[row] ?? 0) > asOf || !matches(row)) continue;
    rows[count] = row;
    count += 1;
  }
  return { ...running, columns, rows: rows.subarray(0, count), today };
}

export function selectAllRows(columns: AdColumns, todayDate: string): Selection {
  const today = run.toDay(todayDate);
  return {
    ...runningOn(columns, today),
    columns,
    rows: Int32Array.from({ length: columns.count }, (_, row) => row),
    today,
  };
}

type RowFilter = (row: number) => boolean;

function createFilter(columns: AdColumns, filters: CommonFilters, { isActive }: Running): RowFilter {
  const { status, mediaType, language } = filters;
  const all: RowFilter[] = [];
  if (isOutsideAdDates(filters)) return () => false;
  if (status !== 'all') all.push((row) => isActive(row) === (status === 'active'));
  if (mediaType !== 'all') all.push(equals(columns, columns.mediaType, mediaType));
  if (language !== undefined) all.push(equals(columns, columns.language, language));
  all.push(...dateFilters(columns, filters));
  const [first, ...others] = all;
  if (first === undefined) return () => true;
  return others.length === 0 ? first : (row) => all.every((matches) => matches(row));
}

function equals({ texts }: AdColumns, codes: Int32Array, value: string): RowFilter {
  const code = texts.indexOf(value);
  return code === -1 ? () => false : (row) => codes[row] === code;
}

/** Ads without a start date are filtered by their first sighting. */
function* dateFilters(
  { hasStart, firstDay, firstSeen }: AdColumns,
  { dateFrom, dateTo }: CommonFilters,
): Iterable<RowFilter> {
  if (dateFrom !== undefined) {
    const { day, instant } = startOfRange(dateFrom);
    const [fromDay, from] = [run.toDay(day), Date.parse(instant)];
    yield (row) => (hasStart[row] === 1 ? (firstDay[row] ?? 0) >= fromDay : (firstSeen[row] ?? 0) >= from);
  }
  if (dateTo !== undefined) {
    const { day, before } = endOfRange(dateTo);
    const [toLast, end] = [run.toDay(day), Date.parse(before)];
    yield (row) => (hasStart[row] === 1 ? (firstDay[row] ?? 0) <= toLast : (firstSeen[row] ?? 0) < end);
  }
}
