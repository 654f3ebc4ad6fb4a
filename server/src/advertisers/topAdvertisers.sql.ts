import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { speltLike, speltParameters, type CountedAdvertiser } from './directory.sql.ts';
import type { Sought } from './sought.ts';

/** The advertisers with the largest reach, of all that have ads. */
export function largestAdvertisers(clickhouse: ClickHouse, limit: number): Promise<CountedAdvertiser[]> {
  return clickhouse.read<CountedAdvertiser>(
    `SELECT advertiser_id, any(names.name) AS name, argMax(names.brand_logo, names.version) AS brand_logo,
       any(totals.ads) AS ads, any(totals.reach) AS reach, any(totals.platforms) AS platforms
     FROM advertisers AS names
     GLOBAL INNER JOIN (
       SELECT advertiser_id, ads, reach, platforms
       FROM advertiser_totals FINAL
       WHERE ads > 0
       ORDER BY reach DESC, advertiser_id
       LIMIT {limit:UInt32}
     ) AS totals USING (advertiser_id)
     GROUP BY advertiser_id
     ORDER BY reach DESC, advertiser_id`,
    { limit },
  );
}

/** Of the advertisers whose names fit as they are spelt and that have ads, those with the largest reach. */
export function largestLike(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<CountedAdvertiser[]> {
  return clickhouse.read<CountedAdvertiser>(
    `${speltLike(sought)}
     HAVING ads > 0
     ORDER BY reach DESC, advertiser_id
     LIMIT {limit:UInt32}`,
    { ...speltParameters(sought), limit },
  );
}
