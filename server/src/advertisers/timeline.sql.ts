import type { Ad } from '@magpie/contract';
import { firstDay, lastDay } from '../catalog/adExpressions.sql.ts';
import type { Matching } from '../catalog/conditions.sql.ts';
import type { AdRow } from '../catalog/rows.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { onlyRow } from './onlyRow.ts';

/** Both days are part of it. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The most days that a timeline has. */
export const mostDays = 365;

/** How many ads begin and stop on each day, by the days since the first one of a timeline. */
export interface Movements {
  /** Ads that ran on the day before the first. */
  readonly runningBefore: number;
  readonly launched: readonly number[];
  /** Ads for which it is the first day that they no longer run on. */
  readonly stopped: readonly number[];
}

/** One that was last seen before its start stops on the day that it begins: it never ran. */
export async function movementsSince(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  from: string,
): Promise<Movements> {
  const rows = await clickhouse.read<Movements>(
    `SELECT
       countIf(launch < 0 AND stop >= 0) AS runningBefore,
       countResample(0, ${mostDays}, 1)(launch) AS launched,
       countResample(0, ${mostDays}, 1)(stop) AS stopped
     FROM (
       SELECT
         dateDiff('day', {from:Date32}, ${firstDay}) AS launch,
         greatest(launch, dateDiff('day', {from:Date32}, ${lastDay}) + 1) AS stop
       FROM ads FINAL
       WHERE ${condition}
     )`,
    { ...parameters, from },
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
       thumbnail_url AS thumbnailUrl, if(empty(headlines), NULL, headlines[1]) AS headline
     FROM ads FINAL
     WHERE ${condition} AND ${firstDay} BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY ${firstDay} DESC, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...days, ...page },
  );
}
