import type { Ad } from '@magpie/contract';
import { firstDay, isActive, lastDay } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { AdRow } from '../ads/rows.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { shownHeadline } from './adTexts.sql.ts';
import { onlyRow } from './onlyRow.ts';

/** Both days are part of it. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The day of the first launch; null without one. */
export async function firstLaunch(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
): Promise<string | null> {
  const rows = await clickhouse.read<{ day: string | null }>(
    `SELECT minOrNull(${firstDay}) AS day FROM ads FINAL WHERE ${condition}`,
    parameters,
  );
  return onlyRow(rows).day;
}

/** How many ads begin and stop on each day, by the days since the first one of a series. */
export interface Movements {
  /** Launches of all days, also of those that the series leaves out. */
  readonly total: number;
  /** Ads that ran on the day before the first. */
  readonly runningBefore: number;
  readonly launched: readonly number[];
  /** Ads for which it is the first day that they no longer run on. */
  readonly stopped: readonly number[];
}

/** Until when an ad runs, as far as is known: days to come are part of it while it runs. */
const plannedLastDay = `if(${isActive}, last_day, ${lastDay})`;

/** One that was last seen before its start stops on the day that it begins: it never ran. */
export async function movementsOn(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  days: Days,
  series: { readonly from: string; readonly count: number },
): Promise<Movements> {
  const rows = await clickhouse.read<Movements>(
    `SELECT
       countIf(day BETWEEN {from:Date32} AND {to:Date32}) AS total,
       countIf(launch < 0 AND stop >= 0) AS runningBefore,
       countResample(0, ${series.count}, 1)(launch) AS launched,
       countResample(0, ${series.count}, 1)(stop) AS stopped
     FROM (
       SELECT
         ${firstDay} AS day,
         dateDiff('day', {seriesFrom:Date32}, ${firstDay}) AS launch,
         greatest(launch, dateDiff('day', {seriesFrom:Date32}, ${plannedLastDay}) + 1) AS stop
       FROM ads FINAL
       WHERE ${condition}
     )`,
    { ...parameters, ...days, seriesFrom: series.from },
  );
  return onlyRow(rows);
}

export type LaunchRow = Pick<
  AdRow,
  'hash' | 'format' | 'platforms' | 'status' | 'start_date' | 'end_date' | 'first_seen_at' | 'last_seen_at'
> & { readonly headline: Ad['headline']; readonly thumbnailUrl: string | null };

/** Newest first. What is computed of them is not computed here: to plan it takes the engine longer than to read them. */
export function launchesOn(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  days: Days,
  page: { readonly limit: number; readonly offset: number },
): Promise<LaunchRow[]> {
  return clickhouse.read<LaunchRow>(
    `SELECT hash, format, platforms, status, start_date, end_date, first_seen_at, last_seen_at,
       thumbnail_url AS thumbnailUrl, ${shownHeadline} AS headline
     FROM ads FINAL
     WHERE ${condition} AND ${firstDay} BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY ${firstDay} DESC, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...days, ...page },
  );
}
