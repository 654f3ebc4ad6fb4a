import type { OpenAdInput } from '@magpie/contract';
import { hasEnded } from '../../ads/adExpressions.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';

interface RunningAd {
  readonly advertiserId: number;
  readonly hash: string;
  readonly key: string;
  readonly platforms: NonNullable<OpenAdInput['platforms']>;
}

/** Ads that have not ended and count as running for less than a week from today, in the order of the table. */
export function runningAdsAfter(
  clickhouse: ClickHouse,
  after: Pick<RunningAd, 'advertiserId' | 'hash'>,
  { keys, today, limit }: { keys: string; today: string; limit: number },
) {
  return clickhouse.read<RunningAd>(
    `SELECT advertiser_id AS advertiserId, hash, key, platforms
     FROM ads FINAL
     WHERE (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
       AND match(key, {keys:String}) AND NOT ${hasEnded}
       AND addDays(confirmed_day, freshness_days) < addDays({today:Date32}, 7)
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { ...after, keys, today, limit },
  );
}
