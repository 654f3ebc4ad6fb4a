import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { assertConsistent, newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { boardWith, snapshot, type Board } from '../testing/savedLibrary.ts';
import { startService, type TestService } from '../testing/service.ts';
import { saveAd } from './saveAd.ts';
import { handOverBoards } from './teamBoards.ts';

const sha256 = 'a'.repeat(64);

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

describe.each(postgresLanes)('the boards of a team on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let team: number;
  beforeAll(async () => {
    service = await startService(lane, {}, clickhouse);
    await service.db.query(
      `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, 'image/png', 1, 1, 1)`,
      [sha256],
    );
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    team = await newTeam(service.db, { owner: ann, member: ben });
  });

  const board = (
    author: Person,
    name: string,
    more: { team?: number; parent?: number; slug?: string } = {},
  ) => boardWith(service.db, { author: author.userId, name, ...more });
  const save = async (where: Board, number: number, note?: string): Promise<string> => {
    const ad = snapshot(number);
    const { savedAdId } = await service.db.transaction((tx) => saveAd(tx, where, ad, { note }));
    await service.db.query(
      `UPDATE kept_media SET sha256 = $2, kept_at = now(), due_at = NULL WHERE saved_ad_id = $1 AND place = 0`,
      [savedAdId, sha256],
    );
    return ad.hash;
  };
  const seen = async (who: Person): Promise<object[]> => (await who.get('boards.list')).data;
  const listed = async (
    who: Person,
    boardId: number,
  ): Promise<{ hash: string; note: string | null; media: object[] }[]> =>
    (await who.get('ads.list', { boardId, sortBy: 'date', limit: 100 })).data.ads;

  it('move to their authors when it is deleted, after their own boards, with ads, notes, pictures, slugs and nesting', async () => {
    const slug = `slug-${Math.random().toString(36).slice(2)}`;
    const own = await board(ben, 'Own');
    const top = await board(ben, 'Top', { team, slug });
    const below = await board(ben, 'Below', { team, parent: top.id });
    const anns = await board(ann, 'Of Ann', { team, parent: below.id });
    const under = await board(ben, 'Under Ann', { team, parent: anns.id });
    const [shared, mine] = [await save(top, 1, 'of the team'), await save(own, 2)];
    for (const where of [below, anns]) await save(where, 1);
    await save(top, 2, 'of the team too');
    const last = await save(anns, 3);
    // Former members get their boards as well.
    expect((await ben.post('teams.removeMember', { id: team, userId: ben.userId })).status).toBe(200);
    expect(await seen(ben)).toMatchObject([{ name: 'Own' }]);
    expect((await ann.post('teams.delete', { id: team })).status).toBe(200);

    expect(await seen(ben)).toMatchObject([
      { id: own.id, order: 0 },
      { id: top.id, order: 1, teamId: null, slug, published: true, parentBoardId: null, adCount: 2 },
      { id: below.id, order: 2, teamId: null, parentBoardId: top.id, adCount: 1 },
      { id: under.id, order: 3, teamId: null, parentBoardId: null, adCount: 0 },
    ]);
    expect(await seen(ann)).toMatchObject([{ id: anns.id, order: 0, parentBoardId: null, adCount: 2 }]);
    const [bens, theirs] = [await listed(ben, top.id), await listed(ann, anns.id)];
    expect(new Map(bens.map(({ hash, note }) => [hash, note]))).toEqual(
      new Map([
        [shared, 'of the team'],
        [mine, 'of the team too'],
      ]),
    );
    expect(new Map(theirs.map(({ hash, note }) => [hash, note]))).toEqual(
      new Map([
        [shared, 'of the team'],
        [last, null],
      ]),
    );
    for (const { media } of [...bens, ...theirs]) {
      expect(media[0]).toMatchObject({ url: `${service.address}/media/${sha256}.png` });
    }
    expect((await fetch(`${service.address}/b/${slug}`)).status).toBe(200);
    for (const who of [ann, ben]) expect((await who.get('teams.get', { id: team })).status).toBe(404);
    await assertConsistent(service.db);
  });

  it('lose nothing when it is deleted during concurrent changes', async () => {
    const [one, two] = [await board(ann, 'One', { team }), await board(ben, 'Two', { team })];
    const hashes = await Promise.all(
      [4, 5, 6, 7].map((number) => save(number % 2 === 0 ? one : two, number)),
    );
    const own = await board(ben, 'Own');
    await save(own, 4);
    const works = (hash: string): Promise<{ status: number }>[] => [
      ben.post('ads.addToBoard', { boardId: one.id, hash }),
      ben.post('ads.addToBoard', { boardId: two.id, hash }),
      ann.post('ads.setNote', { hash, note: 'Meanwhile' }),
      ben.post('boards.create', { name: 'Meanwhile', teamId: team }),
      ben.post('boards.update', { id: own.id, teamId: team }),
    ];
    const [deleted, ...others] = await Promise.all([
      ann.post('teams.delete', { id: team }),
      ...hashes.flatMap(works),
    ]);
    expect(deleted.status).toBe(200);
    expect(others.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await assertConsistent(service.db);
    const left = await service.db.query(
      `SELECT FROM boards WHERE team_id IS NOT NULL UNION ALL SELECT FROM saved_ads WHERE team_id IS NOT NULL`,
    );
    expect(left).toEqual([]);
    const made = others.filter(({ status }, index) => index % 5 === 3 && status === 200).length;
    expect((await seen(ben)).filter((each) => (each as { name: string }).name === 'Meanwhile')).toHaveLength(
      made,
    );
  });

  it('are hidden from removed members immediately, also with an earlier cursor', async () => {
    const teams = await board(ann, 'Secret', { team });
    const hashes = [await save(teams, 8, 'Secret note'), await save(teams, 9)];
    const { nextCursor } = (await ben.get('ads.list', { limit: 1 })).data;
    expect(nextCursor).toBeGreaterThan(0);
    expect((await ann.post('teams.removeMember', { id: team, userId: ben.userId })).status).toBe(200);

    expect(await seen(ben)).toEqual([]);
    for (const input of [
      {},
      { boardId: 'ALL' },
      { limit: 1, cursor: nextCursor },
      { searchQuery: 'headline' },
    ]) {
      const { status, data } = await ben.get('ads.list', input);
      expect(status === 200 ? data.ads : []).toEqual([]);
    }
    expect((await ben.get('ads.list', { boardId: teams.id })).status).toBe(403);
    expect((await ben.get('ads.list', { boardId: teams.id, cursor: nextCursor })).status).toBe(403);
    expect((await ben.get('ads.getFilterValues')).data.companyNames).toEqual([]);
    for (const hash of hashes) {
      expect((await ben.get('ads.listBoardsContaining', { hash })).status).toBe(404);
      expect((await ben.get('ads.listKeptMedia', { hash })).status).toBe(404);
      expect((await ben.get('ads.getDetails', { hash })).status).toBe(404);
    }
    const headers = { authorization: `Bearer ${ben.key}` };
    const csv = await fetch(`${service.address}/api/export/ads.csv`, { headers });
    expect((await csv.text()).trim().split('\n')).toHaveLength(1);
    expect((await ben.get('teams.get', { id: team })).status).toBe(403);
    expect((await ben.get('teams.list')).data).toEqual([]);
  });

  it('can change their author without other changes', async () => {
    const [own, other] = [await board(ben, 'Own'), await newTeam(service.db, { member: ben })];
    const [teams, elsewhere] = [
      await board(ben, 'Team', { team }),
      await board(ben, 'Other', { team: other }),
    ];
    await service.db.transaction((tx) =>
      handOverBoards(tx, { teamId: team, from: ben.userId, to: ann.userId }),
    );
    expect(await seen(ann)).toMatchObject([{ id: teams.id, teamId: team, authorId: ann.userId }]);
    const others = (await seen(ben)).filter((each) => (each as Board).authorId === ben.userId);
    expect(others.map((each) => (each as Board).id)).toEqual([own.id, elsewhere.id]);
    await assertConsistent(service.db);
  });
});
