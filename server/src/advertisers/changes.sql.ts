import { firstDay, isActive } from '../catalog/adExpressions.sql.ts';
import type { Matching } from '../catalog/conditions.sql.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { thumbnailUrl } from './thumbnail.sql.ts';

/** Days of the calendar, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** More than anybody reads through; how many there are is told besides. */
const mostListed = 100;

/** Later than any day that the engine holds. */
const never = "toDate32('2299-12-31')";

/** Pieces of the changes of one event: of these facts, what it was before and after. */
const pieces = `if(multiSearchAny(changes, ['"headlines"', '"bodies"', '"landingPageUrl"']), JSONExtractArrayRaw(changes), [])`;

function piecesOf(fact: string): string {
  return `arrayFilter(piece -> JSONExtractString(piece, 'field') = '${fact}', ${pieces})`;
}

/** Texts that an ad has had only since this event. One of which no text was known may have had them before. */
function newTexts(fact: 'headlines' | 'bodies'): string {
  const before = "JSONExtract(piece, 'from', 'Array(String)')";
  return `arrayFlatten(arrayMap(
    piece -> arrayMap(text -> (text, toDate32(at)), arrayFilter(
      text -> notEmpty(${before}) AND NOT has(${before}, text), JSONExtract(piece, 'to', 'Array(String)'))),
    ${piecesOf(fact)}))`;
}

/** Host and path of an address: the same for those that differ only in scheme, `www.`, query, fragment or closing slash. */
function pageOf(address: string): string {
  const url = `JSONExtractString(piece, '${address}')`;
  return `concat(
    replaceRegexpOne(lower(domain(${url})), '^(www[.])+', ''),
    if(port(${url}) IN (0, 80, 443), '', concat(':', toString(port(${url})))),
    replaceRegexpOne(path(${url}), '/+$', ''))`;
}

/** Pages that an ad has left with this event. */
const leftPages = `arrayMap(
  piece -> (sequence, toDate32(at), ${pageOf('from')}),
  arrayFilter(piece -> ${pageOf('from')} NOT IN ('', ${pageOf('to')}), ${piecesOf('landingPageUrl')}))`;

/** What happened to the ads since they were launched. */
const histories = `
  SELECT
    hash,
    arrayMap(turn -> (turn.2, turn.3), arraySort(groupArrayIf((sequence, toDate32(at), kind = 'stopped'), kind != 'changed')))
      AS seen_turns,
    groupArrayArray(${newTexts('bodies')}) AS new_bodies,
    groupArrayArray(${newTexts('headlines')}) AS new_headlines,
    arrayMap(left -> (left.2, left.3), arraySort(groupArrayArray(${leftPages}))) AS left_pages
  FROM events FINAL
  WHERE advertiser_id = {advertiserId:UInt64} AND kind != 'launched'
  GROUP BY hash`;

/** The texts of an ad and of its cards, each once; templates are nobody's words. */
function textsOf(column: 'headlines' | 'bodies', field: 'headline' | 'body'): string {
  const onCards = `if(cards = '[]', [], arrayMap(card -> JSONExtractString(card, '${field}'), JSONExtractArrayRaw(cards)))`;
  return `arrayFilter(text -> text != '' AND position(text, '{' || '{') = 0, arrayDistinct(arrayConcat(${column}, ${onCards})))`;
}

/**
 * The ads with their history. `turns` are the days on which an ad stopped (true) or was revived (false). That one runs
 * no more is known best from its end; else from when it was seen to have stopped, or was last seen at all.
 */
function watchedAds(condition: string): string {
  return `
  SELECT
    *,
    notEmpty(seen_turns) AND seen_turns[-1].2 AS was_seen_stopping,
    if(was_seen_stopping, arrayPopBack(seen_turns), seen_turns) AS earlier_turns,
    least({today:Date32}, coalesce(end_date, if(was_seen_stopping, seen_turns[-1].1, NULL), last_seen_day)) AS told_end,
    greatest(told_end, first_day, if(empty(earlier_turns), first_day, earlier_turns[-1].1)) AS last_stop,
    if(is_active, earlier_turns, arrayPushBack(earlier_turns, (last_stop, true))) AS turns
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

/** From when an ad has had a text. */
function usesOfTexts(part: UseRow['part'], texts: string, later: string): string {
  const since = `arrayMin(arrayMap(each -> each.2, arrayFilter(each -> each.1 = text, ${later})))`;
  const isNew = `arrayExists(each -> each.1 = text, ${later})`;
  return `arrayMap(
    text -> ('${part}', text, if(${isNew}, greatest(first_day, ${since}), first_day), ${never}), ${texts})`;
}

/** From when until when an ad has led to a page: to each that it left since its beginning or since it left the one before. */
const usesOfPages = `arrayMap(
    (page, since, until) -> ('landingPages', page, greatest(first_day, since), until),
    arrayConcat(arrayMap(left -> left.2, left_pages), [ifNull(landing_page, '')]),
    arrayPushFront(arrayMap(left -> left.1, left_pages), first_day),
    arrayPushBack(arrayMap(left -> left.1, left_pages), ${never}))`;

export interface UseRow {
  readonly part: 'copies' | 'headlines' | 'landingPages';
  readonly side: 'added' | 'dropped';
  readonly value: string;
  readonly day: string;
  readonly ads: number;
  /** How many there are of the part and side, also those that are not listed. */
  readonly total: number;
}

/** Which texts and pages came into use or went out of it; of each part the newest. */
export function usesOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { from, to }: Days,
): Promise<UseRow[]> {
  return clickhouse.read<UseRow>(
    `SELECT part, change.1 AS side, value, change.2 AS day, ads, count() OVER (PARTITION BY part, side) AS total
     FROM (
       SELECT use.1 AS part, use.2 AS value, min(use.3) AS first_use, max(least(use.4, off_since)) AS last_use,
         uniqExact(hash) AS ads
       FROM (
         SELECT
           *,
           arrayFilter(turn -> turn.1 <= {to:Date32}, turns) AS past,
           if(notEmpty(past) AND past[-1].2, past[-1].1, ${never}) AS off_since
         FROM (${watchedAds(condition)})
       )
       ARRAY JOIN arrayConcat(
         ${usesOfTexts('copies', 'copies', 'new_bodies')},
         ${usesOfTexts('headlines', 'titles', 'new_headlines')},
         ${usesOfPages}) AS use
       WHERE value != '' AND use.3 <= {to:Date32} AND use.3 <= use.4
       GROUP BY part, value
     )
     ARRAY JOIN [('added', first_use), ('dropped', last_use)] AS change
     WHERE day BETWEEN {from:Date32} AND {to:Date32}
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
    `SELECT hash, if(empty(headlines), NULL, headlines[1]) AS headline, ${thumbnailUrl} AS thumbnailUrl
     FROM ads FINAL
     WHERE advertiser_id = {advertiserId:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
    { advertiserId, hashes },
  );
}
