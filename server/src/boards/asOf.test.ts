import type { OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const hash = adHash('meta:1');
let clickhouse: ClickHouseEngine;
let service: TestService;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  service = await startService(lane, {}, clickhouse);
  const record = (day: string, ad: Partial<OpenAdInput>) =>
    service.catalog.recordAds(
      [openAd({ key: 'meta:1', startDate: '2026-01-01', capturedAt: `${day}T12:00:00Z`, ...ad })],
      { source: 'test', seenAt: new Date(`${day}T12:00:00Z`) },
    );
  await record('2026-01-03', { bodies: ['First'], reach: { value: 1000 } });
  await record('2026-01-09', { bodies: ['Second'], reach: { value: 4000 }, status: 'inactive' });
});
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

it('ads.getDetails shows an ad and its history as they were known', async () => {
  const { data } = await service.owner.get('ads.getDetails', { hash, asOf: '2026-01-05' });
  expect(data).toMatchObject({
    bodies: ['First'],
    status: 'active',
    daysRunning: 4,
    reach: { value: 1000 },
    lastSeenAt: '2026-01-03T12:00:00.000Z',
    savedAs: null,
  });
  expect(data.history).toHaveLength(1);
  expect(data.momentum.evidence.counts).toEqual([{ date: '2026-01-03', reach: 1000 }]);
  const { data: now } = await service.owner.get('ads.getDetails', { hash });
  expect(now.bodies).toEqual(['First', 'Second']);
  expect(now.history).toHaveLength(2);
  expect((await service.owner.get('ads.getDetails', { hash, asOf: '2026-01-09' })).data.history).toEqual(
    now.history,
  );
});

it('an ad that was not known yet is a 404, a moment in the future is a 400', async () => {
  const early = await service.owner.get('ads.getDetails', { hash, asOf: '2026-01-03T11:00:00Z' });
  expect(early.status).toBe(404);
  const future = await service.owner.get('ads.getDetails', { hash, asOf: '2200-01-01' });
  expect([future.status, future.error?.data]).toMatchObject([400, { issues: [{ path: 'asOf' }] }]);
});

it('brandSpy answers as of then over the API', async () => {
  const get = (input: object) => service.owner.get('brandSpy.getHeader', { companyName: 'Acme', ...input });
  expect((await get({ asOf: '2026-01-05' })).data).toMatchObject({ totalReach: 1000, activeAds: 1 });
  expect((await get({})).data).toMatchObject({ totalReach: 4000, activeAds: 0 });
  expect((await get({ asOf: '2026-01-02' })).status).toBe(404);
});

it('ads.search and trending answer as of then over the API and its plain addresses', async () => {
  const search = (input: object) => service.owner.get('ads.search', { searchQuery: 'first', ...input });
  expect((await search({ asOf: '2026-01-05' })).data).toMatchObject({
    ads: [{ bodies: ['First'], status: 'active', daysRunning: 4, reach: { value: 1000 } }],
    facets: { statuses: { active: 1 } },
  });
  expect((await search({ asOf: '2026-01-02' })).data).toMatchObject({ ads: [], total: 0 });
  const top = { windowDays: 7, asOf: '2026-01-05' };
  const { data } = await service.owner.get('trending.topAdvertisers', top);
  expect(data).toMatchObject({ advertisers: [{ name: 'Acme', adCount: 1 }] });
  const plain = await fetch(`${service.address}/api/trending/top-advertisers?windowDays=7&asOf=2026-01-05`, {
    headers: { authorization: `Bearer ${service.owner.key}` },
  });
  expect(await plain.json()).toEqual(data);
  expect((await service.owner.get('trending.topAdvertisers', { windowDays: 7 })).data.advertisers).toEqual(
    [],
  );
});

it('lists of brands, creatives, histories and saturation are as of then over the API', async () => {
  const { owner } = service;
  const asOf = '2026-01-05';
  const { data: top } = await owner.get('brandSpy.listTopAdvertisers', { asOf });
  expect(top).toMatchObject([{ company: 'Acme', adCount: 1, totalViews: 1000 }]);
  expect((await owner.get('brandSpy.listTopAdvertisers', { search: 'acm', asOf })).data).toEqual(top);
  const { data: creatives } = await owner.get('brandSpy.listCreatives', { companyName: 'Acme', asOf });
  expect(creatives).toMatchObject({
    creatives: [{ activeAds: 1, daysRunning: 4, totalReach: 1000 }],
    total: 1,
  });
  const similar = await owner.get('brandSpy.listSimilarAdvertisers', { companyName: 'Acme', asOf });
  expect(similar.data).toMatchObject({ companyName: 'Acme', advertisers: [] });
  const history = await owner.get('trending.getHistory', {
    windowDays: 7,
    advertiserIds: [top[0]?.advertiserId ?? 0],
    asOf,
  });
  expect(history.data).toMatchObject({ to: asOf, history: [{ bestAds: [{ hash }] }] });
  await owner.post('companies.follow', { companyName: 'Acme' });
  const saturation = await owner.get('trending.saturation', {
    windowDays: 7,
    companyNames: 'FOLLOWED',
    asOf,
  });
  expect(saturation.data).toMatchObject({ companies: 1, ads: 1, to: asOf });
  expect((await owner.get('trending.listCategories', { asOf })).data).toMatchObject({ categories: [] });
  expect((await owner.get('brandSpy.listTopAdvertisers', { asOf: '2026-01-02' })).data).toEqual([]);
});

it.each([
  ['ads.search', { similarTo: { picture: '0'.repeat(64) } }],
  ['ads.getFamily', { hash }],
] as const)('%s, of what is known of the present only, refuses asOf', async (name, input) => {
  const { status, error } = await service.owner.get(name, { ...input, asOf: '2026-01-05' });
  expect(status).toBe(400);
  expect(error?.message).toContain('asOf');
});

it('ads.getDetails compares an ad with those of then: rank and usual reach', async () => {
  const record = (day: string, at: number, reach: number) =>
    service.catalog.recordAds(
      [
        openAd({
          key: `meta:kettle-${at}`,
          advertiser: { name: 'Kettles' },
          platforms: ['facebook'],
          startDate: '2025-06-01',
          capturedAt: `${day}T12:00:00Z`,
          reach: { value: reach },
        }),
      ],
      { source: 'test', seenAt: new Date(`${day}T12:00:00Z`) },
    );
  for (let at = 0; at < 55; at += 1) await record('2025-12-01', at, 1000 * (at + 1));
  await record('2025-12-07', 0, 2000);
  await record('2025-12-13', 0, 5000);
  await record('2025-12-20', 0, 2_000_000);
  const details = async (asOf?: string) =>
    (await service.owner.get('ads.getDetails', { hash: adHash('meta:kettle-0'), asOf })).data;
  const [before, then, now] = [await details('2025-12-06'), await details('2025-12-20'), await details()];
  expect(before.percentile).toBeLessThan(2);
  expect(before.comparedWith).toMatchObject({ platform: 'facebook', ads: 55 });
  expect(before.momentum.usual).toBeNull();
  expect(then.percentile).toBeGreaterThan(98);
  expect(then.momentum.usual).toMatchObject({ ads: 54, kind: 'measured' });
  expect(now.momentum.usual).toEqual(then.momentum.usual);
});
