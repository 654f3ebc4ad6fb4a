import { type Ad, scoreWeights } from '@magpie/contract';
import { areDaysExact, daysRunningSql, clippedSum, seenRange } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { RankedTexts, TextPage } from './selectedAds.ts';

/** The distinct texts of an ad and its cards, without templates. */
function textsExpression(own: string, onCards: string): string {
  return `arrayDistinct(arrayFilter(text -> text != '' AND position(text, '{{') = 0, arrayConcat(${own}, ${onCards})))`;
}

const bodies = textsExpression('bodies', 'card_bodies');

/**
 * The first sentence of the first line, or its first 200 characters. A sentence that ends before the twelfth character is
 * more likely an abbreviation or an exclamation.
 */
const opening = String.raw`^(?:[^\n]{12,199}?(?:[.!?…]+(?:\s|$)|[。！？])|[^\n]{1,200})`;

/** The headline of an ad in lists. */
export const shownHeadline = `arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(headlines, card_headlines))`;

export const adTexts = {
  body: bodies,
  headline: textsExpression('headlines', 'card_headlines'),
  hook: `arrayDistinct(arrayFilter(hook -> hook != '', arrayMap(body -> replaceRegexpOne(extract(body, '${opening}'), '\\\\s+$', ''), ${bodies})))`,
};

/** As `scoreOfText`: an unknown reach is zero. */
const textScore = `round(100
  * (${scoreWeights.longevity} * (1 - exp(-daysRunning / 30)) + ${scoreWeights.reach} * least(1, log10(1 + totalReach) / 7)
    + ${scoreWeights.variants} * (1 - exp((1 - adCount) / 5))), 2)`;

const orders: Readonly<Record<TextPage['sortBy'], string>> = {
  adCount: 'adCount DESC',
  reach: 'totalReach DESC',
  longestRunning: 'daysRunning DESC',
  performanceScore: `${textScore} DESC`,
};

export type TextKind = keyof typeof adTexts;

/**
 * The rank of an ad among those with the same text: highest reach first, unknown last, ties by hash. The lower half of
 * the number is the hash. The minimum of such numbers is three times faster than that of tuples.
 */
const place = `bitOr(bitShiftLeft(toUInt256(18446744073709551615 - ifNull(reach + 1, 0)), 128),
  byteSwap(reinterpretAsUInt128(unhex(hash))))`;

interface TextRow {
  readonly id: string;
  readonly adCount: number;
  readonly totalReach: number;
  readonly daysRunning: number;
  readonly daysRunningKind: Ad['daysRunningKind'];
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** The hash of the sample ad and its thumbnail; empty if none exists. */
  readonly sample: string;
  readonly thumbnailUrl: string;
}

/** Bytes of a text by which equal ranks are sorted. */
const sortedBytes = 100;

/**
 * An ad counts once for each of its texts. Texts are grouped by hash, since all texts of an advertiser may exceed the
 * memory limit; `withTexts` reads those of one page.
 */
export function rankTexts(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  kind: TextKind,
  { sortBy, ...page }: TextPage,
) {
  return clickhouse.read<TextRow & { readonly total: number }>(
    `SELECT
       hex(piece.1) AS id,
       count() AS adCount,
       ${clippedSum('reach')} AS totalReach,
       max(days) AS daysRunning,
       if(min(exact), 'exact', 'atLeast') AS daysRunningKind,
       ${seenRange},
       lower(right(hex(min(place)), 32)) AS sample,
       argMin(picture, place) AS thumbnailUrl,
       count() OVER () AS total
     FROM (
       SELECT reach, first_seen_at, last_seen_at, ${daysRunningSql} AS days, ${areDaysExact} AS exact,
         ${place} AS place,
         ifNull(thumbnail_url, '') AS picture,
         arrayJoin(arrayMap(text -> (sipHash128(text), substring(text, 1, ${sortedBytes})), ${adTexts[kind]})) AS piece
       FROM ads FINAL
       WHERE ${condition}
     )
     GROUP BY piece.1
     ORDER BY ${orders[sortBy]}, any(piece.2), id
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}

/** Leaves out ranks whose sample ad has lost the text since they were read. */
export async function withTexts(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  kind: TextKind,
  rows: readonly TextRow[],
): Promise<RankedTexts['texts']> {
  if (rows.length === 0) return [];
  const found = await clickhouse.read<{ id: string; text: string }>(
    `SELECT DISTINCT hex(sipHash128(piece)) AS id, piece AS text
     FROM (
       SELECT arrayJoin(${adTexts[kind]}) AS piece
       FROM ads FINAL
       WHERE ${condition} AND hash IN {samples:Array(FixedString(32))}
     )
     WHERE id IN {ids:Array(String)}`,
    { ...parameters, samples: [...new Set(rows.map(({ sample }) => sample))], ids: rows.map(({ id }) => id) },
  );
  const texts = new Map(found.map(({ id, text }) => [id, text]));
  return rows.flatMap(({ id, sample, thumbnailUrl, ...statistics }) => {
    const text = texts.get(id);
    const sampleAd = { hash: sample, thumbnailUrl: thumbnailUrl === '' ? null : thumbnailUrl };
    return text === undefined ? [] : [{ text, ...statistics, sampleAd }];
  });
}
