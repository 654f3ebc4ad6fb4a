import type { ClickHouse, Parameters } from '../kernel/clickhouse/clickhouse.ts';
import { clippedSum } from './sums.sql.ts';

/** More addresses of pages than this say no more about whose they are. */
const mostDomains = 1000;

/** Counts again what these advertisers come to; one that has no ad any more comes to nothing. */
export async function countTotalsOf(clickhouse: ClickHouse, advertiserIds: readonly number[]): Promise<void> {
  await countTotals(clickhouse, 'SELECT arrayJoin({advertiserIds:Array(UInt64)})', { advertiserIds });
}

export async function hasAdsSince(clickhouse: ClickHouse, since: Date): Promise<boolean> {
  const rows = await clickhouse.read('SELECT 1 FROM ads WHERE recorded_at >= {since:DateTime64(3)} LIMIT 1', {
    since,
  });
  return rows.length > 0;
}

/** The same for every advertiser whose ads were recorded since. */
export async function countTotalsSince(clickhouse: ClickHouse, since: Date): Promise<void> {
  await countTotals(
    clickhouse,
    'SELECT DISTINCT advertiser_id FROM ads WHERE recorded_at >= {since:DateTime64(3)}',
    { since },
  );
}

async function countTotals(clickhouse: ClickHouse, touched: string, parameters: Parameters): Promise<void> {
  await clickhouse.write(
    `INSERT INTO advertiser_totals (advertiser_id, ads, reach, platforms, domains, built_at)
     SELECT advertiser_id, countIf(isAd), ${clippedSum('reach')},
       arraySort(groupUniqArrayArray(platforms)), arraySort(groupUniqArray(${mostDomains})(landing_page_domain)),
       {builtAt:DateTime64(3)}
     FROM (
       SELECT advertiser_id, 1 AS isAd, reach, platforms, landing_page_domain
       FROM ads FINAL
       WHERE advertiser_id GLOBAL IN (${touched})
       UNION ALL
       SELECT touched.1, 0, NULL, [], NULL FROM (SELECT tuple(*) AS touched FROM (${touched}))
     )
     GROUP BY advertiser_id`,
    { ...parameters, builtAt: new Date() },
  );
}
