import { firstDay, isActive } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { adTexts, shownHeadline } from './adTexts.sql.ts';
import type { Days } from './timeline.sql.ts';

/** More than anybody reads through; how many there are is told besides. */
const mostListed = 100;

/** The first and the last day that the engine holds; nothing is told of days after today. */
const firstOfDays = "toDate32('1900-01-01')";
const never = "toDate32('2299-12-31')";

/** What the history of an ad is found by: the number that its hash spells, which takes half the memory. */
const adNumber = 'reinterpretAsUInt128(unhex(hash))';

/** Host and path of an address: the same for those that differ only in scheme, `www.`, query, fragment or closing slash. */
function pageOf(address: string): string {
  return `concat(
    replaceRegexpOne(lower(domain(${address})), '^(www[.])+', ''),
    if(port(${address}) IN (0, 80, 443), '', concat(':', toString(port(${address})))),
    replaceRegexpOne(path(${address}), '/+$', ''))`;
}

/**
 * When an ad was seen to have stopped or to run again, as a number: its place among the ad's events, the days since
 * 1900, and whether it had stopped. Tuples would take three times the memory.
 */
const seenTurn = `sequence * 1000000 + dateDiff('day', ${firstOfDays}, day) * 2 + (kind = 'stopped')`;
const isStop = (turn: string): string => `${turn} % 2 = 1`;
const dayOf = (turn: string): string => `(${firstOfDays} + intDiv(${turn} % 1000000, 2))`;

/**
 * What happened to the ads since they were launched, in its order: how they were seen to turn, and their news, which are
 * texts that they got and pages that they left. One of which no text was known before may have had it all the time.
 * An event is taken apart into itself (an empty piece) and what it changed. The engine keeps in memory what it takes for
 * the smaller side of a join; it does not guess the size of what is taken apart, and so keeps these and not the ads.
 */
const histories = `
  SELECT ad, arraySort(groupArrayIf(${seenTurn}, piece = '')) AS seen_turns, arraySort(groupArrayArray(pieces)) AS news
  FROM (
    SELECT
      ${adNumber} AS ad, sequence, kind, toDate32(at) AS day, piece,
      JSONExtractString(piece, 'field') AS field,
      JSONExtractString(piece, 'from') AS left_address,
      JSONExtractString(piece, 'to') AS next_address,
      JSONExtract(piece, 'from', 'Array(String)') AS before,
      JSONExtract(piece, 'to', 'Array(String)') AS after,
      arrayMap(value -> (sequence, day, field, value), multiIf(
        field = 'landingPageUrl', arrayFilter(page -> page NOT IN ('', ${pageOf('next_address')}), [${pageOf('left_address')}]),
        empty(before), [],
        arrayFilter(text -> NOT has(before, text), after))) AS pieces
    FROM events FINAL
    ARRAY JOIN arrayPushFront(JSONExtractArrayRaw(changes), '') AS piece
    WHERE advertiser_id = {advertiserId:UInt64}
      AND (piece = '' AND kind IN ('stopped', 'revived') OR field IN ('headlines', 'bodies', 'landingPageUrl'))
  )
  GROUP BY ad`;

/**
 * The ads with the days on which each stopped (true) or was revived (false). That one runs no more is known best from
 * its end; else from when it was seen to have stopped, or was last seen at all. It stops after all that happened before.
 */
function watchedAds(condition: string): string {
  return `
  SELECT
    *,
    notEmpty(seen_turns) AND ${isStop('seen_turns[-1]')} AS seen_stopping,
    if(seen_stopping, arrayPopBack(seen_turns), seen_turns) AS earlier,
    coalesce(end_date, if(seen_stopping, ${dayOf('seen_turns[-1]')}, last_seen_day)) AS told_end,
    if(empty(earlier), began, ${dayOf('earlier[-1]')}) AS last_turn,
    greatest(least({today:Date32}, told_end), began, last_turn) AS last_stop,
    arrayConcat(
      arrayMap(turn -> (${dayOf('turn')}, ${isStop('turn')}), earlier), if(is_active, [], [(last_stop, true)])) AS turns
  FROM (
    SELECT
      hash,
      ${adNumber} AS ad,
      ${firstDay} AS began,
      ${isActive} AS is_active,
      end_date,
      toDate32(last_seen_at) AS last_seen_day,
      ${adTexts.body} AS copies,
      ${adTexts.headline} AS titles,
      ifNull(landing_page, '') AS page
    FROM ads FINAL
    WHERE ${condition}
  ) AS known
  LEFT JOIN (${histories}) AS history USING ad`;
}

export interface TurnRow {
  readonly kind: 'launched' | 'stopped' | 'revived';
  readonly hash: string;
  readonly day: string;
  /** How often it happened, also to ads that are not listed. */
  readonly total: number;
}

/** When ads were launched, stopped and revived; of each the newest. */
export function turnsOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { from, to }: Days,
): Promise<TurnRow[]> {
  return clickhouse.read<TurnRow>(
    `SELECT turn.1 AS kind, hash, turn.2 AS day, count() OVER (PARTITION BY kind) AS total
     FROM (${watchedAds(condition)})
     ARRAY JOIN arrayPushFront(
       arrayMap(each -> (if(each.2, 'stopped', 'revived'), each.1), turns), ('launched', began)) AS turn
     WHERE day BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY day DESC, hash
     LIMIT ${mostListed} BY kind`,
    { ...parameters, from, to },
  );
}

export interface UseRow {
  readonly part: 'copies' | 'headlines' | 'landingPages';
  readonly side: 'added' | 'dropped';
  readonly value: string;
  readonly day: string;
  readonly ads: number;
  /** How many there are of the part and side, also those that are not listed. */
  readonly total: number;
}

/** From when an ad has had each of its texts: from its beginning, unless it was seen to get it. */
function sinceWhen(texts: string, field: 'bodies' | 'headlines'): string {
  const got = `arrayPushBack(news, (0, began, '${field}', text))`;
  return `arrayMap(text -> greatest(began, arrayFirst(each -> each.3 = '${field}' AND each.4 = text, ${got}).2), ${texts})`;
}

/** From when until when an ad has led to each page: since its beginning or since it left the one before. */
const spansOnPages = `arrayFilter(
    span -> span.1 != '' AND span.2 <= least(span.3, {to:Date32}),
    arrayMap(
      (page, since, until) -> (page, greatest(began, since), least(until, off_since)),
      arrayPushBack(left.4, page), arrayPushFront(left.2, began), arrayPushBack(left.2, ${never})))`;

/**
 * The ads with what they have used, each with its part, since when, until when, and whether it counts as a use by one
 * more ad: one that came back to a page is still one. Whoever does not run at the end of the range uses nothing since.
 */
function adsWithUses(condition: string): string {
  return `
  SELECT
    arrayLast(turn -> turn.1 <= {to:Date32}, turns) AS turn,
    if(turn.2, turn.1, ${never}) AS off_since,
    arrayFilter(each -> each.3 = 'landingPageUrl', news) AS left,
    ${spansOnPages} AS spans,
    length(copies) + length(titles) AS texts,
    arrayConcat(
      arrayWithConstant(length(copies), 'copies'), arrayWithConstant(length(titles), 'headlines'),
      arrayWithConstant(length(spans), 'landingPages')) AS parts,
    arrayConcat(copies, titles, spans.1) AS values,
    arrayConcat(${sinceWhen('copies', 'bodies')}, ${sinceWhen('titles', 'headlines')}, spans.2) AS starts,
    arrayConcat(arrayWithConstant(texts, off_since), spans.3) AS ends,
    arrayConcat(arrayWithConstant(texts, 1), arrayMap(time -> time = 1, arrayEnumerateUniq(spans.1))) AS counts
  FROM (${watchedAds(condition)})`;
}

/**
 * Which texts and pages came into use or went out of it; of each part the newest. `min` and `max` by themselves are
 * compiled after some runs of a statement, and then take days before 1970 for the latest.
 */
export function usesOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { from, to }: Days,
): Promise<UseRow[]> {
  return clickhouse.read<UseRow>(
    `SELECT part, change.1 AS side, value, change.2 AS day, ads, count() OVER (PARTITION BY part, side) AS total
     FROM (
       SELECT part, value, sum(counted) AS ads, [('added', minOrNull(since)), ('dropped', maxOrNull(until))] AS changes
       FROM (${adsWithUses(condition)})
       ARRAY JOIN parts AS part, values AS value, starts AS since, ends AS until, counts AS counted
       WHERE since <= least(until, {to:Date32})
       GROUP BY part, value
     )
     ARRAY JOIN changes AS change
     WHERE change.2 BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY day DESC, value
     LIMIT ${mostListed} BY part, side`,
    { ...parameters, from, to },
  );
}

export interface ShownAd {
  readonly hash: string;
  readonly headline: string | null;
  readonly thumbnailUrl: string | null;
}

/** How some ads of an advertiser are shown in a list. */
export function shownAds(
  clickhouse: ClickHouse,
  advertiserId: number,
  hashes: readonly string[],
): Promise<ShownAd[]> {
  return clickhouse.read<ShownAd>(
    `SELECT hash, ${shownHeadline} AS headline, thumbnail_url AS thumbnailUrl
     FROM ads FINAL
     WHERE advertiser_id = {advertiserId:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
    { advertiserId, hashes },
  );
}
