import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { isActive, lastDay } from '../adExpressions.sql.ts';
import { inChunks, placesOf, placesOfHashes } from '../ads.sql.ts';
import { libraryOfAd } from '../coverage.sql.ts';
import type { AdRow } from '../rows.ts';
import type { Creative } from './creatives.ts';

export interface CreativeRow extends Pick<Creative, 'kind' | 'text'> {
  readonly creative: number;
  readonly family: number;
}

export function creativesById(clickhouse: ClickHouse, ids: readonly number[]): Promise<CreativeRow[]> {
  return inChunks(ids, (part) =>
    clickhouse.read<CreativeRow>(
      'SELECT creative, family, kind, text FROM creatives FINAL WHERE creative IN {ids:Array(UInt64)}',
      { ids: part },
    ),
  );
}

/** Those of these creatives that do not have the number of their family. A creative only ever gets a lower one. */
export function joinedCreatives(clickhouse: ClickHouse, ids: readonly number[]) {
  return inChunks(
    ids,
    (part) =>
      clickhouse.read<Pick<CreativeRow, 'creative' | 'family'>>(
        `SELECT creative, min(creatives.family) AS family
         FROM creatives
         WHERE creative IN {ids:Array(UInt64)} AND creatives.family < creative
         GROUP BY creative`,
        { ids: part },
      ),
    idsPerQuery,
  );
}

/** ClickHouse accepts 128 KiB in one parameter, which is about 7,700 numbers of 52 bits. */
const idsPerQuery = 7000;
/** Bounds the work for a text that thousands of others resemble a little. */
const maxTextsPerBand = 50;

export interface BandRow {
  readonly band: number;
  readonly creative: number;
}

/** Other texts with a band of these, whose bands are stored. Their ids are a tenth of the bands. */
export function creativesWithBandsOf(clickhouse: ClickHouse, ids: readonly number[]): Promise<BandRow[]> {
  return inChunks(
    ids,
    (part) =>
      clickhouse.read<BandRow>(
        `SELECT band, creative
         FROM creative_bands
         WHERE band GLOBAL IN (SELECT band FROM creative_bands WHERE creative IN {ids:Array(UInt64)})
           AND creative NOT IN {ids:Array(UInt64)}
         ORDER BY band, creative
         LIMIT ${maxTextsPerBand} BY band`,
        { ids: part },
      ),
    idsPerQuery,
  );
}

/** The creatives of families, apart from those that have the number of their family. */
export async function creativesOfFamilies(
  clickhouse: ClickHouse,
  families: readonly number[],
): Promise<number[]> {
  const rows = await inChunks(families, (part) =>
    clickhouse.read<{ creative: number }>(
      'SELECT DISTINCT creative FROM family_creatives WHERE family IN {families:Array(UInt64)}',
      { families: part },
    ),
  );
  return rows.map(({ creative }) => creative);
}

/** Ads that have any of these creatives now. */
export function adsOfCreatives(clickhouse: ClickHouse, creatives: readonly number[]) {
  return inChunks(
    creatives,
    (part) =>
      clickhouse.read<{ hash: string }>(
        'SELECT DISTINCT hash FROM creative_ads WHERE creative IN {creatives:Array(UInt64)}',
        { creatives: part },
      ),
    idsPerQuery,
  );
}

/** The creatives of ads; an interrupted move leaves two rows of one. */
export function readCreativesOfAds(clickhouse: ClickHouse, hashes: readonly string[]) {
  return inChunks(hashes, (part) =>
    clickhouse.read<Pick<AdRow, 'hash' | 'creatives' | 'first_seen_at' | 'last_seen_at' | 'is_logged'>>(
      `SELECT hash, creatives, first_seen_at, last_seen_at, is_logged
       FROM ads FINAL
       WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})
       ORDER BY hash, version DESC
       LIMIT 1 BY hash`,
      { hashes: part },
    ),
  );
}

/** Pairs of nearly equal creatives, of which the first is one of these. */
export function edgesOfCreatives(clickhouse: ClickHouse, creatives: readonly number[]) {
  return inChunks(
    creatives,
    (part) =>
      clickhouse.read<Pick<EdgeRow, 'one' | 'other'>>(
        'SELECT DISTINCT one, other FROM creative_edges WHERE one IN {creatives:Array(UInt64)}',
        { creatives: part },
      ),
    idsPerQuery,
  );
}

const creativesOfFamily = `
  SELECT creative FROM family_creatives WHERE family = {family:UInt64}
  UNION DISTINCT
  SELECT {family:UInt64}`;

const adsOfFamily = `
  FROM ads FINAL
  WHERE (advertiser_id, hash) GLOBAL IN (${placesOf(`
    SELECT hash FROM creative_ads WHERE creative GLOBAL IN (${creativesOfFamily})`)})
    AND added_in <= {asOf:UInt64}`;

export interface MemberRow {
  readonly hash: string;
  readonly advertiserId: number;
  /** The published start, or the day on which the ad was first seen. */
  readonly firstDate: string;
  readonly isStartPublished: 0 | 1;
  readonly lastDate: string;
  readonly isActive: 0 | 1;
  readonly sources: readonly string[];
  readonly headline: string | null;
  readonly body: string | null;
  readonly creatives: readonly number[];
  readonly library: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly reachKind: 'reported' | 'range' | 'estimated' | 'notKnown';
}

const memberColumns = `hash, advertiser_id AS advertiserId, toString(first_day) AS firstDate,
  start_date IS NOT NULL AS isStartPublished, toString(${lastDay}) AS lastDate, ${isActive} AS isActive, sources,
  arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, headlines) AS headline,
  arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(bodies, card_bodies)) AS body, creatives,
  ${libraryOfAd} AS library, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt,
  if(reach IS NULL, 'notKnown', ifNull(reach_kind, 'estimated')) AS reachKind`;

export interface FamilyState {
  readonly family: number;
  /** The newest recording that is read. */
  readonly asOf: number;
  readonly today: string;
}

/** The ads that started first. */
export function membersOfFamily(clickhouse: ClickHouse, state: FamilyState, limit: number) {
  return clickhouse.read<MemberRow>(
    `SELECT ${memberColumns} ${adsOfFamily}
     ORDER BY first_day, hash
     LIMIT 1 BY hash
     LIMIT {limit:UInt32}`,
    { ...state, limit },
  );
}

export async function countMembers(clickhouse: ClickHouse, { family, asOf }: FamilyState): Promise<number> {
  const [row] = await clickhouse.read<{ ads: number }>(`SELECT uniqExact(hash) AS ads ${adsOfFamily}`, {
    family,
    asOf,
  });
  return row?.ads ?? 0;
}

export async function memberByHash(
  clickhouse: ClickHouse,
  hash: string,
  { asOf, today }: Pick<FamilyState, 'asOf' | 'today'>,
): Promise<MemberRow | undefined> {
  const [row] = await clickhouse.read<MemberRow>(
    `SELECT ${memberColumns}
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${placesOf('SELECT {hash:FixedString(32)}')}) AND added_in <= {asOf:UInt64}
     LIMIT 1`,
    { hash, asOf, today },
  );
  return row;
}

interface EdgeRow {
  readonly one: number;
  readonly other: number;
  readonly kind: Creative['kind'];
  readonly similarity: number;
}

export function edgesOfFamily(clickhouse: ClickHouse, { family }: FamilyState, limit: number) {
  return clickhouse.read<EdgeRow>(
    `SELECT one, other, similarity,
       if(one GLOBAL IN (
         SELECT creative FROM creatives WHERE creative GLOBAL IN (${creativesOfFamily}) AND kind IN ('picture', 'innerPicture')
       ), 'picture', 'text') AS kind
     FROM creative_edges FINAL
     WHERE one GLOBAL IN (${creativesOfFamily})
     ORDER BY similarity DESC, one, other
     LIMIT {limit:UInt32}`,
    { family, limit },
  );
}
