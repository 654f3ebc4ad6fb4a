import { OpenAd } from '@magpie/contract';
import { appleAd } from '@magpie/sources/apple/apple.fixture';
import { appleAds } from '@magpie/sources/apple/appleAds';
import { statsRow } from '@magpie/sources/google/google.fixture';
import { mapRow } from '@magpie/sources/google/googleTables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
const [lane] = clickhouseLanes;
if (postgres === undefined || lane === undefined) throw new Error('there is always the embedded lane');

let clickhouse: ClickHouseEngine;
let service: TestService;
beforeAll(async () => {
  clickhouse = await freshClickHouse(lane);
  service = await startService(postgres, {}, clickhouse);
});
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

const googleRow = (number: number, name: string, legal: string) =>
  mapRow({
    ...statsRow,
    advertiser_id: `AR0000000000000000000${number}`,
    creative_id: `CR0000000000000000000${number}`,
    creative_page_url: null,
    advertiser_disclosed_name: name,
    advertiser_legal_name: legal,
  });

const record = async (...ads: Parameters<typeof OpenAd.parse>[0][]): Promise<void> => {
  for (const ad of ads)
    await service.catalog.recordAds([OpenAd.parse(ad)], { source: 'test', seenAt: new Date() });
};
const found = async (name: string): Promise<string[]> => {
  const { companies } = (await service.owner.get('ads.listTopCompanies', { name })).data;
  return companies.map((each: { name: string; adCount: number }) => `${each.name} ${each.adCount}`);
};

it('joins the advertisers of a company in a library, which its legal name finds', async () => {
  await record(
    googleRow(1, 'Snowboots', 'Snowboots Holding GmbH'),
    googleRow(2, 'Snow & Boots', 'Snowboots Holding GmbH'),
  );
  expect(await found('Snowboots Holding GmbH')).toEqual([expect.stringMatching(/^Snow.* 2$/)]);
  expect(await found('Snow & Boots')).toEqual(await found('Snowboots Holding GmbH'));
});

it('joins the advertisers of a company in two libraries', async () => {
  const app = { ...appleAd, developerName: 'Warm Apps', legalName: 'Warmboots K.K.' };
  await record(googleRow(3, 'Warmboots', 'Warmboots K.K.'), appleAds.toAd(app));
  expect(await found('Warmboots K.K.')).toEqual([expect.stringMatching(/^Warm.* 2$/)]);
});
