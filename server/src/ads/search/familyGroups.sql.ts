import type { AdVersion } from '../ads.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import { currentRows, type CurrentRows, type UnmergedAdvertisers } from './currentRows.sql.ts';
import type { SortValue } from './relevance.sql.ts';

/** Creatives that do not have the number of their family. */
const joined = `SELECT creative, min(creatives.family) AS lowest
  FROM creatives
  WHERE creatives.family < creative
  GROUP BY creative`;

/** All creatives of an ad are in one family, so its first one is enough; 0 if it has nothing to compare. */
const firstCreative = 'arrayElement(creatives, 1) AS creative';
const familyOfAd = 'if(own.lowest = 0, ad.creative, own.lowest)';

/** The number of families of the matching ads, and of matching ads without a family. */
export async function countFamilies(
  clickhouse: ClickHouse,
  { rows, parameters }: CurrentRows,
): Promise<number> {
  const [row] = await clickhouse.read<{ entries: number }>(
    `SELECT uniqExactIf(${familyOfAd}, ad.creative != 0) + countIf(ad.creative = 0) AS entries
     FROM (SELECT ${firstCreative} FROM ${rows}) AS ad
     GLOBAL ANY LEFT JOIN (${joined}) AS own USING (creative)`,
    parameters,
  );
  return row?.entries ?? 0;
}

interface Candidates {
  readonly value: SortValue;
  readonly candidates: number;
}

/** The first matching ads in order. */
export function candidatesOfPage(
  clickhouse: ClickHouse,
  matching: Matching,
  unmerged: UnmergedAdvertisers,
  { value, candidates }: Candidates,
) {
  const { rows, parameters } = currentRows(matching, unmerged);
  return clickhouse.read<AdVersion & { readonly creative: number }>(
    `SELECT hash, advertiser_id AS advertiserId, version, ${firstCreative}
     FROM ${rows}
     ORDER BY ${value.expression} DESC NULLS LAST, hash
     LIMIT {candidates:UInt64}`,
    { ...parameters, ...value.parameters, candidates },
  );
}

/** One page of the families with the most matching ads, each as its first ad by hash. */
export function largestFamilies(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  page: { readonly limit: number; readonly offset: number },
) {
  return clickhouse.read<AdVersion & { readonly family: number }>(
    `SELECT min(ad.ad_hash) AS hash, argMin(ad.advertiser_id, ad.ad_hash) AS advertiserId,
       argMin(ad.version, ad.ad_hash) AS version, ${familyOfAd} AS family
     FROM (SELECT hash AS ad_hash, advertiser_id, version, ${firstCreative} FROM ads FINAL WHERE ${condition}) AS ad
     GLOBAL ANY LEFT JOIN (${joined}) AS own USING (creative)
     GROUP BY family, if(ad.creative = 0, toString(ad.ad_hash), '')
     ORDER BY count() DESC, family, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}

/** How many matching ads each family has. `ANY INNER JOIN` would count one ad of each creative. */
export function countFamilyAds(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  families: readonly number[],
) {
  return clickhouse.read<{ readonly family: number; readonly ads: number }>(
    `SELECT own.family AS family, count() AS ads
     FROM (SELECT ${firstCreative} FROM ads FINAL WHERE ${condition}) AS ad
     GLOBAL ANY LEFT JOIN (
       SELECT creative, family FROM family_creatives WHERE family IN {families:Array(UInt64)}
       UNION ALL
       SELECT arrayJoin({families:Array(UInt64)}) AS creative, creative AS family
     ) AS own USING (creative)
     WHERE own.family != 0
     GROUP BY family`,
    { ...parameters, families },
  );
}
