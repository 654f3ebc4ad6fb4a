import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { modelTaggingKey, type Step } from './enrichment.ts';
import type { AdEvent, Measurement } from './knownAd.ts';
import { adColumns, type AdRow } from './rows.ts';
import type { SightingRow } from './sightingLog.ts';

/** ClickHouse accepts 128 KiB in one parameter, which is about 3,700 hashes. */
const maxValuesPerQuery = 2000;

export async function inChunks<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<Row[]>,
  size = maxValuesPerQuery,
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  for (let start = 0; start < values.length; start += size) {
    parts.push(read(values.slice(start, start + size)));
  }
  return (await Promise.all(parts)).flat();
}

export function readByHash<Row>(
  clickhouse: ClickHouse,
  hashes: readonly string[],
  statement: string,
  parameters: Readonly<Record<string, string>> = {},
) {
  return inChunks(hashes, (part) => clickhouse.read<Row>(statement, { ...parameters, hashes: part }));
}

/** The advertisers of ads, and the previous ones if an interrupted recording left rows there. */
export const placesOf = (hashes: string): string => `
  SELECT arrayJoin(arrayDistinct([advertiser_id, ifNull(left_advertiser_id, advertiser_id)])) AS advertiser_id, hash
  FROM ad_places FINAL
  WHERE hash GLOBAL IN (${hashes})`;

export const placesOfHashes = `
  SELECT arrayJoin(arrayDistinct([advertiser_id, ifNull(left_advertiser_id, advertiser_id)])) AS advertiser_id, hash
  FROM ad_places FINAL
  WHERE hash IN {hashes:Array(FixedString(32))}`;

export interface PlaceRow {
  readonly hash: string;
  /** Days on which `trending_ads` may have a row for the ad. */
  readonly days: string[];
  /** Of the ad after the last recording that wrote the place. */
  readonly version: number;
}

/** The stored places of these ads. An interrupted recording may have written the place but not the ad. */
export function readAdPlaces(clickhouse: ClickHouse, hashes: readonly string[]): Promise<PlaceRow[]> {
  return inChunks(hashes, (part) =>
    clickhouse.read<PlaceRow>(
      // One text: most hashes are new, and reading an array of them takes longer than finding that there are none.
      `SELECT hash, days, version
       FROM ad_places FINAL
       WHERE hash IN (SELECT toFixedString(arrayJoin(splitByChar(',', {hashes:String})), 32))`,
      { hashes: part.join(',') },
    ),
  );
}

export function adsByHash(clickhouse: ClickHouse, hashes: readonly string[]): Promise<AdRow[]> {
  return readByHash<AdRow>(
    clickhouse,
    hashes,
    `SELECT ${adColumns.join(', ')}
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})`,
  );
}

/** A stored row of an ad. */
export interface AdVersion {
  readonly hash: string;
  readonly advertiserId: number;
  readonly version: number;
}

/** The rows of these ads, of these versions or newer ones. */
export function adsOfVersions(clickhouse: ClickHouse, versions: readonly AdVersion[]): Promise<AdRow[]> {
  return inChunks(versions, (part) =>
    clickhouse.read<AdRow>(
      `SELECT ${adColumns.join(', ')}
       FROM ads FINAL
       WHERE (advertiser_id, hash) IN (
         SELECT arrayJoin(arrayZip({advertiserIds:Array(UInt64)}, {hashes:Array(FixedString(32))})) AS place
       )`,
      { advertiserIds: part.map(({ advertiserId }) => advertiserId), hashes: part.map(({ hash }) => hash) },
    ),
  );
}

export interface SnapshotRow extends Measurement {
  readonly hash: string;
}

const snapshotsOfHashes = `
  SELECT hash, captured_at AS capturedAt, reach, likes, comments, shares, rank_country AS rankCountry
  FROM snapshots FINAL
  WHERE hash IN {hashes:Array(FixedString(32))}`;

/**
 * The snapshots since a time, and up to four earlier ones per ad, including the newest one, the newest with engagement and the
 * newest with reach.
 */
export function newestSnapshots(clickhouse: ClickHouse, hashes: readonly string[], since: string) {
  return readByHash<SnapshotRow>(
    clickhouse,
    hashes,
    `${snapshotsOfHashes}
     ORDER BY captured_at DESC
     LIMIT 1 BY hash, isNull(reach), isNull(coalesce(likes, comments, shares)),
       if(captured_at >= {since:Date}, captured_at, NULL)`,
    { since },
  );
}

export function findSnapshots(clickhouse: ClickHouse, hashes: readonly string[]): Promise<SnapshotRow[]> {
  return readByHash<SnapshotRow>(clickhouse, hashes, `${snapshotsOfHashes} ORDER BY hash, captured_at`);
}

interface StoredEventRow extends Omit<AdEvent, 'changes'> {
  /** JSON. */
  readonly changes: string;
  readonly removed: 0 | 1;
  readonly version: number;
}

export type EventRow = Omit<StoredEventRow, 'advertiserId' | 'removed' | 'version'>;

/** An ad that moved has rows at several advertisers, of which the newest counts. */
const eventsOfHashes = `
  SELECT hash, advertiser_id AS advertiserId, sequence, kind, at, changes, recorded_in AS recordedIn, removed, version
  FROM events FINAL
  WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})
  ORDER BY hash, sequence, kind, version DESC
  LIMIT 1 BY hash, sequence, kind`;

/** Including removed ones. */
export function findStoredEvents(clickhouse: ClickHouse, hashes: readonly string[]) {
  return readByHash<StoredEventRow>(clickhouse, hashes, eventsOfHashes);
}

export function findEvents(clickhouse: ClickHouse, hashes: readonly string[]) {
  return readByHash<EventRow>(
    clickhouse,
    hashes,
    `SELECT hash, sequence, kind, at, changes, recordedIn
     FROM (${eventsOfHashes})
     WHERE removed = 0
     ORDER BY hash, sequence, kind`,
  );
}

export function findSightings(clickhouse: ClickHouse, hashes: readonly string[]) {
  return readByHash<SightingRow>(
    clickhouse,
    hashes,
    `SELECT hash, at, digest, first_seen_at, last_confirmed_at, freshness_days, measured, content
     FROM sightings FINAL
     WHERE hash IN {hashes:Array(FixedString(32))}
     ORDER BY hash, at, digest`,
  );
}

/** 0: only captured; 1: without a page; 2: the name of a page. */
type NameRank = 0 | 1 | 2;

/** With the key by which it is compared, the first time when it was seen with its rank, and this rank. */
export type AdvertiserName = readonly [
  id: number,
  name: string,
  nameKey: string,
  namedAt: string,
  rank: NameRank,
];

export interface AdvertiserRow {
  readonly advertiser_id: number;
  readonly name_key: string;
  readonly name: string;
  readonly brand_logo: string | null;
  readonly page_url: string | null;
  readonly external_ids: string[];
  /** The advertiser of which this is a further name; 0 for an advertiser. */
  readonly alias_of: number;
  /** All names, by id; empty if there is only one. */
  readonly names: readonly AdvertiserName[];
  readonly named_at: string;
  readonly name_rank: NameRank;
  /** The last day on which the logo was seen. */
  readonly logo_day: string;
  readonly page_url_day: string;
  /** In libraries: `meta:1234`. Two of a library at most, which is enough to find that there are several. */
  readonly pages: readonly string[];
  readonly categories: string[];
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly version: number;
}

export function advertisersById(clickhouse: ClickHouse, ids: readonly number[]) {
  return inChunks(ids, (part) =>
    clickhouse.read<AdvertiserRow>(
      `SELECT advertiser_id, name_key, name, brand_logo, page_url, external_ids, categories, first_seen_at,
         last_seen_at, version, alias_of, names, named_at, name_rank, logo_day, page_url_day, pages
       FROM advertisers FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)}`,
      { ids: part },
    ),
  );
}

/** The advertiser that has this name, also as an alias. */
export function ownerOfName(row: Pick<AdvertiserRow, 'advertiser_id' | 'alias_of'>): number {
  return row.alias_of === 0 ? row.advertiser_id : row.alias_of;
}

/** All further names and their advertisers. FINAL is not needed: an alias stays one, so its newest row is one too. */
export function allAliases(clickhouse: ClickHouse) {
  return clickhouse.read<{ id: number; owner: number }>(
    `SELECT advertiser_id AS id, argMax(alias_of, version) AS owner FROM advertisers
     WHERE alias_of != 0 GROUP BY advertiser_id`,
  );
}

/** The further names of these advertisers: their ids, with the advertisers to which they belong. */
export async function readAliases(clickhouse: ClickHouse, advertiserIds: readonly number[]) {
  const rows = await inChunks(advertiserIds, (part) =>
    clickhouse.read<{ advertiserId: number; nameIds: number[] }>(
      `SELECT advertiser_id AS advertiserId, arrayMap(each -> each.1, names) AS nameIds FROM advertisers FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)} AND notEmpty(names) AND alias_of = 0`,
      { ids: part },
    ),
  );
  return new Map(
    rows.flatMap(({ advertiserId, nameIds }) =>
      nameIds.filter((id) => id !== advertiserId).map((id) => [id, advertiserId] as const),
    ),
  );
}

/** The advertisers to which pages of libraries belong. */
export async function ownersOfPages(
  clickhouse: ClickHouse,
  pages: readonly string[],
): Promise<Map<string, number>> {
  const rows = await inChunks(pages, (part) =>
    clickhouse.read<{ page: string; advertiser_id: number }>(
      'SELECT page, advertiser_id FROM advertiser_pages FINAL WHERE page IN {pages:Array(String)}',
      { pages: part },
    ),
  );
  return new Map(rows.map((row) => [row.page, row.advertiser_id]));
}

export interface AliasWithAds {
  readonly from: number;
  readonly into: number;
  readonly hashes: readonly string[];
}

/** A page of ads that are still stored at a name that belongs to another advertiser. */
export async function findUnmovedAds(
  clickhouse: ClickHouse,
  { advertiserId, hash }: AdPosition,
  limit: number,
) {
  const rows = await clickhouse.read<{ from: number; into: number; hash: string }>(
    `SELECT unmoved.advertiser_id AS from, alias_of AS into, hash
     FROM (
       SELECT advertiser_id, hash
       FROM ads FINAL
       WHERE advertiser_id GLOBAL IN (SELECT advertiser_id FROM advertisers FINAL WHERE alias_of != 0)
         AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
       ORDER BY advertiser_id, hash
       LIMIT {limit:UInt32}
     ) AS unmoved
     GLOBAL INNER JOIN (
       SELECT advertiser_id, alias_of FROM advertisers FINAL WHERE alias_of != 0
     ) AS aliases USING (advertiser_id)
     ORDER BY from, hash`,
    { advertiserId, hash, limit },
  );
  return rows;
}

/** Pages that an ad used are stored by advertiser. */
export async function copyPageUses(clickhouse: ClickHouse, { from, into, hashes }: AliasWithAds) {
  await clickhouse.write(
    `INSERT INTO page_uses (advertiser_id, page, hash, sequence, recorded_in, seen_day, start_day, version)
     SELECT {into:UInt64}, page, hash, sequence, recorded_in, seen_day, start_day, version
     FROM page_uses FINAL
     WHERE advertiser_id = {from:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
    { from, into, hashes },
  );
}

export async function nameOfAdvertiser(clickhouse: ClickHouse, id: number): Promise<string | null> {
  const [row] = await advertisersById(clickhouse, [id]);
  return row?.name ?? null;
}

/** Selects ads with a step that ran in another version (`not`), or in this version or later (`since`). */
export type Outdated = { readonly not: Versions } | { readonly since: Versions };
type Versions = Readonly<Partial<Record<Step, number>>>;

export interface AdPosition {
  readonly advertiserId: number;
  readonly hash: string;
}

export function adsAfter(
  clickhouse: ClickHouse,
  { advertiserId, hash }: AdPosition,
  limit: number,
  outdated: Outdated = { not: {} },
) {
  const { condition, versions } = outdatedCondition(outdated);
  return clickhouse.read<AdRow>(
    `SELECT ${adColumns.join(', ')}
     FROM ads FINAL
     WHERE advertiser_id >= {advertiserId:UInt64} AND (advertiser_id, hash) > ({advertiserId:UInt64}, {hash:String})
       AND ${condition}
     ORDER BY advertiser_id, hash
     LIMIT {limit:UInt32}`,
    { ...versions, advertiserId, hash, limit },
  );
}

function outdatedCondition(outdated: Outdated) {
  const [comparison, versions] = 'not' in outdated ? ['!=', outdated.not] : ['>=', outdated.since];
  const conditions = Object.keys(versions).map(
    (step) => `enriched['${step}'] ${comparison} {${step}:UInt16}`,
  );
  return { condition: conditions.length === 0 ? 'true' : `(${conditions.join(' OR ')})`, versions };
}

export async function countOutdated(clickhouse: ClickHouse, outdated: Outdated): Promise<number> {
  const { condition, versions } = outdatedCondition(outdated);
  const [row] = await clickhouse.read<{ ads: number }>(
    `SELECT count() AS ads FROM ads FINAL WHERE ${condition}`,
    versions,
  );
  return row?.ads ?? 0;
}

export interface AdTextsRow {
  readonly addedIn: number;
  readonly hash: string;
  readonly headlines: string[];
  readonly bodies: string[];
  readonly description: string | null;
  readonly ctaText: string | null;
}

const beforeNewestAd = { addedIn: Number.MAX_SAFE_INTEGER, hash: '' };

/** Texts of ads with fewer tags than this that the text model has not seen yet; newest first, after a given ad. */
export function adsForModelTagging(
  clickhouse: ClickHouse,
  fewerTagsThan: number,
  limit: number,
  { addedIn, hash }: Pick<AdTextsRow, 'addedIn' | 'hash'> = beforeNewestAd,
) {
  // Texts are the largest columns, so they are read only for the selected ads.
  return clickhouse.read<AdTextsRow>(
    `SELECT added_in AS addedIn, hash, headlines, bodies, description, cta_text AS ctaText
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (
       SELECT advertiser_id, hash
       FROM ads FINAL
       WHERE length(tag_ids) < {fewerTagsThan:UInt8} AND enriched['${modelTaggingKey}'] = 0
         AND (added_in < {addedIn:UInt64} OR added_in = {addedIn:UInt64} AND hash > {hash:String})
       ORDER BY added_in DESC, hash
       LIMIT {limit:UInt32}
     )
     ORDER BY added_in DESC, hash`,
    { fewerTagsThan, limit, addedIn, hash },
  );
}

export async function newestAddedIn(clickhouse: ClickHouse) {
  const [row] = await clickhouse.read<{ newest: number }>('SELECT max(added_in) AS newest FROM ads');
  return row?.newest ?? 0;
}
