import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { assertConsistent, newTeam, type Person } from '../testing/library.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { toScopeName, type Scoped } from '../rpc/scopes.ts';
import { closeGaps, deleteBoard, insertBoard, moveToScope } from './boards.sql.ts';
import { adsOnBoards } from './savedAds.sql.ts';
import { deleteUnlinkedAds, moveAdsOfBoards } from './teamBoards.ts';

async function newBoard(db: Postgres, whose: Scoped, first = 0, count = 0): Promise<number> {
  const board = { ...whose, name: 'Board', description: null, parentBoardId: null };
  const id = await insertBoard(db, toScopeName(whose), board);
  await fill(db, id, whose, first, count);
  return id;
}

/** Adds ads to a board; equal numbers are the same ad. */
async function fill(db: Postgres, boardId: number, whose: Scoped, first: number, count: number) {
  await db.query(
    `WITH saved AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, recommended, date_key, views_key, likes_key, comments_key,
         advertiser_id, first_seen_at, is_partnership, format, platforms, cta_labels, search_text, company_name)
       SELECT $2, $3, md5(number::text), number, number, number, number, number,
         number % 50, now(), false, 'image', '{facebook}', '{}', md5('text of ' || number), 'Acme'
       FROM generate_series($4::integer, $4::integer + $5::integer - 1) AS number
       RETURNING id
     ), snapshots AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad) SELECT id, '{}' FROM saved
     )
     INSERT INTO board_ads (board_id, saved_ad_id) SELECT $1, id FROM saved`,
    [boardId, whose.teamId === null ? whose.authorId : null, whose.teamId, first, count],
  );
}

describe.each(postgresLanes)('a board of many ads on $name', (lane) => {
  const many = 4000;
  /** Scanning all existing ads for each chunk would cost thousands. */
  const maxPerAd = 200;
  const ann: Scoped = { teamId: null, authorId: 'ann' };
  let db: PostgresEngine;
  let team: Scoped;
  beforeEach(async () => {
    db = await freshDatabase(lane);
    await db.query(`INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')`);
    team = { teamId: await newTeam(db, {}), authorId: 'ann' };
  });
  afterEach(() => db.close());

  /** Rows and index entries that a transaction reads per ad. */
  const looksForEach = async (work: (tx: Postgres) => Promise<void>): Promise<number> =>
    db.transaction(async (tx) => {
      await work(tx);
      const [row] = await tx.query<{ looks: number }>(
        `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::bigint AS looks
         FROM pg_class WHERE relnamespace = current_schema()::regnamespace`,
      );
      return (row?.looks ?? Infinity) / many;
    });
  const move = (boardId: number, to: Scoped): Promise<number> =>
    looksForEach(async (tx) => {
      await moveAdsOfBoards(tx, [boardId], to);
      await moveToScope(tx, [boardId], to.teamId, toScopeName(to));
      await closeGaps(tx, toScopeName(to === team ? ann : team));
    });

  it('moves to a team without copies and back in linear time', async () => {
    const board = await newBoard(db, ann, 0, many);
    expect(await move(board, team)).toBeLessThan(maxPerAd);
    expect(await move(board, ann)).toBeLessThan(maxPerAd);
    await assertConsistent(db);
  });

  it('moves to a team with copies of all of them in linear time', async () => {
    await newBoard(db, team, 0, many);
    expect(await move(await newBoard(db, ann, 0, many), team)).toBeLessThan(maxPerAd);
    await assertConsistent(db);
  });

  it('moves out of a team whose other boards contain all of them in linear time', async () => {
    const [board, other] = [await newBoard(db, team, 0, many), await newBoard(db, team)];
    await db.query(`INSERT INTO board_ads (board_id, saved_ad_id) SELECT $1, saved_ad_id FROM board_ads`, [
      other,
    ]);
    expect(await move(board, ann)).toBeLessThan(maxPerAd);
    await assertConsistent(db);
  });

  it('is removed in linear time', async () => {
    const board = await newBoard(db, ann, 0, many);
    const looks = await looksForEach(async (tx) => {
      const held = await adsOnBoards(tx, [board]);
      await deleteBoard(tx, board);
      await deleteUnlinkedAds(tx, held);
    });
    expect(looks).toBeLessThan(maxPerAd);
    await assertConsistent(db);
  });
});

describe.each(postgresLanes)('a board that moves during concurrent changes on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  beforeEach(async () => {
    service = await startService(lane);
    ann = await service.newcomer();
  });
  afterEach(() => service.close());

  it('loses no note that was acknowledged', async () => {
    const { db } = service;
    const [rounds, ads] = [3, 60];
    const teamId = await newTeam(db, { member: ann });
    const written: string[] = [];
    const write = async (hash: string): Promise<void> => {
      const { status } = await ann.post('ads.setNote', { hash, note: 'Written meanwhile' });
      expect(status).toBe(200);
      written.push(hash);
    };
    for (let round = 0; round < rounds; round += 1) {
      await newBoard(db, { teamId, authorId: ann.userId }, round * ads, ads);
      const id = await newBoard(db, { teamId: null, authorId: ann.userId }, round * ads, ads);
      const held = await db.query<{ hash: string }>(
        `SELECT ad_hash AS hash FROM saved_ads JOIN board_ads ON saved_ad_id = id WHERE board_id = $1`,
        [id],
      );
      const [moved] = await Promise.all([
        ann.post('boards.update', { id, teamId }),
        ...held.map(({ hash }) => write(hash)),
      ]);
      expect(moved.status).toBe(200);
    }
    const noted = await db.query<{ hash: string }>(
      `SELECT ad_hash AS hash FROM saved_ads WHERE note = 'Written meanwhile'`,
    );
    expect(noted.map(({ hash }) => hash).toSorted()).toEqual(written.toSorted());
    expect(noted).toHaveLength(rounds * ads);
    await assertConsistent(db);
  });
});
