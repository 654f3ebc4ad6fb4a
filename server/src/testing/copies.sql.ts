import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** As many ads more for each one of this advertiser, alike in all but their hash. */
export async function copyAdsOf(clickhouse: ClickHouse, name: string, copies: number): Promise<void> {
  await clickhouse.write(
    `INSERT INTO ads
     SELECT * REPLACE (lower(hex(MD5(concat(hash, toString(arrayJoin(range({copies:UInt32}))))))) AS hash)
     FROM ads
     WHERE advertiser_id = {id:UInt64}`,
    { id: advertiserId(name), copies },
  );
}
