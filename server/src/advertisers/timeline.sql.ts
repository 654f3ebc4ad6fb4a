import type { Ad } from '@magpie/contract';
import { isExpected, lastDay } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { StatedLaunches } from '../ads/launchMomentum.ts';
import { type RunRow, toRunFacts } from '../ads/presentation.ts';
import type { AdRow } from '../ads/rows.ts';
import { describeRun } from '../ads/run.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { shownHeadline } from './texts.sql.ts';
import type { Launch } from './selectedAds.ts';
import { singleRow } from './stats.sql.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export async function firstLaunch(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const rows = await clickhouse.read<{ day: string | null }>(
    `SELECT minOrNull(first_day) AS day FROM ads FINAL WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows).day;
}

export interface Series {
  readonly from: string;
  /** Days. */
  readonly count: number;
}

export interface DayCounts {
  readonly total: number;
  /** Of the total. */
  readonly publishedStarts: number;
  /** Ads that ran on the day before the series. */
  readonly runningBefore: number;
  readonly launched: readonly number[];
  /** Ads by the first day on which they no longer run. */
  readonly stopped: readonly number[];
}

/** The last day of an ad, which may be in the future while it runs or is planned. */
const plannedLastDay = `if(${isExpected}, last_day, ${lastDay})`;

/** An ad that was last seen before its start stops on its first day: it never ran. */
export async function readDailyCounts(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  days: DayRange,
  series: Series,
) {
  const rows = await clickhouse.read<DayCounts>(
    `SELECT
       countIf(day BETWEEN {from:Date32} AND {to:Date32}) AS total,
       countIf(is_published AND day BETWEEN {from:Date32} AND {to:Date32}) AS publishedStarts,
       countIf(launch < 0 AND stop >= 0) AS runningBefore,
       countResample(0, ${series.count}, 1)(launch) AS launched,
       countResample(0, ${series.count}, 1)(stop) AS stopped
     FROM (
       SELECT
         first_day AS day,
         start_date IS NOT NULL AS is_published,
         dateDiff('day', {seriesFrom:Date32}, first_day) AS launch,
         greatest(launch, dateDiff('day', {seriesFrom:Date32}, ${plannedLastDay}) + 1) AS stop
       FROM ads FINAL
       WHERE ${condition}
     )`,
    { ...parameters, ...days, seriesFrom: series.from },
  );
  return singleRow(rows);
}

export interface MonthRow {
  /** Months since the year 0; null for ads that start after today. */
  readonly month: number | null;
  readonly launched: number;
  /** Ads by the month of the first day, up to today, on which they no longer run. */
  readonly stopped: number;
  readonly publishedStarts: number;
}

const monthOf = (day: string): string => `toInt32(toYear(${day}) * 12 + toMonth(${day}) - 1)`;

/** Only days up to today are added to, because days after the last supported one do not exist. */
export function readMonthlyCounts(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  return clickhouse.read<MonthRow>(
    `SELECT piece.1 AS month, sum(piece.2) AS launched, sum(piece.3) AS stopped, sum(piece.4) AS publishedStarts
     FROM (
       SELECT first_day AS first, ${plannedLastDay} AS last, start_date IS NOT NULL AS is_published
       FROM ads FINAL
       WHERE ${condition}
     )
     ARRAY JOIN arrayConcat(
       [(if(first > {today:Date32}, NULL, ${monthOf('first')}), 1, 0, is_published)],
       if(first <= {today:Date32} AND last < {today:Date32},
         [(CAST(${monthOf('greatest(first, last + 1)')}, 'Nullable(Int32)'), 0, 1, 0)], [])) AS piece
     GROUP BY month
     ORDER BY month`,
    parameters,
  );
}

export async function countStatedLaunches(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  series: Series,
) {
  const rows = await clickhouse.read<StatedLaunches>(
    `SELECT countResample(0, ${series.count}, 1)(launch) AS launched, countIf(isStated) AS stated,
       countIf(NOT isStated) AS notStated
     FROM (
       SELECT start_date IS NOT NULL AS isStated,
         if(isStated, dateDiff('day', {seriesFrom:Date32}, first_day), -1) AS launch
       FROM ads FINAL
       WHERE ${condition}
     )`,
    { ...parameters, seriesFrom: series.from },
  );
  return singleRow(rows);
}

type LaunchRow = RunRow &
  Pick<AdRow, 'hash' | 'format' | 'platforms'> & {
    readonly headline: Ad['headline'];
    readonly thumbnailUrl: string | null;
  };

/** Newest first. Derived values are not computed in SQL, because planning them takes ClickHouse longer than reading. */
export async function launchesOn(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  days: DayRange,
  page: { readonly limit: number; readonly offset: number },
  today: string,
) {
  const rows = await clickhouse.read<LaunchRow>(
    `SELECT hash, format, platforms, status, start_date, end_date, first_seen_at, last_confirmed_at,
       freshness_days, thumbnail_url AS thumbnailUrl, ${shownHeadline} AS headline
     FROM ads FINAL
     WHERE ${condition} AND first_day BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY first_day DESC, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...days, ...page },
  );
  return rows.map((row) => toLaunch(row, today));
}

function toLaunch(row: LaunchRow, today: string): Launch {
  const run = describeRun(toRunFacts(row), today);
  return {
    hash: row.hash,
    launchedAt: row.start_date ?? row.first_seen_at.slice(0, 10),
    thumbnailUrl: row.thumbnailUrl,
    format: row.format,
    headline: row.headline,
    ...run,
    platforms: row.platforms,
  };
}
