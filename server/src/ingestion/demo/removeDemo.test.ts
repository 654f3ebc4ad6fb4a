import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { openAd } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { demoAds } from '@magpie/demo/demoAds';
import { loadDemo } from './loadDemo.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const today = '2026-11-16';
const tables = [
  'ads',
  'ad_places',
  'advertisers',
  'advertiser_totals',
  'advertiser_embeddings',
  'advertiser_pages',
  'copy_vectors',
  'creatives',
  'creative_ads',
  'creative_bands',
  'creative_edges',
  'events',
  'page_uses',
  'picture_hashes',
  'sightings',
  'snapshots',
  'trending_ads',
];
const snapshots = [{ capturedAt: '2026-11-01T00:00:00Z', likes: 3, reach: 90 }];
/** Similar to demo ads, but real. */
const others = [
  openAd({ key: 'meta:1', advertiser: { name: 'Acme' }, bodies: ['Run further'], snapshots }),
  openAd({ key: 'meta:90123', landingPageUrl: 'https://acme.example/shoes' }),
  openAd({ key: `meta:91${'0'.repeat(18)}` }),
  openAd({ key: `meta:90${'0'.repeat(19)}` }),
  openAd({ key: `tiktok:xCR90${'0'.repeat(18)}`, advertiser: { name: 'Globex' } }),
];

describe.each(clickhouseLanes)('removing the demo, %s', (lane) => {
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

  /** Without timestamps, because totals and vectors are recomputed after each import. */
  const contents = async (): Promise<Record<string, unknown[]>> => {
    const all: Record<string, unknown[]> = {};
    for (const table of tables)
      all[table] = await clickhouse.read(`SELECT * EXCEPT built_at FROM ${table} FINAL ORDER BY ALL`);
    return all;
  };
  const load = (): Promise<unknown> =>
    loadDemo(service.catalog, { ads: 200, today, stopping: new AbortController().signal });
  const namesFound = async (name: string): Promise<string[]> =>
    (await service.owner.get('ads.listTopCompanies', { name })).data.companies.map(
      (company: { name: string }) => company.name,
    );

  it('removes all demo ads with their data, and nothing else', async () => {
    await service.catalog.recordAds(others, { source: 'test', seenAt: new Date(`${today}T00:00:00Z`) });
    await service.catalog.optimize();
    const before = await contents();
    const [first] = [...demoAds({ ads: 1, today })];
    const demoName = first?.advertiser.name ?? '';
    await load();
    expect(await namesFound(demoName)).toContain(demoName);
    expect((await service.owner.post('system.removeDemo')).data).toEqual({ removed: 200 });
    expect(await contents()).toEqual(before);
    const { data } = await service.owner.get('system.status');
    expect(data).toMatchObject({ ads: 5, advertisers: 2, sources: [{ source: 'test', ads: 5 }] });
    expect(data.sources).toHaveLength(1);
    expect(await namesFound(demoName)).not.toContain(demoName);
    expect(await namesFound('Acme')).toContain('Acme');
    expect((await service.owner.post('system.removeDemo')).data).toEqual({ removed: 0 });
  });

  it('keeps brands with other ads, with updated totals', async () => {
    const [first] = [...demoAds({ ads: 1, today })];
    const name = first?.advertiser.name ?? '';
    const own = openAd({ key: 'meta:77', advertiser: { name }, reach: { value: 5, kind: 'reported' } });
    await load();
    await service.catalog.recordAds([own], { source: 'test', seenAt: new Date() });
    await service.owner.post('system.removeDemo');
    const { data } = await service.owner.get('ads.listTopCompanies', { name });
    expect(data.companies).toContainEqual(expect.objectContaining({ name, adCount: 1, totalReach: 5 }));
  });

  it('keeps saved copies on boards', async () => {
    await load();
    const { data: found } = await service.owner.get('ads.search', { limit: 1, platforms: ['tiktok'] });
    const [{ hash }] = found.ads;
    const { data: board } = await service.owner.post('boards.create', { name: 'Kept' });
    await service.owner.post('ads.addToBoard', { boardId: board.id, hash });
    await service.owner.post('system.removeDemo');
    const { data: saved } = await service.owner.get('ads.list', { boardId: board.id });
    expect(saved.ads).toMatchObject([{ hash }]);
    expect((await service.owner.get('ads.getDetails', { hash })).status).toBe(200);
  });

  it('403 for everyone but owners', async () => {
    const somebody = await service.newcomer();
    expect((await somebody.post('system.removeDemo')).status).toBe(403);
    expect((await (await service.keyWith('read', 'write')).post('system.removeDemo')).status).toBe(403);
  });
});
