import type { OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const day = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** More than any reach, so that a ranking by them shows. */
const disclosed: Partial<OpenAdInput> = {
  impressions: { lower: 8_000_000, upper: 9_000_000, kind: 'range' },
  impressionsByCountry: { DE: 8_000_000 },
  spend: { lower: 70_000, upper: 80_000, kind: 'range', currency: 'EUR' },
};

describe.each(clickhouseLanes)('impressions and spend, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    const ad = (key: string, name: string, more: Partial<OpenAdInput>) =>
      openAd({
        key: `meta:${key}`,
        advertiser: { name },
        bodies: ['Boots for every weather'],
        headlines: ['Dry feet'],
        landingPageUrl: 'https://boots.example/',
        platforms: ['facebook'],
        startDate: daysAgo(5),
        status: 'active',
        ...more,
      });
    const ads = [
      ad('1', 'Shown', disclosed),
      ad('2', 'Shown', disclosed),
      ad('3', 'Plain', {}),
      ad('4', 'Plain', {}),
      ad('5', 'Reached', { reach: { value: 10 }, engagement: { likes: 1 } }),
      ad('6', 'Played', {
        engagement: { views: 5_000_000 },
        snapshots: [{ capturedAt: `${daysAgo(2)}T00:00:00.000Z`, views: 4_000_000 }],
      }),
    ];
    await service.catalog.recordAds(ads, { source: 'test', seenAt: new Date() });
    await service.catalog.optimize();
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const read = async (procedure: string, input: object) => (await service.owner.get(procedure, input)).data;
  /** Without what differs between two brands with the same ads. */
  const withoutIdentity = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, part: unknown) =>
        [
          'sampleAd',
          'sampleAds',
          'hash',
          'advertiserId',
          'name',
          'brandLogo',
          'logo',
          'firstSeenAt',
          'lastSeenAt',
        ].includes(key)
          ? undefined
          : part,
      ),
    );

  it.each([
    ['brandSpy.getOverview'],
    ['brandSpy.getAdCopies'],
    ['brandSpy.getHeadlines'],
    ['brandSpy.getLandingPages'],
    ['brandSpy.getTags'],
  ])('do not change %s of a brand', async (procedure) => {
    const [shown, plain] = [
      await read(procedure, { companyName: 'Shown' }),
      await read(procedure, { companyName: 'Plain' }),
    ];
    expect(withoutIdentity(shown)).toEqual(withoutIdentity(plain));
  });

  it('are not reach: totals are 0', async () => {
    expect((await read('brandSpy.getOverview', { companyName: 'Shown' })).stats.totalReach).toBe(0);
    expect((await read('brandSpy.getHeader', { companyName: 'Shown' })).totalReach).toBe(0);
    const { companies } = await read('ads.listTopCompanies', { name: 'Shown' });
    expect(companies[0]).toMatchObject({ name: 'Shown', totalReach: 0 });
  });

  it('leave the reach of an ad unknown of which only views are known', async () => {
    expect((await read('brandSpy.getOverview', { companyName: 'Played' })).stats.totalReach).toBe(0);
    const { ads } = await read('ads.search', { companyNames: ['Played'] });
    expect(ads).toMatchObject([{ reach: { value: null }, engagement: { views: null } }]);
  });

  it('do not rank brands: any reach and any engagement rank higher', async () => {
    const top: { company: string; totalViews: number }[] = await read('brandSpy.listTopAdvertisers', {});
    expect(top[0]).toMatchObject({ company: 'Reached', totalViews: 10 });
    expect(top.filter(({ company }) => company === 'Shown')).toMatchObject([{ totalViews: 0 }]);
    const { advertisers } = await read('trending.topAdvertisers', { windowDays: 30 });
    expect(advertisers[0]).toMatchObject({ name: 'Reached', totalEngagement: 1 });
    for (const { name, totalEngagement } of advertisers.slice(1))
      expect([name, totalEngagement]).toEqual([name, 0]);
  });

  it('do not rank or filter ads', async () => {
    const { ads } = await read('ads.search', { limit: 10 });
    const scoresOf = (brand: string): number[] =>
      ads
        .filter(({ advertiser }: { advertiser: { name: string } }) => advertiser.name === brand)
        .map(({ performanceScore }: { performanceScore: number }) => performanceScore);
    expect(scoresOf('Shown')).toEqual([expect.any(Number), expect.any(Number)]);
    expect(scoresOf('Shown')).toEqual(scoresOf('Plain'));
    const byViews = await read('ads.search', { sortBy: 'views', limit: 1 });
    expect(byViews.ads[0].reach.value).toBe(10);
    expect((await read('ads.search', { viewsMin: 1 })).total).toBe(1);
  });
});
