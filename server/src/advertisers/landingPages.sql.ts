import type { contract, ParsedInputOf } from '@magpie/contract';
import { isActive, sumOf } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

type SortBy = ParsedInputOf<typeof contract.brandSpy.getLandingPages>['sortBy'];

/** Highest first. Sorting by the numerator gives the order of the share. */
const orders: Readonly<Record<SortBy, string>> = {
  adCount: 'adCount DESC',
  distribution: 'if(allReach = 0, toFloat64(adCount), pageReach) DESC',
};

export interface LandingPageRow {
  readonly page: string;
  readonly domain: string;
  readonly adCount: number;
  readonly activeAds: number;
  readonly pageReach: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Over all pages, including those outside the limit. */
  readonly total: number;
  readonly allAds: number;
  readonly allReach: number;
}

/**
 * Ads without a known landing page are excluded. Uses `minOrNull` and `maxOrNull`, because ClickHouse compiles plain
 * `min` and `max` after some runs, and then treats times before 1970 as the latest.
 */
export function landingPagesOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { sortBy, ...page }: { readonly sortBy: SortBy; readonly limit: number; readonly offset: number },
): Promise<LandingPageRow[]> {
  return clickhouse.read<LandingPageRow>(
    `SELECT
       assumeNotNull(landing_page) AS page,
       any(ifNull(landing_page_domain, '')) AS domain,
       count() AS adCount,
       countIf(${isActive}) AS activeAds,
       ${sumOf('reach')} AS pageReach,
       minOrNull(first_seen_at) AS firstSeenAt,
       maxOrNull(last_seen_at) AS lastSeenAt,
       count() OVER () AS total,
       sum(adCount) OVER () AS allAds,
       sum(pageReach) OVER () AS allReach
     FROM ads FINAL
     WHERE ${condition} AND landing_page IS NOT NULL
     GROUP BY page
     ORDER BY ${orders[sortBy]}, page
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}
