import type { Ad } from '@magpie/contract';
import { toDate, toDay, toDaysKind } from '../../ads/run.ts';
import type { Launch, Page } from '../selectedAds.ts';
import type { StatedLaunches } from '../../ads/launchMomentum.ts';
import type { DayCounts, DayRange, MonthRow, Series } from '../timeline.sql.ts';
import { hashAt, listTexts, textAt } from './adColumns.ts';
import type { Selection } from './selection.ts';
import { selectPage } from './top.ts';

export function firstLaunch({ columns, rows }: Selection): string | null {
  let first = Number.POSITIVE_INFINITY;
  for (const row of rows) first = Math.min(first, columns.firstDay[row] ?? 0);
  return rows.length === 0 ? null : toDate(first);
}

/** An ad that was last seen before its start stops on its first day: it never ran. */
export function readDailyCounts(
  { columns, rows, isExpected, lastDay }: Selection,
  { from, to }: DayRange,
  series: Series,
): DayCounts {
  const [firstShown, lastShown, start] = [toDay(from), toDay(to), toDay(series.from)];
  const launched = Array.from({ length: series.count }, () => 0);
  const stopped = Array.from({ length: series.count }, () => 0);
  let [total, publishedStarts, runningBefore] = [0, 0, 0];
  for (const row of rows) {
    const first = columns.firstDay[row] ?? 0;
    // The last day of an ad may be in the future while it runs or is planned.
    const last = isExpected(row) ? (columns.lastDay[row] ?? 0) : lastDay(row);
    const launch = first - start;
    const stop = Math.max(launch, last - start + 1);
    if (first >= firstShown && first <= lastShown) {
      total += 1;
      publishedStarts += columns.hasStart[row] ?? 0;
    }
    if (launch < 0 && stop >= 0) runningBefore += 1;
    if (launch >= 0 && launch < series.count) launched[launch] = (launched[launch] ?? 0) + 1;
    if (stop >= 0 && stop < series.count) stopped[stop] = (stopped[stop] ?? 0) + 1;
  }
  return { total, publishedStarts, runningBefore, launched, stopped };
}

export function readMonthlyCounts({ columns, rows, isExpected, lastDay, today }: Selection): MonthRow[] {
  const months = new Map<number | null, { launched: number; stopped: number; publishedStarts: number }>();
  const countsOf = (month: number | null) => {
    const counts = months.get(month) ?? { launched: 0, stopped: 0, publishedStarts: 0 };
    months.set(month, counts);
    return counts;
  };
  for (const row of rows) {
    const first = columns.firstDay[row] ?? 0;
    const last = isExpected(row) ? (columns.lastDay[row] ?? 0) : lastDay(row);
    const start = countsOf(first > today ? null : monthOf(first));
    start.launched += 1;
    start.publishedStarts += columns.hasStart[row] ?? 0;
    if (first <= today && last < today) countsOf(monthOf(Math.max(first, last + 1))).stopped += 1;
  }
  return Array.from(months, ([month, counts]) => ({ month, ...counts })).toSorted(
    (one, other) => (one.month ?? Infinity) - (other.month ?? Infinity),
  );
}

/** Months since the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * dayMilliseconds);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const dayMilliseconds = 86_400_000;

export function countStatedLaunches({ columns, rows }: Selection, series: Series): StatedLaunches {
  const start = toDay(series.from);
  const launched = Array.from({ length: series.count }, () => 0);
  let notStated = 0;
  for (const row of rows) {
    if (columns.hasStart[row] === 0) {
      notStated += 1;
      continue;
    }
    const day = (columns.firstDay[row] ?? 0) - start;
    if (day >= 0 && day < series.count) launched[day] = (launched[day] ?? 0) + 1;
  }
  return { launched, stated: rows.length - notStated, notStated };
}

/** Newest first. */
export function launchesOn(selection: Selection, { from, to }: DayRange, { limit, offset }: Page): Launch[] {
  const { columns, rows, isActive, daysRunning, areDaysExact } = selection;
  const [first, last] = [toDay(from), toDay(to)];
  const dayOf = (row: number): number => columns.firstDay[row] ?? 0;
  const matching = rows.filter((row) => dayOf(row) >= first && dayOf(row) <= last);
  const days = matching.map(dayOf);
  return selectPage(
    matching,
    { limit, offset },
    (one, other) => (days[other] ?? 0) - (days[one] ?? 0) || one - other,
  ).map((row) => ({
    hash: hashAt(columns, row),
    launchedAt: toDate(dayOf(row)),
    thumbnailUrl: textAt(columns, columns.thumbnail[row]),
    format: textAt(columns, columns.format[row]) as Ad['format'],
    headline: textAt(columns, columns.headline[row]),
    status: isActive(row) ? 'active' : 'inactive',
    daysRunning: daysRunning(row),
    daysRunningKind: toDaysKind(areDaysExact(row)),
    platforms: listTexts(columns, columns.platforms, row) as Ad['platforms'],
  }));
}
