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
  'searchQuery' | 'boardId' | 'companyNames' | 'familyIds' | 'duplicates' | 'limit' | 'cursor'
> {
  /** Undefined does not filter. */
  readonly ids?: readonly number[];
  /** The scopes to search. If several contain an ad, the copy of the first one is used. */
  readonly scopes: readonly string[];
  readonly boardId: number | null;
  readonly required: readonly string[];
  /** Patterns it must not match, unless it contains the whole query: a pasted ad text may have a minus before a word. */
  readonly excluded: readonly string[];
  readonly whole: string | null;
  readonly advertiserIds: readonly number[] | null;
}

const sortKeys: Readonly<Record<SavedQuery['sortBy'], string>> = {
  recommended: 'recommended',
  date: 'date_key',
  views: 'views_key',
  likes: 'likes_key',
  comments: 'comments_key',
  daysRunning: 'days_key',
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

interface PageRange {
  readonly after: SortPosition | null;
  readonly most: number;
}

export async function findPage(db: Postgres, query: SavedQuery, range: PageRange) {
  const values: unknown[] = [];
  const statement = pageStatement(query, range, (value) => `$${values.push(value)}`);
  const [page] = await db.query<{ total: number; ids: number[]; keys: number[] }>(statement, values);
  if (page === undefined) throw new Error('the query returned no row');
  return page;
}

function pageStatement(query: SavedQuery, { after, most }: PageRange, param: Param): string {
  const counted = [...countedConditions(query, param)];
  const others = [...otherConditions(query, param)];
  const conditions = [...counted, ...others];
  const behind = after === null ? 'true' : `(key, ad_hash) > (${param(after.key)}, ${param(after.hash)})`;
  const page = { behind, limit: param(most), ofScopes: matchByScope(query, conditions, param) };
  const isCounted = others.length === 0;
  if (!isCounted && (others.length > 1 || !hasShortText(query))) return filteredPage(page);
  const total = isCounted ? countOfScopes(param(query.scopes), counted) : null;
  return total !== null && conditions.length === 0
    ? unfilteredPage(page, total)
    : broadPage({ ...page, unfiltered: matchByScope(query, [], param, 'saved.*'), conditions, total });
}

interface PageParts {
  readonly behind: string;
  readonly limit: string;
  readonly ofScopes: readonly string[];
}

const inOrder = 'ORDER BY key, ad_hash LIMIT';

/** Without filters, the first rows of each scope come from an index. */
function unfilteredPage({ behind, limit, ofScopes }: PageParts, total: string): string {
  const first = `WHERE ${behind} ${inOrder} ${limit}`;
  const firstOfScopes = ofScopes.map((matching) => `(SELECT * FROM (${matching}) matching ${first})`);
  return `SELECT ${total} AS total, ${idsAndKeys}
    FROM (SELECT * FROM (${firstOfScopes.join(' UNION ALL ')}) matching ${first}) page`;
}

/** From the counts that triggers keep. Every saved ad has one format. */
function countOfScopes(scopes: string, conditions: readonly string[]): string {
  const counts =
    conditions.length === 0
      ? `saved_ad_values WHERE filter = 'formats'`
      : `saved_ad_counts saved WHERE ${conditions.join(' AND ')}`;
  return `(SELECT coalesce(sum(ads), 0)::bigint FROM ${counts} AND scope = ANY (${scopes}))
    - (SELECT count(*) FROM saved_ads saved WHERE ${[isDuplicate(scopes), ...conditions].join(' AND ')})`;
}

/** Materialized: scanning in index order until the limit is reached would read everything if few ads match. */
function filteredPage({ behind, limit, ofScopes }: PageParts): string {
  return `WITH matching AS MATERIALIZED (${ofScopes.join(' UNION ALL ')})
    SELECT (SELECT count(*) FROM matching) AS total, ${idsAndKeys}
    FROM (SELECT * FROM matching WHERE ${behind} ${inOrder} ${limit}) page`;
}

/** A pattern of up to four letters may match half of the ads. */
function hasShortText({ required: [pattern] }: SavedQuery): boolean {
  return pattern !== undefined && pattern.length <= '%four%'.length;
}

/** How many ads are read in index order; comparing texts takes longer than comparing values. */
const nextAds = { byValues: 2000, byText: 200 };

interface BroadPageParts extends PageParts {
  readonly unfiltered: readonly string[];
  readonly conditions: readonly string[];
  /** Null if no counts have it. */
  readonly total: string | null;
}

/** If many ads match, the next ads in index order contain the page. Otherwise all matches are read. */
function broadPage({ behind, limit, ofScopes, unfiltered, conditions, total }: BroadPageParts): string {
  const all = ofScopes.join(' UNION ALL ');
  const isFull = `(SELECT count(*) FROM next_matches) = ${limit}`;
  const counted = `CASE WHEN ${isFull} THEN (SELECT count(*) FROM (${all}) found) ELSE (SELECT count(*) FROM matching) END`;
  return `WITH next_matches AS MATERIALIZED (
      SELECT id, ad_hash, key FROM (
        SELECT * FROM (${unfiltered.join(' UNION ALL ')}) saved
        WHERE ${behind} ${inOrder} ${total === null ? nextAds.byText : nextAds.byValues}
      ) saved
      WHERE ${conditions.join(' AND ')} ${inOrder} ${limit}
    ), matching AS MATERIALIZED (${all})
    SELECT ${total ?? counted} AS total, ${idsAndKeys} FROM (
      SELECT * FROM next_matches WHERE ${isFull}
      UNION ALL
      (SELECT * FROM matching WHERE NOT ${isFull} AND ${behind} ${inOrder} ${limit})
    ) page`;
}

const idsAndKeys = `
  coalesce(array_agg(id ORDER BY key, ad_hash), '{}') AS ids,
  coalesce(array_agg(key ORDER BY key, ad_hash), '{}') AS keys`;

/** In the order of the ids. */
export function hashesOfSavedAds(db: Postgres, ids: readonly number[]) {
  return db.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash
     FROM saved_ads
     JOIN unnest($1::bigint[]) WITH ORDINALITY listed (id, place) USING (id)
     ORDER BY place`,
    [ids],
  );
}

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

function matchByScope(
  { scopes, sortBy }: SavedQuery,
  conditions: readonly string[],
  param: Param,
  columns = 'saved.id, saved.ad_hash',
): string[] {
  return scopes.map((scope, place) => {
    const parts = [`saved.scope = ${param(scope)}`, ...conditions];
    // An ad that an earlier scope contains is listed there.
    if (place > 0) {
      parts.push(`NOT EXISTS (
        SELECT FROM saved_ads nearer
        WHERE nearer.ad_hash = saved.ad_hash AND nearer.scope = ANY (${param(scopes.slice(0, place))}))`);
    }
    return `SELECT ${columns}, saved.${sortKeys[sortBy]} AS key
      FROM saved_ads saved WHERE ${parts.join(' AND ')}`;
  });
}

/** Conditions on columns that `saved_ad_counts` has too. An ad must have one of the values of each list. */
function* countedConditions(query: SavedQuery, param: Param): Iterable<string> {
  const { isPartnership, formats, languages, adTypes, platforms } = query;
  if (isPartnership === true) yield 'saved.is_partnership';
  if (isNonEmpty(formats)) yield `saved.format = ANY (${param(formats)}::text[])`;
  if (isNonEmpty(languages)) yield `saved.language = ANY (${param(languages)}::text[])`;
  if (isNonEmpty(adTypes)) yield `saved.ad_type = ANY (${param(adTypes)}::text[])`;
  if (isNonEmpty(platforms)) yield `saved.platforms && ${param(platforms)}::text[]`;
}

/** PostgreSQL evaluates conditions in this order, so the cheap ones come first. */
function* otherConditions(query: SavedQuery, param: Param): Iterable<string> {
  yield* viewsConditions(query, param);
  yield* dateConditions(query, param);
  yield* advertiserConditions(query, param);
  const { ctaTypes, ids } = query;
  if (ids !== undefined) yield `saved.id = ANY (${param(ids)}::bigint[])`;
  if (isNonEmpty(ctaTypes)) yield `saved.cta_labels && ${param(ctaTypes.map(ctaLabel))}::text[]`;
  yield* organizedConditions(query, param);
  for (const pattern of query.required) yield `saved.search_text LIKE ${param(pattern)}`;
  if (query.excluded.length > 0) {
    yield `(saved.search_text NOT LIKE ALL (${param(query.excluded)}::text[]) OR saved.search_text LIKE ${param(query.whole)})`;
  }
  if (query.boardId !== null) {
    yield `saved.id IN (SELECT saved_ad_id FROM board_ads WHERE board_id = ${param(query.boardId)})`;
  }
}

function* organizedConditions({ labelIds, stages }: SavedQuery, param: Param): Iterable<string> {
  if (isNonEmpty(labelIds))
    yield `saved.id IN (SELECT saved_ad_id FROM saved_ad_labels WHERE label_id = ANY (${param(labelIds)}::bigint[]))`;
  if (isNonEmpty(stages)) {
    const isIn = `saved.stage = ANY (${param(stages)}::text[])`;
    yield stages.includes('none') ? `(saved.stage IS NULL OR ${isIn})` : isIn;
  }
}

/** View keys are negated; unknown values are Infinity and match no range. */
function* viewsConditions({ viewsMin, viewsMax }: SavedQuery, param: Param): Iterable<string> {
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

function* advertiserConditions({ advertiserIds }: SavedQuery, param: Param): Iterable<string> {
  if (advertiserIds !== null) yield `saved.advertiser_id = ANY (${param(advertiserIds)}::bigint[])`;
}

function isNonEmpty<Value>(values: readonly Value[] | undefined): values is readonly Value[] {
  return values !== undefined && values.length > 0;
}
