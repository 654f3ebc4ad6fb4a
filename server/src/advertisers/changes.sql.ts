import type { contract, OutputOf } from '@magpie/contract';
import { hasEnded } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { adTexts, shownHeadline } from './texts.sql.ts';
import type { DayRange } from './timeline.sql.ts';

/** Entries per list; `total` counts the rest. */
export const maxListed = 100;

const firstSupportedDay = "toDate32('1900-01-01')";
const lastSupportedDay = "toDate32('2299-12-31')";

/** The hash as a number, which halves the memory of the join. */
const adNumber = 'reinterpretAsUInt128(unhex(hash))';

/** Host and path of a URL: equal for URLs that differ only in scheme, `www.`, query, fragment or trailing slash. */
function normalizedPage(url: string): string {
  return `concat(
    replaceRegexpOne(lower(domain(${url})), '^(www[.])+', ''),
    if(port(${url}) IN (0, 80, 443), '', concat(':', toString(port(${url})))),
    replaceRegexpOne(path(${url}), '/+$', ''))`;
}

/** Sequence of the event, days since 1900, and whether it is a stop. Tuples would need three times the memory. */
const statusChangeCode = `sequence * 1000000 + dateDiff('day', ${firstSupportedDay}, day) * 2 + (kind = 'stopped')`;
const isStopCode = (turn: string): string => `${turn} % 2 = 1`;
const dayOfCode = (turn: string): string => `(${firstSupportedDay} + intDiv(${turn} % 1000000, 2))`;

/** Events of an ad with the same sequence number are in the order of their kinds. */
export const eventKinds = ['changed', 'launched', 'revived', 'stopped'] as const;

/** The place of an event among those of its ad. */
const eventOrder = `sequence * ${eventKinds.length} + indexOf([${eventKinds.map((kind) => `'${kind}'`).join(', ')}], kind)`;

/**
 * The history of the ads in order: their stops and revivals, and their news, which are added texts and former pages. If
 * no text was known before, the ad may have had it all the time, so it is no news. ARRAY JOIN splits an event into itself
 * (an empty piece) and its changes. ClickHouse keeps the smaller side of a join in memory; it does not estimate the size
 * of an ARRAY JOIN, so it keeps this side and not the ads.
 */
export function historiesBy(ad: string): string {
  return `
  SELECT ad, arraySort(groupArrayIf(${statusChangeCode}, piece = '')) AS seen_turns, arraySort(groupArrayArray(pieces)) AS news
  FROM (
    SELECT
      ${ad} AS ad, sequence, kind, toDate32(at) AS day, piece,
      JSONExtractString(piece, 'field') AS field,
      JSONExtractString(piece, 'from') AS left_url,
      JSONExtractString(piece, 'to') AS next_url,
      JSONExtract(piece, 'from', 'Array(String)') AS before,
      JSONExtract(piece, 'to', 'Array(String)') AS after,
      arrayMap(value -> (${eventOrder}, day, field, value), multiIf(
        field = 'landingPageUrl', arrayFilter(page -> page NOT IN ('', ${normalizedPage('next_url')}), [${normalizedPage('left_url')}]),
        empty(before), [],
        arrayFilter(text -> NOT has(before, text), after))) AS pieces
    FROM events FINAL
    ARRAY JOIN arrayPushFront(JSONExtractArrayRaw(changes), '') AS piece
    WHERE advertiser_id = {advertiserId:UInt64} AND removed = 0
      AND (piece = '' AND kind IN ('stopped', 'revived') OR field IN ('headlines', 'bodies', 'landingPageUrl'))
  )
  GROUP BY ad`;
}

/**
 * The ads with the days on which each stopped (true) or was revived (false). The last stop is the end date, or else the
 * day of the stop event, or the last sighting, but not before any earlier event.
 */
function adsWithHistory(condition: string): string {
  return `
  SELECT
    *,
    notEmpty(seen_turns) AND ${isStopCode('seen_turns[-1]')} AS seen_stopping,
    if(seen_stopping, arrayPopBack(seen_turns), seen_turns) AS earlier,
    coalesce(end_date, if(seen_stopping, ${dayOfCode('seen_turns[-1]')}, last_seen_day)) AS reported_end,
    if(empty(earlier), began, ${dayOfCode('earlier[-1]')}) AS last_turn,
    greatest(least({today:Date32}, reported_end), began, last_turn) AS last_stop,
    arrayConcat(
      arrayMap(turn -> (${dayOfCode('turn')}, ${isStopCode('turn')}), earlier), if(has_ended, [(last_stop, true)], [])) AS turns
  FROM (
    SELECT
      hash,
      ${adNumber} AS ad,
      first_day AS began,
      start_date IS NOT NULL AS is_published,
      ${hasEnded} AS has_ended,
      end_date,
      toDate32(last_seen_at) AS last_seen_day,
      ${adTexts.body} AS copies,
      ${adTexts.headline} AS titles,
      ifNull(landing_page, '') AS page
    FROM ads FINAL
    WHERE ${condition}
  ) AS known
  LEFT JOIN (${historiesBy(adNumber)}) AS history USING ad`;
}

export interface StatusRow {
  readonly kind: 'launched' | 'stopped' | 'revived';
  readonly hash: string;
  readonly day: string;
  /** Including ads that are not listed. */
  readonly total: number;
  /** Of the total. */
  readonly publishedStarts: number;
}

function readStatuses(clickhouse: ClickHouse, { condition, parameters }: Matching, { from, to }: DayRange) {
  return clickhouse.read<StatusRow>(
    `SELECT turn.1 AS kind, hash, turn.2 AS day, count() OVER (PARTITION BY kind) AS total,
       sum(is_published) OVER (PARTITION BY kind) AS publishedStarts
     FROM (${adsWithHistory(condition)})
     ARRAY JOIN arrayPushFront(
       arrayMap(each -> (if(each.2, 'stopped', 'revived'), each.1), turns), ('launched', began)) AS turn
     WHERE day BETWEEN {from:Date32} AND {to:Date32}
     ORDER BY day DESC, hash
     LIMIT ${maxListed} BY kind`,
    { ...parameters, from, to },
  );
}

export interface UsageRow {
  readonly part: 'copies' | 'headlines' | 'landingPages';
  readonly side: 'added' | 'dropped';
  readonly value: string;
  readonly day: string;
  readonly ads: number;
  /** Including values that are not listed. */
  readonly total: number;
}

/** The day from which an ad uses each of its texts: its first day, or that of the change that added the text. */
function startDays(texts: string, field: 'bodies' | 'headlines'): string {
  const got = `arrayPushBack(news, (0, began, '${field}', text))`;
  return `arrayMap(text -> greatest(began, arrayFirst(each -> each.3 = '${field}' AND each.4 = text, ${got}).2), ${texts})`;
}

const pageSpans = `arrayFilter(
    span -> span.1 != '' AND span.2 <= least(span.3, {to:Date32}),
    arrayMap(
      (page, since, until) -> (page, greatest(began, since), least(until, off_since)),
      arrayPushBack(left.4, page), arrayPushFront(left.2, began), arrayPushBack(left.2, ${lastSupportedDay})))`;

/**
 * The ads with the values they have used: part, start, end, and whether the use counts for the number of ads (an ad that
 * returned to a page counts once). An ad that is stopped at the end of the range uses nothing since its stop.
 */
function adsWithUses(condition: string): string {
  return `
  SELECT
    arrayLast(turn -> turn.1 <= {to:Date32}, turns) AS turn,
    if(turn.2, turn.1, ${lastSupportedDay}) AS off_since,
    arrayFilter(each -> each.3 = 'landingPageUrl', news) AS left,
    ${pageSpans} AS spans,
    length(copies) + length(titles) AS texts,
    arrayConcat(
      arrayWithConstant(length(copies), 'copies'), arrayWithConstant(length(titles), 'headlines'),
      arrayWithConstant(length(spans), 'landingPages')) AS parts,
    arrayConcat(copies, titles, spans.1) AS values,
    arrayConcat(${startDays('copies', 'bodies')}, ${startDays('titles', 'headlines')}, spans.2) AS starts,
    arrayConcat(arrayWithConstant(texts, off_since), spans.3) AS ends,
    arrayConcat(arrayWithConstant(texts, 1), arrayMap(time -> time = 1, arrayEnumerateUniq(spans.1))) AS counts
  FROM (${adsWithHistory(condition)})`;
}

/** Texts and pages that were added or dropped, newest first. For `minOrNull` and `maxOrNull` see `seenRange`. */
export function readContentUsage(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { from, to }: DayRange,
) {
  return clickhouse.read<UsageRow>(
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
     LIMIT ${maxListed} BY part, side`,
    { ...parameters, from, to },
  );
}

type ListedAd = OutputOf<typeof contract.brandSpy.getChanges>['launched']['ads'][number];
type AdSummary = Pick<ListedAd, 'hash' | 'headline' | 'thumbnailUrl'>;

function adSummaries(clickhouse: ClickHouse, { condition, parameters }: Matching, hashes: readonly string[]) {
  return clickhouse.read<AdSummary>(
    `SELECT hash, ${shownHeadline} AS headline, thumbnail_url AS thumbnailUrl
     FROM ads FINAL
     WHERE ${condition} AND hash IN {hashes:Array(FixedString(32))}`,
    { ...parameters, hashes },
  );
}

export type ListedStatus = StatusRow & Pick<AdSummary, 'headline' | 'thumbnailUrl'>;

/** With the headline and thumbnail of each ad. */
export async function listStatuses(
  clickhouse: ClickHouse,
  ads: Matching,
  days: DayRange,
): Promise<ListedStatus[]> {
  const rows = await readStatuses(clickhouse, ads, days);
  if (rows.length === 0) return [];
  const shown = await adSummaries(clickhouse, ads, [...new Set(rows.map(({ hash }) => hash))]);
  const byHash = new Map(shown.map((each) => [each.hash, each]));
  return rows.map((row) => {
    const { headline = null, thumbnailUrl = null } = byHash.get(row.hash) ?? {};
    return Object.assign(row, { headline, thumbnailUrl });
  });
}
