import {
  endOfRange,
  holdsNoAd,
  startOfRange,
  type contract,
  type OutputOf,
  type ParsedInputOf,
} from '@magpie/contract';
import { pageAfter, decodeAdCursor } from '../ads/adCursor.ts';
import { runsOn } from '../ads/knownAd.ts';
import { daysRunning } from '../ads/presentation.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './assertKnownAdvertiser.ts';
import { adsOf, type ResearchParts } from './research.ts';
import {
  firstLaunch,
  launchesOn,
  movementsOn,
  type Days,
  type LaunchRow,
  type Movements,
} from './timeline.sql.ts';

type GetTimeline = typeof contract.brandSpy.getTimeline;
type Input = ParsedInputOf<GetTimeline>;
type Timeline = OutputOf<GetTimeline>;

/**
 * `brandSpy.getTimeline`: the ads that the filters select, day by day. An ad that began before the first day counts
 * among the active ones, not among the launches.
 */
export function timelineHandler(parts: ResearchParts): Handler<GetTimeline> {
  return async ({ input }) => {
    const list = listKey('brandSpy.getTimeline', input);
    const walk = decodeAdCursor(list, input.cursor, await parts.newestRecording());
    const today = parts.today();
    const ads = adsOf(input, walk.asOf, today);
    const timeRange = timeRangeOf(input);
    const days = await daysOf({ ...input, timeRange }, today, () => firstLaunch(parts.clickhouse, ads));
    if (days === null) {
      await assertKnownAdvertiser(parts, input.companyName);
      return { timeRange, from: null, to: null, series: [], launches: [], ...pageAfter(walk, 0, 0) };
    }
    const shown = shownDays(days, today);
    const [movements, launches] = await Promise.all([
      movementsOn(parts.clickhouse, ads, days, { from: shown.from, count: countOf(shown) }),
      launchesOn(parts.clickhouse, ads, days, { limit: input.limit, offset: walk.offset }),
    ]);
    if (movements.total === 0 && movements.runningBefore === 0) await assertKnownAdvertiser(parts, input.companyName);
    return {
      timeRange,
      ...days,
      series: seriesOf(shown, movements),
      launches: launches.map((row) => toLaunch(row, today)),
      ...pageAfter(walk, launches.length, movements.total),
    };
  };
}

/** Null where the dates alone set the days. */
function timeRangeOf({ timeRange, dateFrom, dateTo }: Input): Timeline['timeRange'] {
  return timeRange ?? (dateFrom === undefined && dateTo === undefined ? '3months' : null);
}

const daysIn: Readonly<Record<Exclude<Input['timeRange'], 'all' | undefined>, number>> = {
  '1week': 7,
  '1month': 30,
  '3months': 90,
  '6months': 180,
  '1year': 365,
};

/**
 * The days of the time range, which ends today, that lie within the dates; without a time range those of the dates. A
 * side that nothing bounds ends with the first launch, or today. Null where no day is left.
 */
async function daysOf(
  { timeRange, dateFrom, dateTo }: Pick<Input, 'dateFrom' | 'dateTo'> & Pick<Timeline, 'timeRange'>,
  today: string,
  firstOf: () => Promise<string | null>,
): Promise<Days | null> {
  if (holdsNoAd({ dateFrom, dateTo })) return null;
  const starts = [
    ...(dateFrom === undefined ? [] : [startOfRange(dateFrom).day]),
    ...(timeRange === null || timeRange === 'all' ? [] : [dayAfter(today, 1 - daysIn[timeRange])]),
  ];
  const ends = [
    ...(dateTo === undefined ? [] : [endOfRange(dateTo).day]),
    ...(timeRange === null && dateTo !== undefined ? [] : [today]),
  ];
  const from = starts.toSorted().at(-1) ?? (await firstOf());
  const to = ends.toSorted()[0];
  return from === null || to === undefined || from > to ? null : { from, to };
}

/** The most days that a series has. Ten years of them take 200 kB. */
const mostDays = 3660;

/** The days that the series has: of a longer span the last ones up to today, or the first ones where it begins later. */
function shownDays(days: Days, today: string): Days {
  if (countOf(days) <= mostDays) return days;
  const latest = days.from > today ? dayAfter(days.from, mostDays - 1) : today;
  const to = days.to < latest ? days.to : latest;
  const earliest = dayAfter(to, 1 - mostDays);
  return { from: days.from > earliest ? days.from : earliest, to };
}

const dayMilliseconds = 86_400_000;

function countOf({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function seriesOf({ from, to }: Days, { runningBefore, launched, stopped }: Movements): Timeline['series'] {
  const series: Timeline['series'] = [];
  let active = runningBefore;
  for (let index = 0, date = from; date <= to; index += 1, date = dayAfter(from, index)) {
    const begun = launched[index] ?? 0;
    active += begun - (stopped[index] ?? 0);
    series.push({ date, launched: begun, active });
  }
  return series;
}

function toLaunch(row: LaunchRow, today: string): Timeline['launches'][number] {
  const active = runsOn(today, { status: row.status, endDate: row.end_date });
  return {
    hash: row.hash,
    launchedAt: row.start_date ?? row.first_seen_at.slice(0, 10),
    thumbnailUrl: row.thumbnailUrl,
    format: row.format,
    headline: row.headline,
    status: active ? 'active' : 'inactive',
    daysRunning: daysRunning(row, active, today),
    platforms: row.platforms,
  };
}
