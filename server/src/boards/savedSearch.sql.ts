import { endOfRange, holdsNoAd, startOfRange } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import { ctaLabel } from './savedAdColumns.ts';
import type { Choice } from './savedSearch.ts';

/** Lowest first: the keys are made for it. */
const sortKeys: Readonly<Record<Choice['sortBy'], string>> = {
  recommended: 'recommended',
  date: 'date_key',
  views: 'views_key',
  likes: 'likes_key',
  comments: 'comments_key',
};

/** Behind which saved ad a page begins. */
export interface Place {
  readonly key: number;
  readonly hash: string;
}

/** Where a saved ad of these scopes stands in an order, and where it stood within the last day. */
export function placesOf(
  db: Postgres,
  savedAdId: number,
  scopes: readonly string[],
  sortBy: Choice['sortBy'],
): Promise<Place[]> {
  const columns = `${sortKeys[sortBy]} AS key, ad_hash AS hash`;
  return db.query<Place>(
    `SELECT ${columns} FROM saved_ads WHERE id = $1 AND scope = ANY ($2)
     UNION ALL
     SELECT ${columns} FROM forgotten_ads WHERE id = $1 AND scope = ANY ($2)`,
    [savedAdId, scopes],
  );
}

export interface FoundPage {
  /** Of all saved ads that were asked for, on whatever page. */
  readonly total: number;
  /** Saved ads, in order. */
  readonly ids: number[];
  /** What each of them is sorted by. */
  readonly keys: number[];
}

interface PageOptions {
  readonly after: Place | null;
  /** Saved ads at most. */
  readonly most: number;
}

/** The first saved ads behind a place, and how many there are in all. */
export async function findPage(
  db: Postgres,
  choice: Choice,
  { after, most }: PageOptions,
): Promise<FoundPage> {
  const values: unknown[] = [];
  const put = putInto(values);
  const conditions = [...conditionsOf(choice, put)];
  const behind = after === null ? 'true' : `(key, ad_hash) > (${put(after.key)}, ${put(after.hash)})`;
  const first = `WHERE ${behind} ORDER BY key, ad_hash LIMIT ${put(most)}`;
  const ofScopes = matchingOfScopes(choice, conditions, put);
  const statement = conditions.length > 0 ? filteredPage(ofScopes, first) : plainPage(ofScopes, first);
  const [page] = await db.query<FoundPage>(statement, values);
  if (page === undefined) throw new Error('a page is always told');
  return page;
}

/** Where nothing is filtered, indexes know the count, and of each scope the first ones in the order. */
function plainPage(ofScopes: readonly string[], first: string): string {
  const firstOfScopes = ofScopes.map((matching) => `(SELECT * FROM (${matching}) matching ${first})`);
  return `SELECT (SELECT count(*) FROM (${ofScopes.join(' UNION ALL ')}) matching) AS total, ${idsAndKeys}
    FROM (SELECT * FROM (${firstOfScopes.join(' UNION ALL ')}) matching ${first}) page`;
}

/**
 * What was asked for is found once, then counted and sorted. To walk along the order until enough is met is a guess that
 * there is enough of it; where that is wrong, every saved ad is read in the order of the index.
 */
function filteredPage(ofScopes: readonly string[], first: string): string {
  return `WITH matching AS MATERIALIZED (${ofScopes.join(' UNION ALL ')})
    SELECT (SELECT count(*) FROM matching) AS total, ${idsAndKeys} FROM (SELECT * FROM matching ${first}) page`;
}

const idsAndKeys = `
  coalesce(array_agg(id ORDER BY key, ad_hash), '{}') AS ids,
  coalesce(array_agg(key ORDER BY key, ad_hash), '{}') AS keys`;

/** Enough to tell rare words from common ones. */
const sampledAds = 100;
/** Of each ad, in characters. */
const sampledText = 2000;

/** How many of a sample of the saved ads fit each pattern; those that none of them fits are absent. */
export function sampledAdsWith(
  db: Postgres,
  scopes: readonly string[],
  patterns: readonly string[],
): Promise<{ pattern: string; ads: number }[]> {
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

/** Adds a value to a statement's and gives its placeholder. */
type Put = (value: unknown) => string;

function putInto(values: unknown[]): Put {
  return (value) => `$${values.push(value)}`;
}

/** For each scope a statement for the saved ads that are meant there: no ad twice, and nothing but what pages are made of. */
function matchingOfScopes({ scopes, sortBy }: Choice, conditions: readonly string[], put: Put): string[] {
  return scopes.map((scope, place) => {
    const parts = [`saved.scope = ${put(scope)}`, ...conditions, ...onlyHere(scopes.slice(0, place), put)];
    return `SELECT saved.id, saved.${sortKeys[sortBy]} AS key, saved.ad_hash
      FROM saved_ads saved WHERE ${parts.join(' AND ')}`;
  });
}

/** An ad that a scope before this one holds is listed there. */
function* onlyHere(before: readonly string[], put: Put): Iterable<string> {
  if (before.length > 0) {
    yield `NOT EXISTS (
      SELECT FROM saved_ads nearer WHERE nearer.ad_hash = saved.ad_hash AND nearer.scope = ANY (${put(before)}))`;
  }
}

/** Nothing is left out: every filter that was given becomes a condition. The engine tries them in this order, so the cheap ones come first. */
function* conditionsOf(choice: Choice, put: Put): Iterable<string> {
  yield* numberConditions(choice, put);
  yield* dateConditions(choice, put);
  yield* advertiserConditions(choice, put);
  yield* listConditions(choice, put);
  for (const pattern of choice.required) yield `saved.search_text LIKE ${put(pattern)}`;
  if (choice.excluded.length > 0) {
    yield `(saved.search_text NOT LIKE ALL (${put(choice.excluded)}::text[]) OR saved.search_text LIKE ${put(choice.whole)})`;
  }
  if (choice.boardId !== null) {
    yield `saved.id IN (SELECT saved_ad_id FROM board_ads WHERE board_id = ${put(choice.boardId)})`;
  }
}

/** The keys of views are negated; what is not known has Infinity and is in no range. */
function* numberConditions({ isPartnership, viewsMin, viewsMax }: Choice, put: Put): Iterable<string> {
  if (isPartnership === true) yield 'saved.is_partnership';
  if (viewsMin !== undefined) yield `saved.views_key <= -${put(viewsMin)}::double precision`;
  if (viewsMax !== undefined) yield `saved.views_key BETWEEN -${put(viewsMax)}::double precision AND 0`;
}

/** An ad without a start counts from the time it was first seen. */
function* dateConditions({ dateFrom, dateTo }: Choice, put: Put): Iterable<string> {
  if (holdsNoAd({ dateFrom, dateTo })) yield 'false';
  if (dateFrom !== undefined) {
    const { day, instant } = startOfRange(dateFrom);
    yield startedWhen(`saved.start_date >= ${put(day)}`, `saved.first_seen_at >= ${put(instant)}`);
  }
  if (dateTo !== undefined) {
    const { day, before } = endOfRange(dateTo);
    yield startedWhen(`saved.start_date <= ${put(day)}`, `saved.first_seen_at < ${put(before)}`);
  }
}

function startedWhen(known: string, seen: string): string {
  return `CASE WHEN saved.start_date IS NULL THEN ${seen} ELSE ${known} END`;
}

/** Who follows nobody finds nothing. */
function* advertiserConditions({ advertiserIds, followedBy }: Choice, put: Put): Iterable<string> {
  if (advertiserIds !== null) yield `saved.advertiser_id = ANY (${put(advertiserIds)}::bigint[])`;
  if (followedBy !== null) {
    yield `saved.advertiser_id IN (SELECT advertiser_id FROM follows WHERE user_id = ${put(followedBy)})`;
  }
}

/** An ad needs one of the values of each list; an empty list restricts nothing. */
function* listConditions(choice: Choice, put: Put): Iterable<string> {
  const { formats, languages, adTypes, platforms, ctaTypes } = choice;
  if (given(formats)) yield `saved.format = ANY (${put(formats)}::text[])`;
  if (given(languages)) yield `saved.language = ANY (${put(languages)}::text[])`;
  if (given(adTypes)) yield `saved.ad_type = ANY (${put(adTypes)}::text[])`;
  if (given(platforms)) yield `saved.platforms && ${put(platforms)}::text[]`;
  if (given(ctaTypes)) yield `saved.cta_labels && ${put(ctaTypes.map(ctaLabel))}::text[]`;
}

function given<Value>(values: readonly Value[] | undefined): values is readonly Value[] {
  return values !== undefined && values.length > 0;
}
