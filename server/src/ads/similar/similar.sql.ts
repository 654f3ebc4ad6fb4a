import type { ClickHouse, Parameters } from '../../db/clickhouse/clickhouse.ts';
import { adScore } from '../adExpressions.sql.ts';
import { placesOf, placesOfHashes } from '../ads.sql.ts';
import type { Matching } from '../conditions.sql.ts';

/** The texts of an ad, which all ads with the same texts share. */
export interface ScoredCopy {
  readonly id: number;
  /** The cosine of the vectors. */
  readonly score: number;
}

const cosine = `dotProduct(arrayMap(x -> toFloat32(x), vector), {query:Array(Float32)}) / L2Norm(vector)`;

export interface VectorQuery {
  readonly model: string;
  /** Of length 1. */
  readonly query: readonly number[];
  readonly minScore: number;
}

/** The texts of matching ads that are nearest to a vector, nearest first; of all texts if `matching` is null. */
export function nearestCopies(
  clickhouse: ClickHouse,
  { query, ...key }: VectorQuery,
  matching: Matching | null,
  limit: number,
) {
  const isOfMatching =
    matching === null ? '1' : `copy_id GLOBAL IN (SELECT copy_id FROM ads FINAL WHERE ${matching.condition})`;
  return clickhouse.read<ScoredCopy>(
    `SELECT copy_id AS id, ${cosine} AS score
     FROM copy_vectors FINAL
     WHERE model = {model:String} AND length(vector) = {dimensions:UInt32} AND score >= {minScore:Float64}
       AND ${isOfMatching}
     ORDER BY score DESC, id
     LIMIT {copies:UInt32}`,
    { ...matching?.parameters, ...key, query, dimensions: query.length, copies: limit },
  );
}

export interface CandidateRow {
  readonly hash: string;
  readonly advertiserId: number;
  readonly duplicateKey: number;
  readonly copyId: number;
}

const candidateColumns =
  'hash, advertiser_id AS advertiserId, duplicate_key AS duplicateKey, copy_id AS copyId';

/** An ad that thousands repeat would leave no place for others. */
export const maxDuplicatesNear = 20;

export interface RankedCopy {
  readonly id: number;
  readonly rank: number;
}

/** The matching ads with these texts, in the order of their ranks. */
export function adsWithCopies(
  clickhouse: ClickHouse,
  copies: readonly RankedCopy[],
  { condition, parameters }: Matching,
  limit: number,
) {
  return clickhouse.read<CandidateRow>(
    `SELECT ${candidateColumns}
     FROM ads FINAL
     WHERE copy_id IN {copyIds:Array(UInt64)} AND ${condition}
     ORDER BY transform(copy_id, {copyIds:Array(UInt64)}, {copyRanks:Array(UInt32)}, 0), ${adScore} DESC, hash
     LIMIT ${maxDuplicatesNear} BY duplicate_key
     LIMIT {candidates:UInt32}`,
    {
      ...parameters,
      copyIds: copies.map(({ id }) => id),
      copyRanks: copies.map(({ rank }) => rank),
      candidates: limit,
    },
  );
}

/** The matching ads by a value, highest first. */
export function bestMatches(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  value: { readonly expression: string; readonly parameters: Parameters },
  limit: number,
) {
  return clickhouse.read<CandidateRow>(
    `SELECT ${candidateColumns}
     FROM ads FINAL
     WHERE ${condition}
     ORDER BY ${value.expression} DESC NULLS LAST, hash
     LIMIT {candidates:UInt32}`,
    { ...parameters, ...value.parameters, candidates: limit },
  );
}

interface AdCopy {
  readonly copyId: number;
  readonly creatives: readonly number[];
}

/** Undefined if the index does not have the ad. */
export async function copyOfAd(clickhouse: ClickHouse, hash: string): Promise<AdCopy | undefined> {
  const [row] = await clickhouse.read<AdCopy>(
    `SELECT copy_id AS copyId, creatives
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})`,
    { hashes: [hash] },
  );
  return row;
}

/** Null if the texts have no vector of this model yet. */
export async function vectorOfCopy(clickhouse: ClickHouse, model: string, copyId: number) {
  const [row] = await clickhouse.read<{ vector: number[] }>(
    'SELECT vector FROM copy_vectors FINAL WHERE model = {model:String} AND copy_id = {copyId:UInt64}',
    { model, copyId },
  );
  return row?.vector ?? null;
}

export async function picturesOf(clickhouse: ClickHouse, creatives: readonly number[]): Promise<string[]> {
  const rows = await clickhouse.read<{ pdq: string }>(
    'SELECT pdq FROM picture_hashes FINAL WHERE creative IN {creatives:Array(UInt64)} ORDER BY creative',
    { creatives },
  );
  return rows.map(({ pdq }) => pdq);
}

export interface NearPicture {
  readonly creative: number;
  /** The number of differing bits of 256. */
  readonly distance: number;
}

/** All pictures are compared. */
export function nearestPictures(
  clickhouse: ClickHouse,
  pictures: readonly string[],
  maxDistance: number,
  limit: number,
) {
  return clickhouse.read<NearPicture>(
    `SELECT creative, arrayMin(arrayMap(
       each -> bitHammingDistance(toFixedString(unhex(pdq), 32), toFixedString(unhex(each), 32)),
       {pictures:Array(String)})) AS distance
     FROM picture_hashes FINAL
     WHERE distance <= {maxDistance:UInt16}
     ORDER BY distance, creative
     LIMIT {limit:UInt32}`,
    { pictures, maxDistance, limit },
  );
}

/** The matching ads with any of these pictures. */
export function adsWithPictures(
  clickhouse: ClickHouse,
  creatives: readonly number[],
  { condition, parameters }: Matching,
  limit: number,
) {
  const places = placesOf('SELECT hash FROM creative_ads WHERE creative IN {pictures:Array(UInt64)}');
  return clickhouse.read<CandidateRow & { readonly pictures: readonly number[] }>(
    `SELECT ${candidateColumns}, arrayIntersect(creatives, {pictures:Array(UInt64)}) AS pictures
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${places}) AND notEmpty(pictures) AND ${condition}
     ORDER BY ${adScore} DESC, hash
     LIMIT {candidates:UInt32}`,
    { ...parameters, pictures: creatives, candidates: limit },
  );
}

export async function countCopyVectors(clickhouse: ClickHouse, model: string) {
  const [row] = await clickhouse.read<{ vectors: number; dimensions: number }>(
    `SELECT count() AS vectors, any(length(vector)) AS dimensions
     FROM copy_vectors FINAL
     WHERE model = {model:String}`,
    { model },
  );
  return row ?? { vectors: 0, dimensions: 0 };
}

export async function countPictures(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.read<{ pictures: number }>(
    'SELECT count() AS pictures FROM picture_hashes FINAL',
  );
  return row?.pictures ?? 0;
}

export interface CopyVectorRow {
  readonly id: number;
  /** One byte per component in hexadecimal digits, which take less space than decimals. */
  readonly components: string;
}

export function readCopyVectors(
  clickhouse: ClickHouse,
  page: { readonly model: string; readonly since: Date; readonly after: number; readonly limit: number },
) {
  return clickhouse.read<CopyVectorRow>(
    `SELECT copy_id AS id, arrayStringConcat(arrayMap(x -> hex(x), vector)) AS components
     FROM copy_vectors FINAL
     WHERE model = {model:String} AND copy_id > {after:UInt64} AND built_at >= {since:DateTime64(3)}
     ORDER BY copy_id
     LIMIT {limit:UInt32}`,
    page,
  );
}

/** Ads that were recorded since then, whose texts have no vector. Texts without letters never have one. */
export async function countPendingAds(clickhouse: ClickHouse, model: string, since: Date): Promise<number> {
  const [row] = await clickhouse.read<{ ads: number }>(
    `SELECT uniqExact(hash) AS ads
     FROM ads
     WHERE recorded_at >= {since:DateTime64(3)} AND is_deleted = 0
       AND arrayExists(text -> match(text, '\\\\pL') AND position(text, '{' || '{') = 0, arrayConcat(bodies, headlines))
       AND copy_id GLOBAL NOT IN (SELECT copy_id FROM copy_vectors WHERE model = {model:String})`,
    { model, since },
  );
  return row?.ads ?? 0;
}
