import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { askedMark, type Step } from './enrichment.ts';
import { adColumns, type AdRow } from './rows.ts';

/** A server accepts 128 KiB in one parameter, which is some 3,700 hashes. */
const mostHashes = 2000;

/** In statements that each take a part of the values, where one parameter would be too long for all. */
async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  for (let start = 0; start < values.length; start += mostHashes) {
    parts.push(read(values.slice(start, start + mostHashes)));
  }
  return (await Promise.all(parts)).flat();
}

/** Where the ads of some hashes are, or were when a kill kept them from moving. */
const placesOfHashes = `
  SELECT arrayJoin(arrayDistinct([advertiser_id, ifNull(left_advertiser_id, advertiser_id)])) AS advertiser_id, hash
  FROM ad_places FINAL
  WHERE hash IN {hashes:Array(FixedString(32))}`;

export interface PlaceRow {
  readonly hash: string;
  /** Those on which it may be among the ads by day. */
  readonly days: string[];
}

/** Where ads are of these hashes, or would be had a kill not kept them from it. */
export function placesOf(clickhouse: ClickHouse, hashes: readonly string[]): Promise<PlaceRow[]> {
  return inParts(hashes, (part) =>
    clickhouse.read<PlaceRow>(
      'SELECT hash, days FROM ad_places FINAL WHERE hash IN {hashes:Array(FixedString(32))}',
      { hashes: part },
    ),
  );
}

/** The ads of these hashes that are known, in no order. */
export function adsByHash(clickhouse: ClickHouse, hashes: readonly string[]): Promise<AdRow[]> {
  return inParts(hashes, (part) =>
    clickhouse.read<AdRow>(
      `SELECT ${adColumns.join(', ')}
       FROM ads FINAL
       WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})`,
      { hashes: part },
    ),
  );
}

export interface SnapshotRow {
  readonly hash: string;
  readonly captured_at: string;
  readonly reach: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly rank_country: string | null;
}

/** Of each of these ads the newest snapshot, the newest with engagement and the newest with reach: up to four. */
export function newestSnapshots(clickhouse: ClickHouse, hashes: readonly string[]): Promise<SnapshotRow[]> {
  return inParts(hashes, (part) =>
    clickhouse.read<SnapshotRow>(
      `SELECT hash, captured_at, reach, likes, comments, shares, rank_country
       FROM snapshots FINAL
       WHERE hash IN {hashes:Array(FixedString(32))}
       ORDER BY captured_at DESC
       LIMIT 1 BY hash, isNull(reach), isNull(coalesce(likes, comments, shares))`,
      { hashes: part },
    ),
  );
}

/** Every snapshot of these ads, oldest first. */
export function snapshotsOf(clickhouse: ClickHouse, hashes: readonly string[]): Promise<SnapshotRow[]> {
  return inParts(hashes, (part) =>
    clickhouse.read<SnapshotRow>(
      `SELECT hash, captured_at, reach, likes, comments, shares, rank_country
       FROM snapshots FINAL
       WHERE hash IN {hashes:Array(FixedString(32))}
       ORDER BY hash, captured_at`,
      { hashes: part },
    ),
  );
}

export interface EventRow {
  readonly hash: string;
  readonly sequence: number;
  readonly kind: 'launched' | 'changed' | 'stopped' | 'revived';
  readonly at: string;
  /** JSON. */
  readonly changes: string;
  readonly recorded_in: number;
}

/** Every event of these ads, oldest first. */
export function eventsOf(clickhouse: ClickHouse, hashes: readonly string[]): Promise<EventRow[]> {
  return inParts(hashes, (part) =>
    clickhouse.read<EventRow>(
      `SELECT hash, sequence, kind, at, changes, recorded_in
       FROM events FINAL
       WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})
       ORDER BY hash, sequence, kind
       LIMIT 1 BY hash, sequence, kind`,
      { hashes: part },
    ),
  );
}

export interface AdvertiserRow {
  readonly advertiser_id: number;
  readonly name_key: string;
  readonly name: string;
  readonly brand_logo: string | null;
  readonly page_url: string | null;
  readonly external_ids: string[];
  readonly categories: string[];
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly version: number;
}

export function advertisersById(clickhouse: ClickHouse, ids: readonly number[]): Promise<AdvertiserRow[]> {
  return inParts(ids, (part) =>
    clickhouse.read<AdvertiserRow>(
      `SELECT advertiser_id, name_key, name, brand_logo, page_url, external_ids, categories, first_seen_at,
         last_seen_at, version
       FROM advertisers FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)}`,
      { ids: part },
    ),
  );
}

export async function nameOfAdvertiser(clickhouse: ClickHouse, id: number): Promise<string | null> {
  const [row] = await advertisersById(clickhouse, [id]);
  return row?.name ?? null;
}

/** Whole ads in the order of the table, after a given place in it. */
export function adsAfter(
  clickhouse: ClickHouse,
  after: { advertiserId: number; hash: string },
  limit: number,
): Promise<AdRow[]> {
  return clickhouse.read<AdRow>(
    `SELECT ${adColumns.join(', ')}
     FROM ads FINAL
     WHERE advertiser_id >= {advertiserId:UInt64} AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { advertiserId: after.advertiserId, hash: after.hash, limit },
  );
}

/** Of the steps that these versions name, ads for which one was done by another version, or since that version. */
export type Outdated = { readonly not: Versions } | { readonly since: Versions };
type Versions = Readonly<Partial<Record<Step, number>>>;

/** Whole ads whose enrichment is out of date, in the order of the table, after a given place in it. */
export function outdatedAdsAfter(
  clickhouse: ClickHouse,
  after: { advertiserId: number; hash: string },
  limit: number,
  outdated: Outdated,
): Promise<AdRow[]> {
  const [comparison, versions] = 'not' in outdated ? ['!=', outdated.not] : ['>=', outdated.since];
  const conditions = Object.keys(versions).map(
    (step) => `enriched['${step}'] ${comparison} {${step}:UInt16}`,
  );
  return clickhouse.read<AdRow>(
    `SELECT ${adColumns.join(', ')}
     FROM ads FINAL
     WHERE advertiser_id >= {advertiserId:UInt64} AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String}) AND (${conditions.join(' OR ')})
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { ...versions, advertiserId: after.advertiserId, hash: after.hash, limit },
  );
}

export interface WordingRow {
  readonly addedIn: number;
  readonly hash: string;
  readonly headlines: string[];
  readonly bodies: string[];
  readonly description: string | null;
  readonly ctaText: string | null;
}

/** Before all ads, of which those that came in last are first. */
const newestOfAll = { addedIn: Number.MAX_SAFE_INTEGER, hash: '' };

/** What ads say that have fewer tags than this and that a text model may add to; those that came in last, first, after a given one. */
export function wordsToAskAbout(
  clickhouse: ClickHouse,
  fewerTagsThan: number,
  limit: number,
  { addedIn, hash }: Pick<WordingRow, 'addedIn' | 'hash'> = newestOfAll,
): Promise<WordingRow[]> {
  // The texts of those alone are read, since texts are most of what there is to read.
  return clickhouse.read<WordingRow>(
    `SELECT added_in AS addedIn, hash, headlines, bodies, description, cta_text AS ctaText
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (
       SELECT advertiser_id, hash
       FROM ads FINAL
       WHERE length(tag_ids) < {fewerTagsThan:UInt8} AND enriched['${askedMark}'] = 0
         AND (added_in < {addedIn:UInt64} OR added_in = {addedIn:UInt64} AND hash > {hash:String})
       ORDER BY added_in DESC, hash
       LIMIT {limit:UInt32}
     )
     ORDER BY added_in DESC, hash`,
    { fewerTagsThan, limit, addedIn, hash },
  );
}

/** The last recording that an ad says it was added in; 0 where there is none. */
export async function newestAddition(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.read<{ newest: number }>('SELECT max(added_in) AS newest FROM ads');
  return row?.newest ?? 0;
}
