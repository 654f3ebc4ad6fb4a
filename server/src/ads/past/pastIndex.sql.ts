import type { ClickHouse, Parameters } from '../../db/clickhouse/clickhouse.ts';
import type { AdPosition } from '../ads.sql.ts';
import { adColumns, type AdRow } from '../rows.ts';

export interface PastIndexQuery {
  readonly at: string;
  /** Only ads that may have been launched on these days, as it was known at the moment. */
  readonly launched?: { readonly from: string; readonly to: string };
}

const seenUntil = 'last_seen_at <= {at:DateTime64(3)}';
const seenAgain = 'is_logged AND last_seen_at > {at:DateTime64(3)} AND first_seen_at <= {at:DateTime64(3)}';

const isLaunched = 'first_day BETWEEN {from:Date32} AND {to:Date32}';

/** The start of an ad is that of one of its sightings, or the day of the first one. Starts may be after the moment. */
const mayHaveBeenLaunched = `(${isLaunched} OR hash GLOBAL IN (
  SELECT hash
  FROM sightings
  WHERE toDate32(first_seen_at) BETWEEN {from:Date32} AND {atDay:Date32}
    OR JSONExtractString(content, 'facts', 'startDate') BETWEEN {from:String} AND {to:String}))`;

function parametersOf({ at, launched }: PastIndexQuery): Parameters {
  return { at: new Date(at), atDay: at.slice(0, 10), ...launched };
}

function unchangedAds({ launched }: PastIndexQuery): string {
  return launched === undefined ? seenUntil : `${seenUntil} AND ${isLaunched}`;
}

function changedAds({ launched }: PastIndexQuery): string {
  return launched === undefined ? seenAgain : `${seenAgain} AND ${mayHaveBeenLaunched}`;
}

export async function countPastAds(clickhouse: ClickHouse, query: PastIndexQuery): Promise<number> {
  const [row] = await clickhouse.read<{ ads: number }>(
    `SELECT count() AS ads
     FROM ads FINAL
     WHERE ${unchangedAds(query)} OR ${changedAds(query)}`,
    parametersOf(query),
  );
  return row?.ads ?? 0;
}

/** A page of the ads that were not seen after the moment: as stored, they are as they were known then. */
export function readUnchangedAds(
  clickhouse: ClickHouse,
  query: PastIndexQuery,
  { advertiserId, hash }: AdPosition,
  limit: number,
) {
  return clickhouse.read<AdRow>(
    `SELECT ${adColumns.join(', ')}
     FROM ads FINAL
     WHERE advertiser_id >= {advertiserId:UInt64} AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
       AND ${unchangedAds(query)}
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { ...parametersOf(query), advertiserId, hash, limit },
  );
}

/** Ads that were seen before the moment and after it. */
export async function listChangedAds(clickhouse: ClickHouse, query: PastIndexQuery, limit: number) {
  const rows = await clickhouse.read<{ hash: string }>(
    `SELECT DISTINCT hash FROM ads FINAL WHERE ${changedAds(query)} ORDER BY hash LIMIT {limit:UInt64}`,
    { ...parametersOf(query), limit },
  );
  return rows.map(({ hash }) => hash);
}

/** All names under which an advertiser was seen until the moment, or recorded by an earlier version. */
export async function listPastNames(clickhouse: ClickHouse, at: string, limit: number): Promise<number[]> {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT DISTINCT advertiser_id AS id
     FROM (
       SELECT advertiser_id FROM advertiser_sightings WHERE at <= {at:DateTime64(3)}
       UNION ALL
       SELECT advertiser_id FROM advertiser_bases
     )
     ORDER BY id
     LIMIT {limit:UInt64}`,
    { at: new Date(at), limit },
  );
  return rows.map(({ id }) => id);
}
