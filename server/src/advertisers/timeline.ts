import { endOfRange, startOfRange, type contract, type OutputOf, type ParsedInputOf } from '@magpie/contract';
import { pageAfter, walkAt } from '../catalog/cursor.ts';
import { runsOn } from '../catalog/knownAd.ts';
import { daysRunning } from '../catalog/presentation.ts';
import type { Handler } from '../kernel/procedure.ts';
import { refuseUnknown } from './refuseUnknown.ts';
import { adsOf, type ResearchParts } from './research.ts';
import { launchesOn, movementsSince, type Days, type LaunchRow, type Movements } from './timeline.sql.ts';

type GetTimeline = typeof contract.brandSpy.getTimeline;
type Timeline = OutputOf<GetTimeline>;

/**
 * `brandSpy.getTimeline`: the ads that the filters select, day by day. An ad that began before the first day counts
 * among the active ones, not among the launches.
 */
export function timelineHandler(parts: ResearchParts): Handler<GetTimeline> {
  return async ({ input }) => {
    const walk = walkAt(input.cursor, await parts.newestRecording());
    const today = parts.today();
    const ads = adsOf(input, walk.asOf, today);
    const days = daysOf(input, today);
    const [movements, launches] = await Promise.all([
      movementsSince(parts.clickhouse, ads, days.from),
      launchesOn(parts.clickhouse, ads, days, { limit: input.limit, offset: walk.offset }),
    ]);
    const series = seriesOf(days, movements);
    const total = series.reduce((sum, day) => sum + day.launched, 0);
    if (total === 0 && movements.runningBefore === 0) await refuseUnknown(parts, input.companyName);
    return {
      timeRange: input.timeRange,
      ...days,
      series,
      launches: launches.map((row) => toLaunch(row, today)),
      ...pageAfter(walk, launches.length, total),
    };
  };
}

const daysIn: Readonly<Record<Timeline['timeRange'], number>> = {
  '1week': 7,
  '1month': 30,
  '3months': 90,
  '6months': 180,
  '1year': 365,
};

/**
 * The days of the time range up to today that lie within the dates. Where none does, `from` is after `to`: the
 * answer then has no days, and still says which ones were asked for.
 */
function daysOf({ timeRange, dateFrom, dateTo }: ParsedInputOf<GetTimeline>, today: string): Days {
  const first = dayAfter(today, 1 - daysIn[timeRange]);
  const from = dateFrom === undefined ? first : startOfRange(dateFrom).day;
  const to = dateTo === undefined ? today : endOfRange(dateTo).day;
  return { from: from > first ? from : first, to: to < today ? to : today };
}

const dayMilliseconds = 86_400_000;

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
