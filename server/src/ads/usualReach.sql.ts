import type { AdMomentum } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { daysRunningSql } from './adExpressions.sql.ts';
import { minSpanDays } from './reachMomentum.ts';
import { minUsualAds } from './usualReach.ts';

interface ComparedAd {
  readonly advertiserId: number;
  readonly hash: string;
  readonly today: string;
}

/** The median reach per day of the other ads of an advertiser, over their whole runs; null if it is known of few. */
export async function readUsualReach(
  clickhouse: ClickHouse,
  { advertiserId, hash, today }: ComparedAd,
): Promise<AdMomentum['usual']> {
  const [row] = await clickhouse.read<{ reachPerDay: number; ads: number; estimated: number }>(
    `SELECT quantileExactInclusive(0.5)(reach / days) AS reachPerDay, count() AS ads, countIf(isEstimated) AS estimated
     FROM (
       SELECT assumeNotNull(reach) AS reach, ${daysRunningSql} AS days, ifNull(reach_kind, '') <> 'reported' AS isEstimated
       FROM ads FINAL
       WHERE advertiser_id = {advertiserId:UInt64} AND hash <> {hash:FixedString(32)} AND ads.reach IS NOT NULL
         AND ifNull(reach_kind, '') <> 'range'
         AND start_date IS NOT NULL AND first_day <= {today:Date32} AND days >= {minDays:UInt32}
     )`,
    { advertiserId, hash, today, minDays: minSpanDays },
  );
  if (row === undefined || row.ads < minUsualAds) return null;
  return { reachPerDay: row.reachPerDay, ads: row.ads, kind: row.estimated > 0 ? 'estimated' : 'measured' };
}
