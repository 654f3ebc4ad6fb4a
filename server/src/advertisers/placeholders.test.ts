import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');
const today = new Date().toISOString().slice(0, 10);
const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

interface Named {
  readonly key: string;
  readonly name: string;
  readonly page?: string;
}

describe.each(clickhouseLanes)('ads whose advertiser is a placeholder, on %s', (lane) => {
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

  /** As earlier versions recorded them, which accepted any name. */
  const record = (seenAt: Date, ...ads: Named[]) =>
    service.catalog.recordAds(
      ads.map(({ key, name, page = null }) => {
        const ad = openAd({
          key,
          platforms: ['facebook'],
          startDate: today,
          reach: { value: 1000 },
          engagement: { likes: 10 },
          advertiser: { name: 'Acme', externalId: page, categories: ['Shoes'] },
        });
        return Object.assign(ad, { advertiser: { ...ad.advertiser, name } });
      }),
      { source: 'test', seenAt },
    );
  const get = async (path: string, input: object = {}) => (await service.owner.get(path, input)).data;
  // Another limit each time, since responses are cached.
  let limit = 50;
  const listed = async () => ({
    found: (await get('ads.listTopCompanies', { name: 'unknown' })).companies.map(
      ({ name }: { name: string }) => name,
    ),
    top: (await get('brandSpy.listTopAdvertisers'))
      .map(({ company }: { company: string }) => company)
      .toSorted(),
    trending: (await get('trending.topAdvertisers', { windowDays: 7, limit: (limit += 1) })).advertisers
      .map(({ name }: { name: string }) => name)
      .toSorted(),
    similar: (await get('brandSpy.listSimilarAdvertisers', { companyName: 'Heel' })).advertisers.map(
      ({ name }: { name: string }) => name,
    ),
    counted: (await get('system.status')).advertisers,
  });
  const onlyHeel = { found: [], top: ['Heel'], trending: ['Heel'], similar: [], counted: 1 };

  it('are not ranked, found or counted by it, also if an earlier version counted them', async () => {
    await record(ago(3), { key: 'meta:1', name: 'Unknown' }, { key: 'meta:2', name: '(unknown)' });
    await record(ago(3), { key: 'meta:3', name: '61550001112223' }, { key: 'meta:4', name: 'Heel' });
    expect(await listed()).toEqual(onlyHeel);
    // As an earlier version left them.
    await clickhouse.write(
      `INSERT INTO advertiser_totals (advertiser_id, name, name_key, ads, reach, built_at)
       SELECT advertiser_id, name, name_key, 1, 1000, now64(3) FROM advertisers FINAL`,
    );
    await service.catalog.refreshTotals();
    expect(await listed()).toEqual(onlyHeel);
    expect(await get('system.status')).toMatchObject({ ads: 4 });
  });

  it('move to the true advertiser when they are seen with it', async () => {
    await record(
      ago(2),
      { key: 'meta:1', name: 'Sole', page: '5' },
      { key: 'meta:2', name: 'Sole', page: '5' },
    );
    expect(await listed()).toEqual({
      found: [],
      top: ['Heel', 'Sole'],
      trending: ['Heel', 'Sole'],
      similar: ['Sole'],
      counted: 2,
    });
    for (const companyName of ['Unknown', '(unknown)']) {
      expect((await service.owner.get('brandSpy.getHeader', { companyName })).status).toBe(404);
    }
    // A page without a name does not join its advertiser with all others that have none.
    await record(ago(1), { key: 'meta:5', name: 'Unknown', page: '5' });
    expect(await get('brandSpy.getHeader', { companyName: 'Sole' })).toMatchObject({
      name: 'Sole',
      totalAds: 2,
    });
  });

  it('are recognized by the index as by the contract', async () => {
    const names = [
      'UNKNOWN page',
      'N/A',
      '#N/A',
      '—',
      '???',
      'ｕｎｋｎｏｗｎ',
      '알 수 없음',
      'Άγνωστο',
      'غير معروف',
      'Không rõ',
      'k. A.',

      '12345',
      '1 2 3 4 5',
      '4711',
      '3M',
      '7-Eleven',
      'Heel',
      'Unknown Shoes',
      'Nan Goldin',
      '未知',
      '💚',
      '①②③④⑤',
      'SPONSORED',
      'Rechercher par mot-clé ou annonceur',
      'ÅNGSTRÖM',
      'İnconnu',
      'straße',
      'ⅫⅫⅫ',
    ];
    await record(ago(1), ...names.map((name, at) => ({ key: `meta:1${at}0`, name })));
    const counted = await clickhouse.read<{ name: string }>(
      'SELECT name FROM advertiser_totals FINAL WHERE ads > 0 AND name IN {names:Array(String)}',
      { names },
    );
    expect(counted.map(({ name }) => name).toSorted()).toEqual(
      names.filter((name) => !isPlaceholderName(name, 'field')).toSorted(),
    );
  });

  it('are not ranked either if earlier versions recorded them with pages', async () => {
    const names = ['Unknown', 'Advertiser name or keyword', 'N/A', '1234567890'];
    await record(
      ago(3),
      ...names.map((name, at) => ({ key: `meta:9${at}`, name, page: `660000${at}` })),
      { key: 'meta:95', name: '6600005', page: '6600005' },
      { key: 'meta:96', name: '1800flowers', page: '6600006' },
      { key: 'meta:97', name: '4711', page: '6600007' },
      { key: 'meta:98', name: '123456', page: '6600008' },
    );
    // As an earlier version left them.
    await clickhouse.write(
      `INSERT INTO advertiser_totals (advertiser_id, name, name_key, ads, reach, built_at)
       SELECT advertiser_id, name, name_key, 1, 1000, now64(3) FROM advertisers FINAL`,
    );
    await service.catalog.refreshTotals();
    const real = ['123456', '1800flowers', '4711'];
    const { top, trending, found } = await listed();
    expect(found).toEqual(['Unknown Shoes']);
    for (const ranked of [top, trending]) {
      expect(ranked.filter((name: string) => [...names, '6600005', ...real].includes(name))).toEqual(real);
    }
  });
});
