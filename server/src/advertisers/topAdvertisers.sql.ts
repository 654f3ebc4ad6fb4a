import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { isSpelt, speltParameters, type CountedAdvertiser } from './directory.sql.ts';
import type { Sought } from './sought.ts';

/** The advertisers with the largest reach, of all that have ads and, if one is sought, whose names fit as they are spelt. */
export function largestAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought | null,
  limit: number,
): Promise<CountedAdvertiser[]> {
  return clickhouse.read<CountedAdvertiser>(
    `SELECT advertiser_id, name, brand_logo, ads, reach, platforms
     FROM advertiser_totals FINAL
     WHERE ads > 0 ${sought === null ? '' : `AND ${isSpelt(sought)}`}
     ORDER BY reach DESC, advertiser_id
     LIMIT {limit:UInt32}`,
    { ...(sought === null ? {} : speltParameters(sought)), limit },
  );
}
