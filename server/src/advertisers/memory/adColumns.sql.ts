import type { Matching } from '../../ads/conditions.sql.ts';
import type { PastAdsQuery } from '../../ads/past/past.sql.ts';
import { coverageOfAd, libraryOfAd } from '../../ads/coverage.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';

type ReachByGroup = Readonly<Record<string, number>>;

export interface AdColumnsRow {
  readonly advertiser_id: number;
  readonly hash: string;
  readonly added_in: number;
  readonly version: number;
  readonly is_deleted: 0 | 1;
  readonly reach: number | null;
  readonly reach_kind: string | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly format: string;
  readonly media_type: string;
  readonly language: string | null;
  /** Days since 1970. */
  readonly first_day: number;
  readonly last_day: number;
  readonly confirmed_day: number;
  readonly freshness_days: number;
  readonly stopped: 0 | 1;
  readonly stated_active: 0 | 1;
  readonly has_start: 0 | 1;
  readonly has_end: 0 | 1;
  /** Milliseconds since 1970. */
  readonly first_seen: number;
  readonly last_seen: number;
  readonly landing_page: string | null;
  readonly landing_page_domain: string | null;
  readonly thumbnail_url: string | null;
  readonly cta_type: string | null;
  readonly cta_text: string | null;
  readonly headlines: string[];
  readonly card_headlines: string[];
  readonly bodies: string[];
  readonly card_bodies: string[];
  readonly library: string;
  /** Separated by commas. */
  readonly places: string;
  /** As JSON. */
  readonly targeting: string | null;
  /** As JSON. */
  readonly coverage: string | null;
  readonly platforms: string[];
  readonly tag_ids: number[];
  readonly reach_by_gender: ReachByGroup;
  readonly reach_by_age: ReachByGroup;
  readonly reach_by_country: ReachByGroup;
}

const figureColumns = `
  advertiser_id, hash, added_in, version, is_deleted, reach, reach_kind, likes, comments, shares, format, media_type, language,
  toInt32(ads.first_day) AS first_day, toInt32(ads.last_day) AS last_day, toInt32(ads.confirmed_day) AS confirmed_day,
  freshness_days, stopped, ifNull(status = 'active', 0) AS stated_active,
  start_date IS NOT NULL AS has_start, end_date IS NOT NULL AS has_end,
  toUnixTimestamp64Milli(first_seen_at) AS first_seen, toUnixTimestamp64Milli(last_seen_at) AS last_seen,
  ${libraryOfAd} AS library, arrayStringConcat(arraySort(countries), ',') AS places, landing_page_domain, platforms, tag_ids`;

const columns = `${figureColumns},
  nullIf(JSONExtractRaw(transparency, 'targeting'), '') AS targeting, ${coverageOfAd} AS coverage,
  landing_page, thumbnail_url, cta_type, cta_text, headlines, card_headlines, bodies, card_bodies,
  reach_by_gender, reach_by_age, reach_by_country`;

/** Of lists of brands at a moment, with the name under which each ad was seen. */
export const columnsWithoutTexts = `name_id, ${figureColumns}`;

/** @param limit of the rows of all advertisers together */
export function readAdColumns(clickhouse: ClickHouse, advertiserIds: readonly number[], limit: number) {
  return clickhouse.read<AdColumnsRow>(
    `SELECT ${columns}
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)}
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt64}`,
    { advertiserIds, limit },
  );
}

/** Ads that were not seen after the moment: as stored, they are as they were known then. */
export function readColumnsSeenUntil(
  clickhouse: ClickHouse,
  { advertiserIds, nameIds, at, limit }: PastAdsQuery,
) {
  return clickhouse.read<AdColumnsRow>(
    `SELECT ${columns}
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND name_id IN {nameIds:Array(UInt64)}
       AND last_seen_at <= {at:DateTime64(3)}
     ORDER BY hash
     LIMIT {limit:UInt64}`,
    { advertiserIds, nameIds, at: new Date(at), limit },
  );
}

/** @param limit of the ads that were launched last */
export async function readMatchingColumns(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  limit: number,
) {
  const rows = await clickhouse.read<AdColumnsRow>(
    `SELECT ${columns}
     FROM ads FINAL
     WHERE ${condition}
     ORDER BY ads.first_day DESC, hash
     LIMIT {limit:UInt64}`,
    { ...parameters, limit },
  );
  return rows.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
}

/** The newest row of each ad that was recorded since then, with deletions. */
export function readChangedColumns(clickhouse: ClickHouse, advertiserId: number, since: Date, limit: number) {
  return clickhouse.read<AdColumnsRow>(
    `SELECT ${columns}
     FROM ads
     WHERE advertiser_id = {advertiserId:UInt64} AND recorded_at >= {since:DateTime64(3)}
     ORDER BY hash, version DESC, recorded_at DESC
     LIMIT 1 BY hash
     LIMIT {limit:UInt64}`,
    { advertiserId, since, limit },
  );
}

export async function advertisersRecordedSince(clickhouse: ClickHouse, since: Date) {
  const rows = await clickhouse.read<{ id: number }>(
    'SELECT DISTINCT advertiser_id AS id FROM ads WHERE recorded_at >= {since:DateTime64(3)}',
    { since },
  );
  return rows.map(({ id }) => id);
}
