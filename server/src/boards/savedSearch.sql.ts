import {
  type contract,
  endOfRange,
  isOutsideAdDates,
  type ParsedInputOf,
  startOfRange,
} from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import { isDuplicate } from './filterValues.sql.ts';
import { ctaLabel } from './savedAdColumns.ts';

export type SavedAdsInput = ParsedInputOf<typeof contract.ads.list>;

export interface SavedQuery extends Omit<
  SavedAdsInput,
  'searchQuery' | 'boardId' | 'companyNames' | 'limit' | 'cursor'
> {
  /** The scopes to search. If several contain an ad, the copy of the first one is used. */
  readonly scopes: readonly string[];
  readonly boardId: number | null;
  readonly required: readonly string[];
  /** Patterns it must not match, unless it contains the whole query: a pasted ad text may have a minus before a word. */
  readonly excluded: readonly string[];
  readonly whole: string | null;
  readonly advertiserIds: readonly number[] | null;
  readonly followedBy: string | null;
}

const sortKeys: Readonly<Record<SavedQuery['sortBy'], string>> = {
  recommended: 'recommended',
  date: 'date_key',
  views: 'views_key',
  likes: 'likes_key',
  comments: 'comments_key',
};

export interface SortPosition {
  readonly key: number;
  readonly hash: string;
}

export function sortPositions(
  db: Postgres,
  savedAdId: number,
  scopes: readonly string[],
  sortBy: SavedQuery['sortBy'],
) {
  const columns = `${sortKeys[sortBy]} AS key, ad_hash AS hash`;
  return db.query<SortPosition>(
    `SELECT ${columns} FROM saved_ads WHERE id = $1 AND scope = ANY ($2)
     UNION ALL
     SELECT ${columns} FROM forgotten_ads WHERE id = $1 AND scope = ANY ($2)`,
    [savedAdId, scopes],
  );
}

export async function findPage(
  db: Postgres,
  query: SavedQuery,
  { after, most }: { readonly after: SortPosition | null; readonly most: number },
) {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  const conditions = [...buildConditions(query, param)];
  const behind = after === null ? 'true' : `(key, ad_hash) > (${param(after.key)}, ${param(after.hash)})`;
  const first = `WHERE ${behind} ORDER BY key, ad_hash LIMIT ${param(most)}`;
  const ofScopes = matchByScope(query, conditions, param);
  const statement =
    conditions.length > 0
      ? filteredPage(ofScopes, first)
      : unfilteredPage(param(query.scopes), ofScopes, first);
  const [page] = await db.query<{ total: number; ids: number[]; keys: number[] }>(statement, values);
  if (page === undefined) throw new Error('the query returned no row');
  return page;
}

/** Without filters, the first rows of each scope come from an index, and the number of all is counted already. */
function unfilteredPage(scopes: string, ofScopes: readonly string[], first: string): string {
  const firstOfScopes = ofScopes.map((matching) => `(SELECT * FROM (${matching}) matching ${first})`);
  return `SELECT ${countOfScopes(scopes)} AS total, ${idsAndKeys}
    FROM (SELECT * FROM (${firstOfScopes.join(' UNION ALL ')}) matching ${first}) page`;
}

/** Every saved ad has one format. */
function countOfScopes(scopes: string): string {
  return `(SELECT coalesce(sum(ads), 0)::bigint FROM saved_ad_values
      WHERE scope = ANY (${scopes}) AND filter = 'formats')
    - (SELECT count(*) FROM saved_ads copy WHERE ${isDuplicate(scopes)})`;
}

/** Materialized: scanning in index order until the limit is reached would read everything if few ads match. */
function filteredPage(ofScopes: readonly string[], first: string): string {
  return `WITH matching AS MATERIALIZED (${ofScopes.join(' UNION ALL ')})
    SELECT (SELECT count(*) FROM matching) AS total, ${idsAndKeys} FROM (SELECT * FROM matching ${first}) page`;
}

const idsAndKeys = `
  coalesce(array_agg(id ORDER BY key, ad_hash), '{}') AS ids,
  coalesce(array_agg(key ORDER BY key, ad_hash), '{}') AS keys`;

/** Enough to distinguish rare words from common ones. */
const sampledAds = 100;
const sampledText = 2000;

export function countSampleMatches(db: Postgres, scopes: readonly string[], patterns: readonly string[]) {
  return db.query<{ pattern: string; ads: number }>(
    `SELECT pattern, count(*) AS ads
     FROM unnest($2::text[]) pattern
     JOIN (
       SELECT left(search_text, ${sampledText}) AS text
       FROM saved_ads
       WHERE scope = ANY ($1)
       ORDER BY id
       LIMIT ${sampledAds}
     ) sample ON sample.text LIKE pattern
     GROUP BY pattern`,
    [scopes, patterns],
  );
}

type Param = (value: unknown) => string;

function matchByScope({ scopes, sortBy }: SavedQuery, conditions: readonly string[], param: Param): string[] {
  return scopes.map((scope, place) => {
    const parts = [`saved.scope = ${param(scope)}`, ...conditions];
    // An ad that an earlier scope contains is listed there.
    if (place > 0) {
      parts.push(`NOT EXISTS (
        SELECT FROM saved_ads nearer
        WHERE nearer.ad_hash = saved.ad_hash AND nearer.scope = ANY (${param(scopes.slice(0, place))}))`);
    }
    return `SELECT saved.id, saved.${sortKeys[sortBy]} AS key, saved.ad_hash
      FROM saved_ads saved WHERE ${parts.join(' AND ')}`;
  });
}

/** Every given filter becomes a condition. PostgreSQL evaluates them in this order, so the cheap ones come first. */
function* buildConditions(query: SavedQuery, param: Param): Iterable<string> {
  yield* numberConditions(query, param);
  yield* dateConditions(query, param);
  yield* advertiserConditions(query, param);
  yield* listConditions(query, param);
  for (const pattern of query.required) yield `saved.search_text LIKE ${param(pattern)}`;
  if (query.excluded.length > 0) {
    yield `(saved.search_text NOT LIKE ALL (${param(query.excluded)}::text[]) OR saved.search_text LIKE ${param(query.whole)})`;
  }
  if (query.boardId !== null) {
    yield `saved.id IN (SELECT saved_ad_id FROM board_ads WHERE board_id = ${param(query.boardId)})`;
  }
}

/** View keys are negated; unknown values are Infinity and match no range. */
function* numberConditions(
  { isPartnership, viewsMin, viewsMax }: SavedQuery,
  param: Param,
): Iterable<string> {
  if (isPartnership === true) yield 'saved.is_partnership';
  if (viewsMin !== undefined) yield `saved.views_key <= -${param(viewsMin)}::double precision`;
  if (viewsMax !== undefined) yield `saved.views_key BETWEEN -${param(viewsMax)}::double precision AND 0`;
}

/** Ads without a start date are filtered by their first sighting. */
function* dateConditions({ dateFrom, dateTo }: SavedQuery, param: Param): Iterable<string> {
  if (isOutsideAdDates({ dateFrom, dateTo })) yield 'false';
  if (dateFrom !== undefined) {
    const { day, instant } = startOfRange(dateFrom);
    yield startedWhen(`saved.start_date >= ${param(day)}`, `saved.first_seen_at >= ${param(instant)}`);
  }
  if (dateTo !== undefined) {
    const { day, before } = endOfRange(dateTo);
    yield startedWhen(`saved.start_date <= ${param(day)}`, `saved.first_seen_at < ${param(before)}`);
  }
}

function startedWhen(known: string, seen: string): string {
  return `CASE WHEN saved.start_date IS NULL THEN ${seen} ELSE ${known} END`;
}

function* advertiserConditions({ advertiserIds, followedBy }: SavedQuery, param: Param): Iterable<string> {
  if (advertiserIds !== null) yield `saved.advertiser_id = ANY (${param(advertiserIds)}::bigint[])`;
  if (followedBy !== null) {
    yield `saved.advertiser_id IN (SELECT advertiser_id FROM follows WHERE user_id = ${param(followedBy)})`;
  }
}

/** An ad must have one of the values of each list; an empty list adds no condition. */
function* listConditions(query: SavedQuery, param: Param): Iterable<string> {
  const { formats, languages, adTypes, platforms, ctaTypes } = query;
  if (isNonEmpty(formats)) yield `saved.format = ANY (${param(formats)}::text[])`;
  if (isNonEmpty(languages)) yield `saved.language = ANY (${param(languages)}::text[])`;
  if (isNonEmpty(adTypes)) yield `saved.ad_type = ANY (${param(adTypes)}::text[])`;
  if (isNonEmpty(platforms)) yield `saved.platforms && ${param(platforms)}::text[]`;
  if (isNonEmpty(ctaTypes)) yield `saved.cta_labels && ${param(ctaTypes.map(ctaLabel))}::text[]`;
}

function isNonEmpty<Value>(values: readonly Value[] | undefined): values is readonly Value[] {
  return values !== undefined && values.length > 0;
}
