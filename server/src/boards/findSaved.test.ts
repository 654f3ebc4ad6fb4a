import { platform } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import {
  array,
  asyncProperty,
  assert,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  tuple,
  webUrl,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { newTeam } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

/** URLs of one ad in every ad library, and of another page. */
const address = nat(10)
  .chain((id) =>
    constantFrom(
      `https://www.facebook.com/ads/library/?id=12345${id}`,
      `https://library.tiktok.com/ads/detail/?ad_id=12345${id}`,
      `https://ads.tiktok.com/business/creativecenter/topads/12345${id}/pc/en`,
      `https://www.linkedin.com/ad-library/detail/12345${id}`,
      `https://adstransparency.google.com/advertiser/AR1/creative/CR${id}`,
      `https://www.shop.example/ad/${id}/?utm_source=mail#top`,
    ),
  )
  .chain((known) =>
    webUrl({ withQueryParameters: true }).chain((other) => constantFrom(known, known, other)),
  );

/** The ways to identify an ad. */
const seen = tuple(
  oneof(
    record({ platform: constantFrom(...platform.options) }),
    record({ library: constantFrom(...platformTable.otherLibraries) }),
  ),
  record({
    externalId: option(
      nat(10).map((id) => `12345${id}`),
      { nil: null },
    ),
    sourceUrl: option(address, { nil: null }),
  }),
)
  .filter(([, { externalId, sourceUrl }]) => externalId !== null || sourceUrl !== null)
  .map(([origin, identity]) => Object.assign({}, origin, identity));

describe.each(postgresLanes)('ads.findSaved on $name', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const newBoard = async (who: Client, input: object = {}): Promise<number> =>
    (await who.post('boards.create', { name: 'Board', ...input })).data.id;
  const capture = async (who: Client, boardId: number, externalId: string, note?: string): Promise<void> => {
    const ad = { platform: 'facebook', externalId, companyName: 'Acme' };
    expect((await who.post('ads.addToBoard', { boardId, ad, note })).status).toBe(200);
  };
  it('200: adding an ad updates its board, and no other', async () => {
    const ann = await service.newcomer();
    const [id, other] = [await newBoard(ann), await newBoard(ann)];
    const updated = async (): Promise<Map<number, string>> => {
      const boards: { id: number; updatedAt: string }[] = (await ann.get('boards.list')).data;
      return new Map(boards.map((board) => [board.id, board.updatedAt]));
    };
    const before = await updated();
    await capture(ann, id, 'updates-its-board');
    const after = await updated();
    expect(Date.parse(after.get(id) ?? '')).toBeGreaterThan(Date.parse(before.get(id) ?? ''));
    expect(after.get(other)).toBe(before.get(other));
  });

  const find = async (who: Client, ads: readonly object[]) => (await who.post('ads.findSaved', { ads })).data;
  const nowhere = (id: string) => ({ hash: adHash(`meta:${id}`), boardIds: [], note: null });

  it('returns the same hash as ads.addToBoard and finds the ad by every identifier', async () => {
    await assert(
      asyncProperty(array(seen, { minLength: 1, maxLength: 4 }), async (ads) => {
        const ann = await service.newcomer();
        const boardId = await newBoard(ann);
        const before = await find(ann, ads);
        expect(before.map((one: { boardIds: number[] }) => one.boardIds)).toEqual(ads.map(() => []));
        const hashes: string[] = [];
        for (const ad of ads) {
          const reply = await ann.post('ads.addToBoard', { boardId, ad: { ...ad, companyName: 'Acme' } });
          hashes.push(reply.data.hash);
        }
        const saved = hashes.map((hash) => ({ hash, boardIds: [boardId], note: null }));
        expect(before.map(({ hash }: { hash: string }) => hash)).toEqual(hashes);
        expect(await find(ann, ads)).toEqual(saved);
        expect(
          await find(
            ann,
            hashes.map((hash) => ({ hash: hash.toUpperCase() })),
          ),
        ).toEqual(saved);
      }),
      { numRuns: lane === postgresLanes[0] ? 8 : 2 },
    );
  });

  it('finds an ad of a library without a platform by the id that its import gives it', async () => {
    const ann = await service.newcomer();
    const boardId = await newBoard(ann);
    const pin = { library: 'pinterest', externalId: '987654321098765' };
    const ad = { ...pin, companyName: 'Almhof', sourceUrl: 'https://www.pinterest.com/pin/987654321098765/' };
    const hash = adHash('pinterest:987654321098765');
    expect((await ann.post('ads.addToBoard', { boardId, ad })).data).toMatchObject({ hash, created: true });
    expect(await find(ann, [pin, { ...pin, library: 'amazon' }])).toEqual([
      { hash, boardIds: [boardId], note: null },
      { hash: adHash('amazon:987654321098765'), boardIds: [], note: null },
    ]);
    expect((await ann.get('ads.list')).data.ads).toMatchObject([
      { hash, platform: null, platforms: [], advertiser: { name: 'Almhof' } },
    ]);
  });

  it('returns own and team boards and prefers the own note, without data of others', async () => {
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const teamId = await newTeam(service.db, { member: ann, viewer: ben });
    const [own, second] = [await newBoard(ann), await newBoard(ann)];
    const shared = await newBoard(ann, { teamId });
    await capture(ann, shared, '900001', 'Ours');
    await capture(ann, own, '900001', 'Mine');
    await capture(ann, second, '900001');
    await capture(ann, own, '900002');
    await capture(ann, shared, '900003', 'Ours alone');
    const requested = ['900003', '900001', '900004', '900002', '900001'].map((externalId) => ({
      platform: 'instagram',
      externalId,
    }));
    const both = {
      hash: adHash('meta:900001'),
      boardIds: [own, second, shared].toSorted((one, other) => one - other),
      note: 'Mine',
    };
    const ours = { hash: adHash('meta:900003'), boardIds: [shared], note: 'Ours alone' };
    expect(await find(ann, requested)).toEqual([
      ours,
      both,
      nowhere('900004'),
      { hash: adHash('meta:900002'), boardIds: [own], note: null },
      both,
    ]);
    const seenByBen = { ...both, boardIds: [shared], note: 'Ours' };
    expect(await find(ben, requested)).toEqual([
      ours,
      seenByBen,
      nowhere('900004'),
      nowhere('900002'),
      seenByBen,
    ]);
    const stranger = await service.newcomer();
    expect(await find(stranger, requested)).toEqual(requested.map(({ externalId }) => nowhere(externalId)));
  });

  it('accepts 0 to 200 ads by POST, and rejects 201, and ads with no or two identifiers', async () => {
    const ann = await service.newcomer();
    const many = Array.from({ length: 201 }, (_, at) => ({
      platform: 'facebook',
      sourceUrl: `https://shop.example/${'x'.repeat(500)}/${at}`,
    }));
    expect(await find(ann, many.slice(1))).toHaveLength(200);
    expect(await find(ann, [])).toEqual([]);
    for (const [ads, why] of [
      [many, /200/],
      [[{ platform: 'facebook' }], /ads\.0.*must have an externalId or a sourceUrl/],
      [[{ externalId: '1' }], /exactly one of 'hash', 'platform' and 'library', got none/],
      [[{ hash: 'f'.repeat(32), platform: 'facebook', externalId: '1' }], /exactly one/],
    ] as const) {
      const { status, error } = await ann.post('ads.findSaved', { ads });
      expect([status, error.message]).toEqual([400, expect.stringMatching(why)]);
    }
  });
});
