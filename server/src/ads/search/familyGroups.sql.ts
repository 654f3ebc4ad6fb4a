import { placesOf, type AdVersion } from '../ads.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import type { CurrentRows } from './currentRows.sql.ts';
import type { SortValue } from './relevance.sql.ts';

/** Creatives that do not have the number of their family. */
const joined = joinedWhere('creatives.family < creative');

function joinedWhere(condition: string): string {
  return `SELECT creative, min(creatives.family) AS lowest
    FROM creatives
    WHERE ${condition}
    GROUP BY creative`;
}

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

interface FamilyPage {
  readonly value: SortValue;
  readonly candidates: number;
  readonly limit: number;
  readonly offset: number;
}

/** The page among the first `candidates` ads in order, each as the first one of its family. */
export function familyPage(
  clickhouse: ClickHouse,
  { rows, parameters }: CurrentRows,
  { value, ...page }: FamilyPage,
) {
  const candidates = `
    SELECT hash, advertiser_id, version, ${firstCreative}, ${value.expression} AS sort_value
    FROM ${rows}
    ORDER BY sort_value DESC NULLS LAST, hash
    LIMIT {candidates:UInt64}`;
  // Reading the candidates twice takes less time than joining all creatives, since they are looked up by key.
  const families = joinedWhere(
    `creative GLOBAL IN (SELECT creative FROM (${candidates})) AND creatives.family < creative`,
  );
  return clickhouse.read<AdVersion & { readonly family: number }>(
    `SELECT ad.hash AS hash, ad.advertiser_id AS advertiserId, ad.version AS version, ${familyOfAd} AS family
     FROM (${candidates}) AS ad
     GLOBAL ANY LEFT JOIN (${families}) AS own USING (creative)
     ORDER BY ad.sort_value DESC NULLS LAST, ad.hash
     LIMIT 1 BY family, if(ad.creative = 0, toString(ad.hash), '')
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...value.parameters, ...page },
  );
}

/** One page of the families with the most matching ads, each as its first ad by hash. */
export function largestFamilies(
  clickhouse: ClickHouse,
  { rows, parameters }: CurrentRows,
  page: Pick<FamilyPage, 'limit' | 'offset'>,
) {
  return clickhouse.read<AdVersion & { readonly family: number }>(
    `SELECT min(ad.ad_hash) AS hash, argMin(ad.advertiser_id, ad.ad_hash) AS advertiserId,
       argMin(ad.version, ad.ad_hash) AS version, ${familyOfAd} AS family
     FROM (SELECT hash AS ad_hash, advertiser_id, version, ${firstCreative} FROM ${rows}) AS ad
     GLOBAL ANY LEFT JOIN (${joined}) AS own USING (creative)
     GROUP BY family, if(ad.creative = 0, toString(ad.ad_hash), '')
     ORDER BY count() DESC, family, hash
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}

const creativesOfFamilies = `
  SELECT creative, family FROM family_creatives WHERE family IN {families:Array(UInt64)}
  UNION ALL
  SELECT arrayJoin({families:Array(UInt64)}) AS creative, creative AS family`;

/** Ads are stored by place, so that only the ads of these families are read. */
const placesOfFamilies = placesOf(`
  SELECT hash FROM creative_ads WHERE creative GLOBAL IN (SELECT creative FROM (${creativesOfFamilies}))`);

/** How many matching ads each family has. `ANY INNER JOIN` would count one ad of each creative. */
export function countFamilyAds(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  families: readonly number[],
) {
  return clickhouse.read<{ readonly family: number; readonly ads: number }>(
    `SELECT own.family AS family, count() AS ads
     FROM (
       SELECT ${firstCreative}
       FROM ads FINAL
       WHERE (advertiser_id, hash) GLOBAL IN (${placesOfFamilies}) AND ${condition}
     ) AS ad
     GLOBAL ANY LEFT JOIN (${creativesOfFamilies}) AS own USING (creative)
     WHERE own.family != 0
     GROUP BY family`,
    { ...parameters, families },
  );
}
