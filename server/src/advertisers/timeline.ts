import {
  endOfRange,
  isOutsideAdDates,
  startOfRange,
  type contract,
  type OutputOf,
  type ParsedInputOf,
} from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { describeStarts } from '../ads/run.ts';
import { listKey } from '../rpc/cursor.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { selectAds, type ResearchParts } from './research.ts';
import type { DayCounts, DayRange } from './timeline.sql.ts';

type GetTimeline = typeof contract.brandSpy.getTimeline;
type Input = ParsedInputOf<GetTimeline>;
type Timeline = OutputOf<GetTimeline>;

/** An ad that started before the first day counts as active, but not as a launch. */
export function timelineHandler(parts: ResearchParts): Handler<GetTimeline> {
  return async ({ input }) => {
    const list = listKey('brandSpy.getTimeline', input);
    const position = decodeAdCursor(list, input.cursor, await parts.newestRecording());
    const today = parts.today();
    const ads = await selectAds(parts, input, position.asOf);
    const hasDates = input.dateFrom !== undefined || input.dateTo !== undefined;
    const timeRange = input.timeRange ?? (hasDates ? null : '3months');
    const days = await resolveDays({ ...input, timeRange }, today, ads.firstLaunch);
    if (days === null) {
      await assertKnownAdvertiser(parts, input.companyName);
      const none = { series: [], launches: [], evidence: describeStarts(0, 0) };
      return { timeRange, from: null, to: null, ...none, ...pageInfo(position, 0, 0) };
    }
    const shown = seriesDays(days, today);
    const [movements, launches] = await Promise.all([
      ads.dailyCounts(days, { from: shown.from, count: dayCount(shown) }),
      ads.launches(days, { limit: input.limit, offset: position.offset }),
    ]);
    if (movements.total === 0 && movements.runningBefore === 0)
      await assertKnownAdvertiser(parts, input.companyName);
    return {
      timeRange,
      ...days,
      series: buildSeries(shown, movements),
      launches: [...launches],
      evidence: describeStarts(movements.total, movements.publishedStarts),
      ...pageInfo(position, launches.length, movements.total),
    };
  };
}

const daysIn: Readonly<Record<Exclude<Input['timeRange'], 'all' | undefined>, number>> = {
  '1week': 7,
  '1month': 30,
  '3months': 90,
  '6months': 180,
  '1year': 365,
};

/**
 * The intersection of the time range, which ends today, and the dates; without a time range only the dates. An open start
 * is the first launch, an open end is today. Null if no day is left.
 */
async function resolveDays(
  { timeRange, dateFrom, dateTo }: Pick<Input, 'dateFrom' | 'dateTo'> & Pick<Timeline, 'timeRange'>,
  today: string,
  firstOf: () => MaybePromise<string | null>,
): Promise<DayRange | null> {
  if (isOutsideAdDates({ dateFrom, dateTo })) return null;
  const starts = [
    ...(dateFrom === undefined ? [] : [startOfRange(dateFrom).day]),
    ...(timeRange === null || timeRange === 'all' ? [] : [addDays(today, 1 - daysIn[timeRange])]),
  ];
  const ends = [
    ...(dateTo === undefined ? [] : [endOfRange(dateTo).day]),
    ...(timeRange === null && dateTo !== undefined ? [] : [today]),
  ];
  const from = starts.toSorted().at(-1) ?? (await firstOf());
  const to = ends.toSorted()[0];
  return from === null || to === undefined || from > to ? null : { from, to };
}

/** The maximum length of a series; ten years take 200 kB. */
const maxSeriesDays = 3660;

/** The days of the series: of a longer range the last ones up to today, or the first ones if it starts in the future. */
function seriesDays(days: DayRange, today: string): DayRange {
  if (dayCount(days) <= maxSeriesDays) return days;
  const latest = days.from > today ? addDays(days.from, maxSeriesDays - 1) : today;
  const to = days.to < latest ? days.to : latest;
  const earliest = addDays(to, 1 - maxSeriesDays);
  return { from: days.from > earliest ? days.from : earliest, to };
}

const dayMilliseconds = 86_400_000;

function dayCount({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function buildSeries(
  { from, to }: DayRange,
  { runningBefore, launched, stopped }: DayCounts,
): Timeline['series'] {
  const series: Timeline['series'] = [];
  let active = runningBefore;
  for (let index = 0, date = from; date <= to; index += 1, date = addDays(from, index)) {
    const begun = launched[index] ?? 0;
    active += begun - (stopped[index] ?? 0);
    series.push({ date, launched: begun, active });
  }
  return series;
}
