import { inChunks } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export interface ClaimingAd {
  readonly advertiserId: number;
  readonly hash: string;
  /** The start in days since 1970. */
  readonly day: number;
  readonly seenAt: string;
  readonly addedIn: number;
  readonly platforms: readonly string[];
  readonly texts: readonly string[];
}

/** @param limit of the ads of each advertiser, those that were launched last */
export function listAdTexts(clickhouse: ClickHouse, advertiserIds: readonly number[], limit: number) {
  return inChunks(advertiserIds, (ids) =>
    clickhouse.read<ClaimingAd>(
      `SELECT advertiser_id AS advertiserId, hash, toInt32(first_day) AS day, first_seen_at AS seenAt,
         added_in AS addedIn, platforms, arrayConcat(headlines, card_headlines, bodies, card_bodies) AS texts
       FROM ads FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)}
       ORDER BY advertiser_id, ads.first_day DESC, hash
       LIMIT {limit:UInt64} BY advertiser_id`,
      { ids, limit },
    ),
  );
}
