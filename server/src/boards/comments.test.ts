import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { boardWith, snapshot, type Board } from '../testing/savedLibrary.ts';
import { startService, type TestService } from '../testing/service.ts';
import { saveAd } from './saveAd.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

describe.each(postgresLanes)('comments on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let cem: Person;
  let team: number;
  let shared: Board;
  let hash: string;
  beforeAll(async () => {
    service = await startService(lane, {}, clickhouse);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben, cem] = [await service.newcomer(), await service.newcomer(), await service.newcomer()];
    team = await newTeam(service.db, { owner: ann, member: ben, viewer: cem });
    shared = await board(ann, 'Shared', team);
    hash = await save(shared, 1);
  });

  const board = (author: Person, name: string, inTeam?: number): Promise<Board> =>
    boardWith(service.db, { author: author.userId, name, ...(inTeam !== undefined && { team: inTeam }) });
  const save = async (where: Board, number: number): Promise<string> => {
    const ad = snapshot(number);
    await service.db.transaction((tx) => saveAd(tx, where, ad));
    return ad.hash;
  };
  const comment = async (who: Person, text: string, teamId: number | null = team): Promise<number> => {
    const { data, error } = await who.post('comments.create', { hash, teamId, text });
    if (error !== undefined) throw new Error(error.message);
    return data.id;
  };
  const listed = async (who: Person, teamId: number | null = team): Promise<string[]> => {
    const { data } = await who.get('comments.list', { hash, teamId });
    return data.map(
      ({ text, authorId }: { text: string; authorId: string | null }) => `${authorId}: ${text}`,
    );
  };

  it('are seen by everyone in the team, oldest first, and by nobody on their own copies', async () => {
    await save(await board(ben, 'Mine'), 1);
    await comment(ann, 'First');
    await comment(ben, ' Second\n<b>plain</b> ');
    const expected = [`${ann.userId}: First`, `${ben.userId}: Second\n<b>plain</b>`];
    expect(await listed(ann)).toEqual(expected);
    expect(await listed(cem)).toEqual(expected);
    expect(await listed(ben, null)).toEqual([]);
  });

  it('are edited by their author only, and deleted by their author or an owner of the team', async () => {
    const id = await comment(ben, 'First');
    expect((await ann.post('comments.update', { id, text: 'Changed' })).status).toBe(403);
    const edited = await ben.post('comments.update', { id, text: 'Changed' });
    expect(edited.data).toMatchObject({
      text: 'Changed',
      authorId: ben.userId,
      updatedAt: expect.any(String),
    });
    expect((await cem.post('comments.delete', { id })).status).toBe(403);
    expect((await ann.post('comments.delete', { id })).data).toEqual({ success: true });
    expect((await ben.post('comments.delete', { id })).status).toBe(404);
    expect(await listed(ann)).toEqual([]);
  });

  it('go along with a board that leaves the team, and join those of a copy that is there already', async () => {
    await save(await board(ann, 'Mine'), 1);
    await comment(ann, 'On my copy', null);
    await comment(ben, 'On the copy of the team');
    expect((await ann.post('boards.update', { id: shared.id, teamId: null })).status).toBe(200);
    expect(await listed(ann, null)).toEqual([
      `${ann.userId}: On my copy`,
      `${ben.userId}: On the copy of the team`,
    ]);
  });

  it('stay without a name when the account of their author is deleted', async () => {
    await comment(ben, 'First');
    await service.db.query(`DELETE FROM users WHERE id = $1`, [ben.userId]);
    expect((await ann.get('comments.list', { hash, teamId: team })).data).toMatchObject([
      { text: 'First', authorId: null, authorName: null },
    ]);
  });

  it('are deleted with the saved ad', async () => {
    const id = await comment(ann, 'First');
    expect((await ann.post('ads.delete', { hash, teamId: team })).status).toBe(200);
    expect((await ann.post('comments.delete', { id })).status).toBe(404);
  });
});
