import { platformTable } from '@magpie/contract/platforms';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';

/** Ads of two years with four of 150 tags, as many advertisers as the demo has, and eight countries. */
export async function fillTrending(clickhouse: ClickHouse, ads: number, today: string): Promise<void> {
  await clickhouse.write(
    `INSERT INTO trending_ads (day, hash, advertiser_id, platforms, rank_country, engagement, tag_ids, version)
     SELECT {today:Date32} - intHash32(number) % 730, lower(hex(MD5(toString(number)))), 1 + intHash64(number) % {advertisers:UInt32},
       arraySlice({platforms:Array(String)}, 1 + intHash32(number + 1) % 4, 1 + intHash32(number + 4) % 2),
       arrayElement(['US', 'DE', 'FR', 'GB', 'BR', 'JP', 'IN', NULL], 1 + intHash32(number + 2) % 8),
       intHash32(number + 3) % 10000,
       arrayDistinct(arrayMap(place -> toUInt32(1 + intHash32(number * 4 + place) % 150), range(4))), 1
     FROM numbers({ads:UInt32})`,
    { ads, today, advertisers: Math.ceil(ads / 50), platforms: platformTable.platforms },
  );
  await clickhouse.write('OPTIMIZE TABLE trending_ads FINAL');
}
