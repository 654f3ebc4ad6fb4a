import { daysRunningSql, isActive, recommendedScore } from '../adExpressions.sql.ts';
import { placesOfHashes, type AdVersion } from '../ads.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import { currentRows, type UnmergedAdvertisers } from './currentRows.sql.ts';
import type { DuplicateGroup, SearchFilters } from './matching.sql.ts';
import { relevantFirst, type SortValue, type WeightedTerm } from './relevance.sql.ts';
import { foldedByVariants, groupParameters, versionsByVariants, inGroups } from './variants.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

/**
 * `identity` hides the column: for the largest values of a column, the engine filters by those found so far, and then reads the
 * text of each ad instead of looking up words in their index, which takes six times as long.
 */
const sortValues: Readonly<Record<Exclude<SearchFilters['sortBy'], 'variants'>, string>> = {
  recommended: recommendedScore,
  date: 'identity(start_date)',
  views: 'identity(reach)',
  likes: 'identity(likes)',
  comments: 'identity(comments)',
  daysRunning: daysRunningSql,
  momentum: `if(${isActive}, reach_growth, NULL)`,
};

/** By relevance and score if the query has words, else by the value itself. */
export function sortValue(sortBy: keyof typeof sortValues, terms: PageQuery['terms']): SortValue {
  if (sortBy === 'recommended' && terms.length > 0) return relevantFirst(terms);
  return { expression: sortValues[sortBy], parameters: {} };
}

export interface PageQuery extends Pick<SearchFilters, 'sortBy' | 'limit'> {
  readonly offset: number;
  readonly terms: readonly WeightedTerm[];
}

/** The ads of one page, in order. For other ads only the columns of the sort order are read. */
export function versionsOfPage(
  clickhouse: ClickHouse,
  matching: Matching,
  page: PageQuery,
  unmerged: UnmergedAdvertisers,
) {
  const { sortBy, limit, offset, terms } = page;
  if (sortBy === 'variants') return versionsByVariants(clickhouse, matching, page);
  const { rows, parameters } = currentRows(matching, unmerged);
  const value = sortValue(sortBy, terms);
  return clickhouse.read<AdVersion>(
    `SELECT hash, advertiser_id AS advertiserId, version
     FROM ${rows}
     ORDER BY ${value.expression} DESC NULLS LAST, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...value.parameters, limit, offset },
  );
}

/** An entry of a folded list. */
export interface FoldedAd extends DuplicateGroup, AdVersion {}

/**
 * As `versionsOfPage`, with the first ad of each group of duplicates among the first `candidates` ads. Sorting a bounded
 * number of ads takes much less memory than grouping all.
 */
export function foldedPage(
  clickhouse: ClickHouse,
  matching: Matching,
  page: PageQuery,
  candidates: number,
  unmerged: UnmergedAdvertisers,
): Promise<readonly FoldedAd[]> {
  const { sortBy, limit, offset, terms } = page;
  if (sortBy === 'variants') return foldedByVariants(clickhouse, matching, page);
  const { rows, parameters } = currentRows(matching, unmerged);
  const value = sortValue(sortBy, terms);
  return clickhouse.read<FoldedAd>(
    `SELECT hash, advertiser_id AS advertiserId, version, duplicate_key AS duplicateKey
     FROM (
       SELECT hash, advertiser_id, version, duplicate_key, ${value.expression} AS sort_value
       FROM ${rows}
       ORDER BY sort_value DESC NULLS LAST, hash
       LIMIT {candidates:UInt64}
     )
     ORDER BY sort_value DESC NULLS LAST, hash
     LIMIT 1 BY duplicate_key
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...value.parameters, candidates, limit, offset },
  );
}

/** Null if the index does not have the ad. */
export async function groupOfAd(clickhouse: ClickHouse, hash: string): Promise<DuplicateGroup | null> {
  const [group] = await clickhouse.read<DuplicateGroup>(
    `SELECT advertiser_id AS advertiserId, duplicate_key AS duplicateKey
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})`,
    { hashes: [hash] },
  );
  return group ?? null;
}

/** How many matching ads each group has. */
export function countDuplicates(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  groups: readonly DuplicateGroup[],
) {
  return clickhouse.read<{ duplicateKey: number; ads: number }>(
    `SELECT duplicate_key AS duplicateKey, count() AS ads
     FROM ads FINAL
     WHERE ${inGroups} AND ${condition}
     GROUP BY duplicate_key`,
    { ...parameters, ...groupParameters(groups) },
  );
}

/** Enough to distinguish rare words from common ones. */
export const sampledAds = 2000;
/** In bytes. */
export const sampledText = 10_000;
export const maxSampledTokens = 20_000;

/** The most common tokens of some ads. Limited to `asOf`, so that the result is the same for every page. */
export function readSampledTokens(clickhouse: ClickHouse, asOf: number) {
  return clickhouse.read<{ token: string; ads: number }>(
    `SELECT token, count() AS ads
     FROM (
       SELECT arrayJoin(arrayDistinct(splitByChar(' ', substring(search_text, 1, ${sampledText})))) AS token
       FROM (
         SELECT search_text
         FROM ads FINAL
         WHERE added_in <= {asOf:UInt64}
         ORDER BY advertiser_id, hash
         LIMIT ${sampledAds}
       )
     )
     GROUP BY token
     ORDER BY ads DESC, token
     LIMIT ${maxSampledTokens}`,
    { asOf },
  );
}

/** The ads of some advertisers: their ids are hashes, so the first ones are a random choice. */
export const adsOfVocabulary = 20_000;
export const maxCommonWords = 100_000;

/** Words of one ad only may be misspelled themselves. */
export function readCommonWords(clickhouse: ClickHouse) {
  return clickhouse.read<{ word: string; ads: number }>(
    `SELECT word, count() AS ads
     FROM (
       SELECT arrayJoin(arrayDistinct(splitByChar(' ', substring(search_text, 1, ${sampledText})))) AS word
       FROM (SELECT search_text FROM ads FINAL ORDER BY advertiser_id, hash LIMIT ${adsOfVocabulary})
     )
     WHERE lengthUTF8(word) BETWEEN 4 AND 30
     GROUP BY word
     HAVING ads > 1
     ORDER BY ads DESC, word
     LIMIT ${maxCommonWords}`,
    {},
  );
}

export async function hasWord(clickhouse: ClickHouse, word: string): Promise<boolean> {
  const rows = await clickhouse.read(
    'SELECT 1 FROM ads WHERE hasAllTokens(search_text, {words:Array(String)}) LIMIT 1',
    { words: [word] },
  );
  return rows.length > 0;
}

/** Some may be ids of names that belong to another advertiser by now. */
export async function followedIds(db: Postgres, userId: string) {
  const rows = await db.query<{ advertiserId: number }>(
    `SELECT advertiser_id AS "advertiserId" FROM follows WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.advertiserId);
}
