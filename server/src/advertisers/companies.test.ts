import { contract, type OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Caller } from '../rpc/procedure.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { noIndex, startService, type Client, type TestService } from '../testing/service.ts';
import { createNameIndex } from './nameIndex.ts';
import { companiesRouter } from './companies.ts';

type Person = Client & { readonly userId: string };
type NewAd = Partial<Omit<OpenAdInput, 'advertiser'>> & { readonly advertiser: OpenAdInput['advertiser'] };

/** Each engine variant once instead of all combinations. */
const lanes = clickhouseLanes.flatMap((index, at) => {
  const postgres = postgresLanes[at % postgresLanes.length];
  return postgres === undefined ? [] : [{ index, postgres }];
});

describe.each(lanes)('followed companies on $postgres.name and ClickHouse, $index', ({ index, postgres }) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let recorded = 0;
  const record = (seenAt: string, ...ads: NewAd[]) =>
    service.catalog.recordAds(
      ads.map((ad) => openAd({ platforms: ['facebook'], ...ad, key: `meta:${(recorded += 1)}` })),
      { source: 'test', seenAt: new Date(seenAt) },
    );
  beforeAll(async () => {
    clickhouse = await freshClickHouse(index);
    service = await startService(postgres, {}, clickhouse);
    await record('2026-03-01T08:00:00Z', { advertiser: { name: 'Blue Whale Outfitters' } });
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const follow = (who: Client, companyName: string) => who.post('companies.follow', { companyName });
  const unfollow = (who: Client, companyName: string) => who.post('companies.unfollow', { companyName });
  const isFollowing = async (who: Client, companyName: string): Promise<object> =>
    (await who.get('companies.isFollowing', { companyName })).data;
  const namesFollowed = async (who: Client): Promise<string[]> =>
    (await who.get('companies.listFollowed')).data.map((each: { companyName: string }) => each.companyName);

  describe('a company in the index', () => {
    it('is returned with its stored name and id, ignoring case', async () => {
      const ann = await service.newcomer();
      const companyName = 'Blue Whale Outfitters';
      expect((await follow(ann, 'BLUE whale outfitters')).data).toMatchObject({
        companyName,
        advertiserId: advertiserId(companyName),
        following: true,
        created: true,
      });
      expect(await isFollowing(ann, 'blue WHALE outfitters')).toEqual({ companyName, following: true });
      expect((await unfollow(ann, 'blue whale OUTFITTERS')).data).toEqual({ companyName, following: false });
      expect(await isFollowing(ann, 'blue WHALE outfitters')).toEqual({ companyName, following: false });
    });

    it('differs from one with another name', async () => {
      const ann = await service.newcomer();
      await follow(ann, 'Blue Whale Outfitters');
      expect(await isFollowing(ann, 'Blue Whale Outfitters.com')).toMatchObject({ following: false });
    });
  });

  describe('a company that is not in the index', () => {
    it('can be followed, with the first spelling of its name', async () => {
      const ann = await service.newcomer();
      const companyName = 'Zebra & Söhne';
      const first = await follow(ann, '  Zebra & So\u0308hne ');
      expect(first.data).toMatchObject({ companyName, advertiserId: null, created: true });
      const again = await follow(ann, 'ZEBRA & SÖHNE');
      expect(again.data).toEqual({ ...first.data, created: false });
      expect((await ann.get('companies.listFollowed')).data).toEqual([
        {
          companyName,
          advertiserId: null,
          brandLogo: `${service.address}/logos/${advertiserId(companyName)}.svg`,
          adCount: 0,
          activeAds: 0,
          newAdsLast7Days: 0,
          followedAt: first.data.followedAt,
        },
      ]);
      expect((await unfollow(ann, 'zebra & söhne')).data).toEqual({ companyName, following: false });
    });

    it('becomes the one in the index with its first ad', async () => {
      const ann = await service.newcomer();
      const name = 'Newcomer';
      await follow(ann, name.toLowerCase());
      await record('2026-03-01T08:00:00Z', { advertiser: { name } });
      expect((await ann.get('companies.listFollowed')).data).toMatchObject([
        { companyName: name, advertiserId: advertiserId(name), adCount: 1 },
      ]);
      expect((await follow(ann, name)).data).toMatchObject({ companyName: name, created: false });
    });
  });

  it('200 for unfollowing a company that is not followed', async () => {
    const ann = await service.newcomer();
    expect((await unfollow(ann, 'Nobody')).data).toEqual({ companyName: 'Nobody', following: false });
  });

  it('are separate for each person', async () => {
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    await follow(ann, 'Acme');
    expect(await isFollowing(ben, 'Acme')).toMatchObject({ following: false });
    await unfollow(ben, 'Acme');
    expect([await namesFollowed(ann), await namesFollowed(ben)]).toEqual([['Acme'], []]);
  });

  it('are immediately used by ads.search for FOLLOWED, for each caller', async () => {
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const total = async (who: Client): Promise<number> =>
      (await who.get('ads.search', { companyNames: 'FOLLOWED' })).data.total;
    expect([await total(ann), await total(ben)]).toEqual([0, 0]);
    await follow(ann, 'Blue Whale Outfitters');
    expect([await total(ann), await total(ben)]).toEqual([1, 0]);
    await unfollow(ann, 'Blue Whale Outfitters');
    expect(await total(ann)).toBe(0);
  });

  it.each([
    ['ÉCLAIR', 'e\u0301clair'],
    ['STRASSE', 'straße'],
    ['ISPARTA', 'ısparta'],
    ['ΟΔΟΣ', 'οδος'],
    ['СКИДКА', 'скидка'],
    ['متجر العطور', 'متجر العطور'],
    ['株式会社ペンギン', '株式会社ヘ\u309aンギン'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['ร้านค้า', 'ร้านค้า'],
    ['🦜 Magpie', '🦜 MAGPIE'],
  ])('%s and %s are the same company', async (one, other) => {
    const ann = await service.newcomer();
    expect((await follow(ann, one)).data).toMatchObject({ companyName: one, created: true });
    expect((await follow(ann, other)).data).toMatchObject({ companyName: one, created: false });
    expect(await isFollowing(ann, other)).toEqual({ companyName: one, following: true });
  });

  it('special characters in names are preserved', async () => {
    const ann = await service.newcomer();
    const hostile = [
      `'; DROP TABLE follows; --`,
      '%',
      '_',
      'back\\slash',
      '{advertiserIds:Array(UInt64)}',
      '$1',
      'FOLLOWED',
      '\u202Eoverride',
      'a\nb',
    ];
    for (const name of hostile) expect((await follow(ann, name)).data.created, name).toBe(true);
    expect((await namesFollowed(ann)).toSorted()).toEqual(hostile.toSorted());
    for (const name of hostile) await unfollow(ann, name);
    expect(await namesFollowed(ann)).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['an empty name', { companyName: ' ' }],
    ['a number', { companyName: 7 }],
    ['NUL', { companyName: 'a\0b' }],
    ['half of a pair', { companyName: '\ud800' }],
    ['10,000 characters', { companyName: 'x'.repeat(10_000) }],
    ['an unknown field', { companyName: 'Acme', name: 'Acme' }],
  ])('400 for %s', async (_, input) => {
    const replies = [
      await service.owner.post('companies.follow', input),
      await service.owner.post('companies.unfollow', input),
      await service.owner.get('companies.isFollowing', input),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('403 for a key without the scope', async () => {
    const [reader, writer] = [await service.keyWith('read'), await service.keyWith('write')];
    expect((await follow(reader, 'Acme')).status).toBe(403);
    expect((await unfollow(reader, 'Acme')).status).toBe(403);
    expect((await writer.get('companies.listFollowed')).status).toBe(403);
    expect((await writer.get('companies.isFollowing', { companyName: 'Acme' })).status).toBe(403);
    expect(await namesFollowed(reader)).toEqual([]);
  });

  it('twenty concurrent follows create one follow', async () => {
    const ann = await service.newcomer();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, time) => follow(ann, time % 2 === 0 ? 'Acme' : 'ACME')),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(replies.filter(({ data }) => data.created)).toHaveLength(1);
    expect(new Set(replies.map(({ data }) => data.followedAt)).size).toBe(1);
    expect(await namesFollowed(ann)).toHaveLength(1);
  });

  describe('the maximum is 5,000', () => {
    let ann: Person;
    beforeAll(async () => {
      ann = await service.newcomer();
      await service.db.query(
        `INSERT INTO follows (user_id, advertiser_id, name)
         SELECT $1, 4503599627370495 - number, 'Company ' || number FROM generate_series(1, 4999) AS number`,
        [ann.userId],
      );
    });

    it('of several concurrent follows only one succeeds, and the others give 409', async () => {
      const replies = await Promise.all(['A', 'B', 'C', 'D'].map((name) => follow(ann, name)));
      const refused = replies.filter(({ status }) => status === 409);
      expect(refused.map(({ error }) => error.message)).toEqual(
        Array.from({ length: 3 }, () => 'You can follow at most 5000 brands; unfollow one first.'),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('following again does not count, and unfollowing makes room for another', async () => {
      const [name = ''] = await namesFollowed(ann);
      expect((await follow(ann, name)).data).toMatchObject({ created: false });
      await unfollow(ann, name);
      expect((await follow(ann, 'Blue Whale Outfitters')).data).toMatchObject({ created: true });
    });

    it('all follows are listed', async () => {
      expect(await namesFollowed(ann)).toHaveLength(5000);
    });
  });

  it('are listed newest first, ties by name', async () => {
    const ann = await service.newcomer();
    for (const name of ['early', 'Zebra', 'apple', '｡', '🦜', 'late']) await follow(ann, name);
    await service.db.query(
      `UPDATE follows
       SET followed_at = '2026-01-02T00:00:00Z'::timestamptz
         + CASE name WHEN 'early' THEN interval '-1 day' WHEN 'late' THEN interval '1 day' ELSE '0' END
         + interval '1 microsecond' * length(name)
       WHERE user_id = $1`,
      [ann.userId],
    );
    expect(await namesFollowed(ann)).toEqual(['late', 'Zebra', 'apple', '｡', '🦜', 'early']);
  });

  it('have counts of all, active and new ads', async () => {
    const today = '2026-04-10';
    const [many, one] = ['Many', 'One'];
    const logoUrl = 'https://cdn.example/many.png';
    const known = { name: many, logoUrl };
    await record(
      '2026-04-09T23:59:59Z',
      { advertiser: known, startDate: '2026-04-10' },
      { advertiser: known, startDate: '2026-04-04', endDate: '2026-04-10' },
      { advertiser: known, startDate: '2026-04-03', endDate: '2026-04-09' },
      { advertiser: known, startDate: '2026-04-11' },
      { advertiser: known, status: 'inactive' },
      { advertiser: { name: one }, startDate: '2025-01-01' },
    );
    await record('2026-04-03T23:59:59Z', { advertiser: known });
    const ann = await service.newcomer();
    for (const companyName of [many, one]) await follow(ann, companyName);
    const caller: Caller = {
      userId: ann.userId,
      isOwner: false,
      scopes: new Set(['read', 'write']),
      credential: { id: '', secret: '' },
    };
    const read = { clickhouse, newestRecording: () => 0 };
    const router = companiesRouter(
      {
        ...read,
        names: createNameIndex(read),
        aliases: createAliases(read),
        today: () => today,
        siteAddress: () => 'https://magpie.example',
        tagDefinitions: [],
      },
      () => Promise.resolve(),
    );
    const call = {
      caller,
      address: '127.0.0.1',
      db: service.db,
      afterCommit: () => undefined,
      markPrivate: () => undefined,
      newestRecording: () => 0,
    };
    const listed = contract.companies.listFollowed.output.parse(
      await router.listFollowed?.({ ...call, input: {} }),
    );
    expect(listed).toMatchObject([
      {
        companyName: one,
        brandLogo: `https://magpie.example/logos/${advertiserId(one)}.svg`,
        adCount: 1,
        activeAds: 1,
        newAdsLast7Days: 0,
      },
      { companyName: many, brandLogo: logoUrl, adCount: 6, activeAds: 3, newAdsLast7Days: 3 },
    ]);
  });
});

describe('while the index', () => {
  const [postgres] = postgresLanes;
  if (postgres === undefined) throw new Error('there is always the embedded lane');

  it('is slow, following does not block board requests', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<never[]>((resolve) => void (answer = () => resolve([])));
    let waiting = 0;
    const read = (): Promise<never[]> => {
      waiting += 1;
      return answered;
    };
    const service = await startService(postgres, {}, { ...noIndex, read });
    const ann = await service.newcomer();
    // More than the number of connections.
    const names = Array.from({ length: 30 }, (_, number) => `Company ${number}`);
    const follows = names.map((companyName) => ann.post('companies.follow', { companyName }));
    await vi.waitFor(() => expect(waiting).toBeGreaterThan(0), 60_000);
    // Reads of several companies share statements, so their number does not show that all requests wait.
    for (const _ of names) expect((await service.owner.get('boards.list')).status).toBe(200);
    answer();
    const replies = await Promise.all(follows);
    expect(replies.map(({ data }) => data.created)).toEqual(names.map(() => true));
    await service.close();
  });

  it('is unavailable, companies can be unfollowed', async () => {
    const service = await startService(postgres);
    const ann = await service.newcomer();
    await service.db.query('INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, $2, $3)', [
      ann.userId,
      advertiserId('Acme'),
      'Acme',
    ]);
    const { status, data } = await ann.post('companies.unfollow', { companyName: 'ACME' });
    expect([status, data]).toEqual([200, { companyName: 'Acme', following: false }]);
    expect(await service.db.query('SELECT name FROM follows')).toEqual([]);
    await service.close();
  });
});
