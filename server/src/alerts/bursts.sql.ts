import { inChunks } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** An ad of which a source states the day of launch. */
export interface LaunchedAd {
  readonly advertiserId: number;
  readonly hash: string;
  /** Days since 1970. */
  readonly day: number;
  readonly seenAt: string;
  readonly addedIn: number;
  readonly platforms: readonly string[];
}

export interface LaunchesQuery {
  /** Null: of all advertisers. */
  readonly advertiserIds: readonly number[] | null;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** ClickHouse accepts 128 KiB in one parameter. */
const idsPerQuery = 2000;

/** @returns at most `limit` ads for each two thousand advertisers */
export function listLaunches(
  clickhouse: ClickHouse,
  { advertiserIds, ...range }: LaunchesQuery,
): Promise<LaunchedAd[]> {
  const read = (condition: string, parameters: object) =>
    clickhouse.read<LaunchedAd>(
      `SELECT advertiser_id AS advertiserId, hash, toInt32(first_day) AS day, first_seen_at AS seenAt,
         added_in AS addedIn, platforms
       FROM ads FINAL
       WHERE ${condition} AND start_date IS NOT NULL AND first_day BETWEEN {from:Date32} AND {to:Date32}
       LIMIT {limit:UInt64}`,
      { ...range, ...parameters },
    );
  if (advertiserIds === null) return read('true', {});
  return inChunks(advertiserIds, (ids) => read('advertiser_id IN {ids:Array(UInt64)}', { ids }), idsPerQuery);
}

/** The days on which an ad of these advertisers was first seen. */
export async function firstSightings(clickhouse: ClickHouse, advertiserIds: readonly number[]) {
  const rows = await inChunks(advertiserIds, (ids) =>
    clickhouse.read<{ advertiserId: number; day: number }>(
      `SELECT advertiser_id AS advertiserId, min(toInt32(toDate32(first_seen_at))) AS day
       FROM ads FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)}
       GROUP BY advertiserId`,
      { ids },
    ),
  );
  return new Map(rows.map(({ advertiserId, day }) => [advertiserId, day]));
}
