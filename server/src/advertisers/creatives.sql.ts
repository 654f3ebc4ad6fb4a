import type { Ad, contract, ParsedInputOf } from '@magpie/contract';
import { areDaysExact, clippedSum, daysRunningSql, isActive, lastDay } from '../ads/adExpressions.sql.ts';
import type { LibraryAds } from '../ads/coverage.ts';
import { libraryOfAd } from '../ads/coverage.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Page } from './selectedAds.ts';

export interface CreativeRow {
  /** 0 for an ad with nothing to compare. */
  readonly family: number;
  readonly adCount: number;
  readonly activeAds: number;
  readonly totalReach: number | null;
  readonly daysRunning: number;
  readonly daysRunningKind: Ad['daysRunningKind'];
  readonly firstDate: string;
  readonly lastDate: string;
  readonly launchedLast14Days: number;
  readonly launchedPrevious14Days: number;
  /** Of the ad that ran longest. */
  readonly hash: string;
  /** Of all creatives. */
  readonly total: number;
  readonly allAds: number;
  readonly publishedStarts: number;
  /** Of all creatives. */
  readonly libraryAds: LibraryAds;
}

export interface CreativesPage extends Page {
  readonly sortBy: ParsedInputOf<typeof contract.brandSpy.listCreatives>['sortBy'];
}

const orders: Readonly<Record<CreativesPage['sortBy'], string>> = {
  daysRunning: 'daysRunning DESC, adCount DESC',
  adCount: 'adCount DESC, daysRunning DESC',
  newest: 'firstDate DESC, daysRunning DESC',
  rising: 'toInt64(launchedLast14Days) - toInt64(launchedPrevious14Days) DESC, adCount DESC',
};

/** All creatives of an ad are in the same family, so its first one is enough. */
export function listCreatives(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { sortBy, ...page }: CreativesPage,
) {
  return clickhouse.read<CreativeRow>(
    `SELECT
       family,
       count() AS adCount,
       countIf(active) AS activeAds,
       if(count(people) = 0, NULL, ${clippedSum('people')}) AS totalReach,
       max(days) AS daysRunning,
       if(min(exact), 'exact', 'atLeast') AS daysRunningKind,
       toString(min(first)) AS firstDate,
       toString(max(last)) AS lastDate,
       countIf(is_published AND first > {today:Date32} - 14 AND first <= {today:Date32}) AS launchedLast14Days,
       countIf(is_published AND first > {today:Date32} - 28 AND first <= {today:Date32} - 14)
         AS launchedPrevious14Days,
       argMin(ad_hash, place) AS hash,
       count() OVER () AS total,
       sum(adCount) OVER () AS allAds,
       sum(countIf(is_published)) OVER () AS publishedStarts,
       sumMap(sumMap(map(library, toUInt64(1)))) OVER () AS libraryAds
     FROM (
       SELECT
         hash AS ad_hash, arrayElement(creatives, 1) AS creative, reach AS people,
         ${isActive} AS active, ${daysRunningSql} AS days, ${areDaysExact} AS exact, first_day AS first, ${lastDay} AS last,
         ${libraryOfAd} AS library, start_date IS NOT NULL AS is_published, (-toInt64(days), hash) AS place
       FROM ads FINAL
       WHERE ${condition}
     ) AS ad
     GLOBAL ANY LEFT JOIN (
       SELECT creative, family
       FROM creatives FINAL
       WHERE creative GLOBAL IN (SELECT arrayElement(creatives, 1) FROM ads FINAL WHERE ${condition})
     ) AS own USING (creative)
     GROUP BY family, if(family = 0, ad_hash, '')
     ORDER BY ${orders[sortBy]}, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}

export interface ShownAd {
  readonly hash: string;
  readonly headline: string | null;
  readonly body: string | null;
  readonly thumbnailUrl: string | null;
}

export function readShownAds(clickhouse: ClickHouse, advertiserId: number, hashes: readonly string[]) {
  return clickhouse.read<ShownAd>(
    `SELECT hash, arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(headlines, card_headlines)) AS headline,
       arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(bodies, card_bodies)) AS body, thumbnail_url AS thumbnailUrl
     FROM ads FINAL
     WHERE advertiser_id = {advertiserId:UInt64} AND hash IN {hashes:Array(FixedString(32))}`,
    { advertiserId, hashes },
  );
}
