import type { AdVersion } from '../ads.sql.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import type { DuplicateGroup } from './matching.sql.ts';

interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/** One page: the ads of the largest groups of duplicates first, each group by hash. */
export async function versionsByVariants(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { limit, offset }: PageRange,
) {
  const groups = await clickhouse.read<DuplicateGroup & { readonly adsBefore: number }>(
    `SELECT advertiserId, duplicateKey, adsUpTo - ads AS adsBefore
     FROM (
       SELECT *, sum(ads) OVER (
         ORDER BY ads DESC, duplicateKey ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
       ) AS adsUpTo
       FROM (${largestGroups(condition)} LIMIT {end:UInt64})
     )
     WHERE adsUpTo > {offset:UInt64} AND adsBefore < {end:UInt64}
     ORDER BY adsBefore`,
    { ...parameters, offset, end: offset + limit },
  );
  return clickhouse.read<AdVersion>(
    `SELECT hash, advertiser_id AS advertiserId, version
     FROM ads FINAL
     WHERE ${inGroups} AND ${condition}
     ORDER BY indexOf({duplicateKeys:Array(UInt64)}, duplicate_key), hash
     LIMIT {limit:UInt64} OFFSET {skipped:UInt64}`,
    { ...parameters, ...groupParameters(groups), limit, skipped: offset - (groups[0]?.adsBefore ?? offset) },
  );
}

/** The first ad by hash of each group of one page, the largest groups first. */
export async function foldedByVariants(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { limit, offset }: PageRange,
) {
  const groups = await clickhouse.read<DuplicateGroup>(
    `SELECT advertiserId, duplicateKey
     FROM (${largestGroups(condition)} LIMIT {limit:UInt64} OFFSET {offset:UInt64})
     ORDER BY ads DESC, duplicateKey`,
    { ...parameters, limit, offset },
  );
  return clickhouse.read<DuplicateGroup & AdVersion>(
    `SELECT min(hash) AS hash, any(advertiser_id) AS advertiserId, argMin(version, ads.hash) AS version, duplicate_key AS duplicateKey
     FROM ads FINAL
     WHERE ${inGroups} AND ${condition}
     GROUP BY duplicate_key
     ORDER BY indexOf({duplicateKeys:Array(UInt64)}, duplicate_key)`,
    { ...parameters, ...groupParameters(groups) },
  );
}

function largestGroups(condition: string): string {
  return `SELECT any(advertiser_id) AS advertiserId, duplicate_key AS duplicateKey, count() AS ads
    FROM ads FINAL
    WHERE ${condition}
    GROUP BY duplicate_key
    ORDER BY ads DESC, duplicateKey`;
}

/** Ads are stored by advertiser, so that only the ads of these advertisers are read. */
export const inGroups =
  'advertiser_id IN {groupAdvertisers:Array(UInt64)} AND duplicate_key IN {duplicateKeys:Array(UInt64)}';

export function groupParameters(groups: readonly DuplicateGroup[]) {
  return {
    groupAdvertisers: groups.map(({ advertiserId }) => advertiserId),
    duplicateKeys: groups.map(({ duplicateKey }) => duplicateKey),
  };
}
