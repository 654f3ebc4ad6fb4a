import { firstDay, isActive } from '../catalog/adExpressions.sql.ts';
import type { Matching } from '../catalog/conditions.sql.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';

/** Days of the calendar, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** More than anybody reads through; how many there are is told besides. */
const mostListed = 100;

/** Later than any day that the engine holds. */
const never = "toDate32('2299-12-31')";

/** Host and path of an address: the same for those that differ only in scheme, `www.`, query, fragment or closing slash. */
function pageOf(address: string): string {
  return `concat(
    replaceRegexpOne(lower(domain(${address})), '^(www[.])+', ''),
    if(port(${address}) IN (0, 80, 443), '', concat(':', toString(port(${address})))),
    replaceRegexpOne(path(${address}), '/+$', ''))`;
}

/**
 * What happened to the ads since they were launched, in its order: that they were seen to have stopped (true) or to run
 * again (false), got further texts, left a page. One of which no text was known before may have had it all the time.
 */
const histories = `
  SELECT
    hash,
    arraySort(groupArrayIf((sequence, day, kind = 'stopped'), kind != 'changed')) AS seen_turns,
    groupArrayArrayIf(arrayMap(text -> (text, day), new_texts), field = 'bodies') AS new_bodies,
    groupArrayArrayIf(arrayMap(text -> (text, day), new_texts), field = 'headlines') AS new_headlines,
    arraySort(groupArrayIf((sequence, day, left_page), left_page NOT IN ('', next_page))) AS left_pages
  FROM (
    SELECT
      hash, sequence, toDate32(at) AS day, kind,
      JSONExtractString(piece, 'field') AS field,
      JSONExtract(piece, 'from', 'Array(String)') AS before,
      JSONExtractString(piece, 'from') AS left_address,
      JSONExtractString(piece, 'to') AS next_address,
      if(empty(before), [], arrayFilter(text -> NOT has(before, text), JSONExtract(piece, 'to', 'Array(String)')))
        AS new_texts,
      ${pageOf('left_address')} AS left_page,
      ${pageOf('next_address')} AS next_page
    FROM events FINAL
    LEFT ARRAY JOIN JSONExtractArrayRaw(changes) AS piece
    WHERE advertiser_id = {advertiserId:UInt64} AND kind != 'launched'
      AND (kind != 'changed' OR field IN ('headlines', 'bodies', 'landingPageUrl'))
  )
  GROUP BY hash`;

/** The texts of an ad and of its cards, each once. */
function textsOf(column: 'headlines' | 'bodies', field: 'headline' | 'body'): string {
  const onCards = `arrayMap(card -> JSONExtractString(card, '${field}'), JSONExtractArrayRaw(cards))`;
  return `arrayDistinct(arrayConcat(${column}, if(cards = '[]', [], ${onCards})))`;
}

/**
 * The ads with the days on which each stopped (true) or was revived (false). That one runs no more is known best from
 * its end; else from when it was seen to have stopped, or was last seen at all. It stops after all that happened before.
 */
function watchedAds(condition: string): string {
  return `
  SELECT
    *,
    arrayMap(turn -> (turn.2, turn.3), if(seen_turns[-1].3, arrayPopBack(seen_turns), seen_turns)) AS earlier,
    coalesce(end_date, if(seen_turns[-1].3, seen_turns[-1].2, last_seen_day)) AS told_end,
    greatest(least({today:Date32}, told_end), first_day, earlier[-1].1) AS last_stop,
    if(is_active, earlier, arrayPushBack(earlier, (last_stop, true))) AS turns
  FROM (
    SELECT
      hash,
      ${firstDay} AS first_day,
      ${isActive} AS is_active,
      end_date,
      toDate32(last_seen_at) AS last_seen_day,
      ${textsOf('bodies', 'body')} AS copies,
      ${textsOf('headlines', 'headline')} AS titles,
      landing_page
    FROM ads FINAL
    WHERE ${condition}
  ) AS known
  LEFT JOIN (${histories}) AS history USING hash`;
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
       arrayMap(each -> (if(each.2, 'stopped', 'revived'), each.1), turns), ('launched', first_day)) AS turn
     WHERE day BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY day DESC, hash
     LIMIT ${mostListed} BY kind`,
    { ...parameters, from, to },
  );
}

/** From when an ad has had a text. It gets each only once, since it keeps all. */
function usesOfTexts(part: UseRow['part'], texts: string, later: string): string {
  return `arrayMap(
    text -> ('${part}', text, greatest(first_day, arrayFirst(each -> each.1 = text, ${later}).2), ${never}), ${texts})`;
}

/** From when until when an ad has led to a page: to each that it left since its beginning or since it left the one before. */
const usesOfPages = `arrayMap(
    (page, since, until) -> ('landingPages', page, greatest(first_day, since), until),
    arrayPushBack(arrayMap(left -> left.3, left_pages), ifNull(landing_page, '')),
    arrayPushFront(arrayMap(left -> left.2, left_pages), first_day),
    arrayPushBack(arrayMap(left -> left.2, left_pages), ${never}))`;

export interface UseRow {
  readonly part: 'copies' | 'headlines' | 'landingPages';
  readonly side: 'added' | 'dropped';
  readonly value: string;
  readonly day: string;
  readonly ads: number;
  /** How many there are of the part and side, also those that are not listed. */
  readonly total: number;
}

/** The ads with what they have used, and since when each has not run any more at the end of the range. */
function adsWithUses(condition: string): string {
  return `
  SELECT
    hash,
    if(last_turn.2, last_turn.1, ${never}) AS off_since,
    arrayConcat(
      ${usesOfTexts('copies', 'copies', 'new_bodies')},
      ${usesOfTexts('headlines', 'titles', 'new_headlines')},
      ${usesOfPages}) AS uses
  FROM (
    SELECT *, arrayFilter(turn -> turn.1 <= {to:Date32}, turns)[-1] AS last_turn
    FROM (${watchedAds(condition)})
  )`;
}

/** Which texts and pages came into use or went out of it; of each part the newest. Templates are nobody's words. */
export function usesOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { from, to }: Days,
): Promise<UseRow[]> {
  return clickhouse.read<UseRow>(
    `SELECT part, change.1 AS side, value, change.2 AS day, ads, count() OVER (PARTITION BY part, side) AS total
     FROM (
       SELECT use.1 AS part, use.2 AS value, uniqExact(hash) AS ads,
         [('added', min(use.3)), ('dropped', max(least(use.4, off_since)))] AS changes
       FROM (${adsWithUses(condition)})
       ARRAY JOIN uses AS use
       WHERE use.2 != '' AND position(use.2, '{' || '{') = 0
         AND use.3 <= {to:Date32} AND use.3 <= least(use.4, off_since)
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
    `SELECT hash, if(empty(headlines), NULL, headlines[1]) AS headline, thumbnail_url AS thumbnailUrl
     FROM ads FINAL
     WHERE advertiser_id = {advertiserId:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
    { advertiserId, hashes },
  );
}
