import { adScore, isActive } from '../adExpressions.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import type { SearchFilters } from './matching.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

const orders: Readonly<Record<SearchFilters['sortBy'], string>> = {
  recommended: `${adScore} DESC`,
  date: 'start_date DESC NULLS LAST',
  views: 'reach DESC NULLS LAST',
  likes: 'likes DESC NULLS LAST',
  comments: 'comments DESC NULLS LAST',
};

/** The hashes of one page, in order. For other ads only the columns of the sort order are read. */
export async function hashesOfPage(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { sortBy, limit, offset }: Pick<SearchFilters, 'sortBy' | 'limit'> & { readonly offset: number },
) {
  const rows = await clickhouse.read<{ hash: string }>(
    `SELECT hash
     FROM ads FINAL
     WHERE ${condition}
     ORDER BY ${orders[sortBy]}, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, limit, offset },
  );
  return rows.map((row) => row.hash);
}

/** Enough to distinguish rare words from common ones. */
const sampledAds = 2000;
const sampledText = 10_000;

export function sampledAdsWith(clickhouse: ClickHouse, tokens: readonly string[], asOf: number) {
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
     WHERE token IN {tokens:Array(String)}
     GROUP BY token`,
    { tokens, asOf },
  );
}

/** The ads of some advertisers: their ids are hashes, so the first ones are a random choice. */
const adsOfVocabulary = 20_000;
const maxCommonWords = 100_000;

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

const singleFacets = {
  formats: 'format',
  mediaTypes: 'media_type',
  statuses: `if(${isActive}, 'active', 'inactive')`,
  adTypes: "ifNull(ad_type, '')",
  languages: "ifNull(language, '')",
  ctaTypes: "coalesce(cta_text, cta_type, '')",
  advertiserIds: 'advertiser_id',
};

const multipleFacets = { platforms: 'platforms', countries: 'countries', tagDefinitionIds: 'tag_ids' };

const maxFacetValues = 200;

export type Facet = keyof typeof singleFacets | keyof typeof multipleFacets;

export interface FacetValue {
  readonly facet: Facet;
  readonly value: string;
  readonly ads: number;
}

/** All facets in one statement: each further one would look up the words and read the matching ads again. */
export function countFacets(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const single = Object.entries(singleFacets).map(
    ([facet, value]) => `('${facet}', CAST(${value}, 'String'))`,
  );
  const multiple = Object.entries(multipleFacets).map(
    ([facet, column]) => `arrayMap(each -> ('${facet}', CAST(each, 'String')), arrayDistinct(${column}))`,
  );
  return clickhouse.read<FacetValue>(
    `SELECT entry.1 AS facet, entry.2 AS value, count() AS ads
     FROM (
       SELECT arrayJoin(arrayConcat([${single.join(', ')}], ${multiple.join(', ')})) AS entry
       FROM ads FINAL
       WHERE ${condition}
     )
     GROUP BY facet, value
     ORDER BY ads DESC, value
     LIMIT ${maxFacetValues} BY facet`,
    parameters,
  );
}

export async function followedAdvertisers(db: Postgres, userId: string) {
  const rows = await db.query<{ advertiserId: number }>(
    `SELECT advertiser_id AS "advertiserId" FROM follows WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.advertiserId);
}
