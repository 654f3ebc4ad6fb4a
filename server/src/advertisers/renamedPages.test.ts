import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash, advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { picture } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const day = (number: number): Date => new Date(Date.now() - (20 - number) * 86_400_000);

interface Sighted {
  readonly key: string;
  readonly name: string;
  readonly page?: string;
}

describe.each(clickhouseLanes)('a page of a library with several names, on %s', (lane) => {
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

  const record = (seenAt: Date, ...ads: Sighted[]) =>
    service.catalog.recordAds(
      ads.map(({ key, name, page }) =>
        openAd({
          key,
          platforms: ['facebook'],
          reach: { value: 10 },
          engagement: { likes: 5 },
          startDate: new Date().toISOString().slice(0, 10),
          advertiser: { name, externalId: page ?? null },
        }),
      ),
      { source: 'test', seenAt },
    );
  const get = async (path: string, input: object = {}) => (await service.owner.get(path, input)).data;
  const header = async (companyName: string) => {
    const { advertiserId: id, name, totalAds } = await get('brandSpy.getHeader', { companyName });
    const { stats } = await get('brandSpy.getOverview', { companyName });
    expect(stats.totalAds).toBe(totalAds);
    return { id, name, totalAds };
  };
  const found = async (name: string): Promise<string[]> =>
    (await get('ads.listTopCompanies', { name })).companies.map(
      (each: { name: string; adCount: number }) => `${each.name} ${each.adCount}`,
    );

  it.each([
    ['the old name first', 1, 2],
    ['the new name first', 2, 1],
  ])(
    'is one advertiser with the newest name, also if files come in another order: %s',
    async (_, one, other) => {
      const brand = `Samsung ${one}`;
      const names = [`${brand} Korea`, `삼성전자 ${one}`];
      const page = `1${one}`;
      for (const number of [one, other]) {
        await record(day(number), { key: `meta:${one}0${number}`, name: names[number - 1] ?? '', page });
      }
      const first = names[one - 1] ?? '';
      const shown = { id: advertiserId(first), name: names[1], totalAds: 2 };
      for (const name of names) expect(await header(name)).toEqual(shown);
      expect(await found(names[0] ?? '')).toContain(`${names[1]} 2`);
      expect(await found(names[1] ?? '')).toEqual(expect.arrayContaining([`${names[1]} 2`]));
      // Without a page, an ad belongs to the advertiser of its name.
      await record(day(3), { key: `row:${one}3`, name: (names[0] ?? '').toUpperCase() });
      await record(day(3), { key: `row:${one}4`, name: names[1] ?? '' });
      for (const name of names) expect(await header(name)).toEqual({ ...shown, totalAds: 4 });
      const { ads } = await get('ads.search', { companyNames: [names[0]] });
      expect(ads.map((ad: { advertiser: object }) => ad.advertiser)).toEqual(
        Array(4).fill(expect.objectContaining({ advertiserId: shown.id, name: names[1] })),
      );
      const listed = (await get('brandSpy.listTopAdvertisers')).map(
        ({ company }: { company: string }) => company,
      );
      expect(listed.filter((name: string) => names.includes(name))).toEqual([names[1]]);
      const { advertisers } = await get('trending.topAdvertisers', { windowDays: 7, limit: 200 - one });
      expect(advertisers.map((each: { name: string }) => each.name)).toContain(names[1]);
    },
  );

  it('in one batch is one advertiser', async () => {
    await record(
      day(1),
      { key: 'row:51', name: 'Batch New' },
      { key: 'meta:52', name: 'Batch New', page: '5' },
      { key: 'meta:53', name: 'Batch Old', page: '5' },
    );
    expect(await header('Batch Old')).toMatchObject({ totalAds: 3 });
    expect(await header('Batch New')).toMatchObject({ totalAds: 3 });
  });

  it('does not join names if other pages of the library have the name, or the new name is known', async () => {
    await record(
      day(1),
      { key: 'meta:61', name: 'Nike', page: '61' },
      { key: 'meta:62', name: 'Nike', page: '62' },
    );
    await record(day(2), { key: 'meta:63', name: 'Cheap Pills', page: '62' });
    expect(await header('Nike')).toMatchObject({ name: 'Nike', totalAds: 2 });
    expect(await header('Cheap Pills')).toMatchObject({ name: 'Cheap Pills', totalAds: 1 });
    await record(day(1), { key: 'meta:64', name: 'Corner Shop', page: '64' });
    await record(day(2), { key: 'meta:65', name: 'Nike', page: '64' });
    expect(await header('Corner Shop')).toMatchObject({ totalAds: 1 });
    expect(await header('Nike')).toMatchObject({ name: 'Nike', totalAds: 3 });
  });

  it('has the same id in two libraries for two advertisers', async () => {
    await record(day(1), { key: 'meta:71', name: 'Meta Seventy', page: '7' });
    await record(day(2), { key: 'snap:72', name: 'Snap Seventy', page: '7' });
    expect(await header('Meta Seventy')).toMatchObject({ totalAds: 1 });
    expect(await header('Snap Seventy')).toMatchObject({ totalAds: 1 });
  });

  it('keeps followers, rules and comparisons with either name', async () => {
    await record(day(1), { key: 'meta:81', name: 'Former', page: '8' });
    const ann = await service.newcomer();
    await ann.post('companies.follow', { companyName: 'Former' });
    await record(day(2), { key: 'meta:82', name: 'Current', page: '8' });
    const followed = { companyName: 'Current', following: true };
    expect((await ann.get('companies.isFollowing', { companyName: 'Former' })).data).toEqual(followed);
    expect((await ann.get('companies.isFollowing', { companyName: 'Current' })).data).toEqual(followed);
    expect((await ann.get('companies.listFollowed')).data).toMatchObject([
      { companyName: 'Current', adCount: 2 },
    ]);
    expect((await ann.post('companies.follow', { companyName: 'Current' })).data).toMatchObject({
      created: false,
    });
    const rule = await ann.post('notifications.upsertRule', {
      name: 'news',
      event: 'new_ads',
      companyNames: ['Former', 'Current'],
      channels: [{ type: 'inbox' }],
    });
    expect(rule.data).toMatchObject({ companyNames: ['Current'] });
    expect(
      await service.db.query('SELECT advertiser_id AS id FROM rule_advertisers WHERE rule_id = $1', [
        rule.data.id,
      ]),
    ).toEqual([{ id: advertiserId('Former') }]);
    const { status } = await ann.get('brandSpy.compare', { companyNames: ['Former', 'Current'] });
    expect(status).toBe(400);
    await ann.post('companies.unfollow', { companyName: 'Former' });
    expect((await ann.get('companies.listFollowed')).data).toEqual([]);
  });

  it('is one advertiser for every reader if both names had ads', async () => {
    const both = ['Ex Shoes', 'Now Shoes'];
    await record(day(1), { key: 'row:101', name: 'Now Shoes' }, { key: 'row:102', name: 'Now Shoes' });
    await record(day(1), { key: 'meta:103', name: 'Ex Shoes', page: '10' });
    const ann = await service.newcomer();
    for (const companyName of both) await ann.post('companies.follow', { companyName });
    const { id: ruleId } = (
      await ann.post('notifications.upsertRule', {
        name: 'news',
        event: 'new_ads',
        companyNames: ['Now Shoes'],
      })
    ).data;
    const file = (await picture('#008080')).toString('base64');
    for (const companyName of both) await ann.post('brandImages.upload', { file, companyName });
    const hashes = ['row:101', 'meta:103'].map(adHash);
    const { id: boardId } = (await ann.post('boards.create', { name: 'Shoes' })).data;
    for (const hash of hashes) {
      expect((await ann.post('ads.addToBoard', { boardId, hash })).status).toBe(200);
    }
    const advertisersBefore = (await get('system.status')).advertisers;

    await record(day(2), { key: 'meta:104', name: 'Now Shoes', page: '10' });

    const shown = { id: advertiserId('Ex Shoes'), name: 'Now Shoes', totalAds: 4 };
    for (const name of both) expect(await header(name)).toEqual(shown);
    expect((await get('system.status')).advertisers).toBe(advertisersBefore - 1);
    expect(await found('now shoes')).toEqual(['Now Shoes 4']);
    expect(await found('ex shoes')).toContain('Now Shoes 4');
    const listed = (await get('brandSpy.listTopAdvertisers', { limit: 100 })).map(
      ({ company }: { company: string }) => company,
    );
    expect(listed.filter((name: string) => both.includes(name))).toEqual(['Now Shoes']);
    const trending = await get('trending.topAdvertisers', { windowDays: 7, limit: 200 });
    const names = trending.advertisers.map((each: { name: string }) => each.name);
    expect(names.filter((name: string) => both.includes(name))).toEqual(['Now Shoes']);
    for (const companyName of both) {
      const { total } = await get('ads.search', { companyNames: [companyName] });
      expect(total).toBe(4);
      expect((await ann.get('ads.list', { companyNames: [companyName] })).data.total).toBe(2);
      expect((await ann.get('brandImages.list', { companyName })).data.total).toBe(2);
      expect((await ann.get('companies.isFollowing', { companyName })).data.following).toBe(true);
    }
    expect((await ann.get('ads.search', { companyNames: 'FOLLOWED' })).data.total).toBe(4);
    expect((await ann.get('ads.list', { companyNames: 'FOLLOWED' })).data.total).toBe(2);
    expect((await ann.get('companies.listFollowed')).data).toMatchObject([
      { companyName: 'Now Shoes', adCount: 4 },
    ]);
    const { data: tested } = await ann.get('notifications.testRule', { id: ruleId, days: 30 });
    expect(tested.total).toBe(4);
    await ann.post('companies.unfollow', { companyName: 'Ex Shoes' });
    expect((await ann.get('companies.listFollowed')).data).toEqual([]);
  });

  it('goes with its aliases when its ads are removed', async () => {
    await record(day(1), { key: 'meta:91', name: 'Leaving', page: '9' });
    await record(day(2), { key: 'meta:92', name: 'Left', page: '9' });
    await service.catalog.removeAds({ keys: '^meta:9[12]$', source: 'none' });
    expect([await found('leaving'), await found('left')]).toEqual([[], []]);
    expect((await service.owner.get('brandSpy.getHeader', { companyName: 'Left' })).status).toBe(404);
    expect(await clickhouse.read("SELECT page FROM advertiser_pages FINAL WHERE page = 'meta:9'")).toEqual(
      [],
    );
  });
});
