import { inChunks } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export interface AdTexts {
  readonly advertiserId: number;
  readonly hash: string;
  /** The start in days since 1970. */
  readonly day: number;
  readonly seenAt: string;
  readonly addedIn: number;
  readonly platforms: readonly string[];
  readonly texts: readonly string[];
}

/** The ads of an advertiser that were launched last. */
export async function listLatestAds(clickhouse: ClickHouse, advertiserId: number, limit: number) {
  const rows = await clickhouse.read<{ hash: string }>(
    `SELECT hash
     FROM ads FINAL
     WHERE advertiser_id = {advertiserId:UInt64}
     ORDER BY first_day DESC, hash
     LIMIT {limit:UInt64}`,
    { advertiserId, limit },
  );
  return rows.map(({ hash }) => hash);
}

/** Ads of a catalogue have many texts, and a read is limited to 256 MiB. */
const adsPerRead = 1000;

export function readAdTexts(clickhouse: ClickHouse, advertiserId: number, hashes: readonly string[]) {
  return inChunks(
    hashes,
    (part) =>
      clickhouse.read<AdTexts>(
        `SELECT advertiser_id AS advertiserId, hash, toInt32(first_day) AS day, first_seen_at AS seenAt,
           added_in AS addedIn, platforms, arrayConcat(headlines, card_headlines, bodies, card_bodies) AS texts
         FROM ads FINAL
         WHERE advertiser_id = {advertiserId:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
        { advertiserId, hashes: part },
      ),
    adsPerRead,
  );
}
