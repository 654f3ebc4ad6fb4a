import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');
const today = new Date().toISOString().slice(0, 10);

describe.each(clickhouseLanes)('an advertiser whose last ad got its true advertiser, on %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  const record = (seenAt: Date, advertisers: Readonly<Record<string, string>>) =>
    service.catalog.recordAds(
      Object.entries(advertisers).map(([id, name]) =>
        openAd({
          key: `meta:${id}`,
          platforms: ['facebook'],
          startDate: today,
          reach: { value: 1000 },
          engagement: { likes: 10 },
          advertiser: { name, externalId: `page of ${name}`, categories: ['Shoes'] },
        }),
      ),
      { source: 'test', seenAt },
    );
  const get = async (path: string, input: object = {}) => (await service.owner.get(path, input)).data;
  const names = async () => ({
    found: (await get('ads.listTopCompanies', { name: 'interim' })).companies.map(
      ({ name }: { name: string }) => name,
    ),
    top: (await get('brandSpy.listTopAdvertisers')).map(({ company }: { company: string }) => company),
    searched: (await get('brandSpy.listTopAdvertisers', { search: 'int' })).map(
      ({ company }: { company: string }) => company,
    ),
    similar: (await get('brandSpy.listSimilarAdvertisers', { companyName: 'Heel' })).advertisers.map(
      ({ name }: { name: string }) => name,
    ),
  });

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    await record(new Date(Date.now() - 7_200_000), { 1: 'Interim', 2: 'Interim', 3: 'Heel' });
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  it('is not listed, found, ranked, suggested or counted any more', async () => {
    expect(await names()).toEqual({
      found: ['Interim'],
      top: expect.arrayContaining(['Interim', 'Heel']),
      searched: ['Interim'],
      similar: ['Interim'],
    });
    await record(new Date(Date.now() - 3_600_000), { 1: 'Sole', 2: 'Sole' });
    expect(await names()).toEqual({
      found: [],
      top: expect.not.arrayContaining(['Interim']),
      searched: [],
      similar: ['Sole'],
    });
    const trending = await get('trending.topAdvertisers', { windowDays: 7 });
    expect(trending.advertisers.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Heel',
      'Sole',
    ]);
    expect(await get('system.status')).toMatchObject({ ads: 3, advertisers: 2 });
    for (const path of [
      'brandSpy.getHeader',
      'brandSpy.getOverview',
      'brandSpy.getAdCopies',
      'brandSpy.getHeadlines',
      'brandSpy.getHooks',
      'brandSpy.getTags',
      'brandSpy.getLandingPages',
      'brandSpy.getTimeline',
      'brandSpy.getProductCategory',
    ]) {
      const { status, error } = await service.owner.get(path, { companyName: 'Interim' });
      expect.soft([path, status, error?.data.suggestions]).toEqual([path, 404, []]);
    }
  });
});
