import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addPersonWithoutKey } from '../../auth/people.ts';
import { addMember, addOrFindTeam } from '../../teams/teams.sql.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { openFiles } from '../../integrations/storage/files.ts';
import { membersOf, textsOf } from '../../testing/archives.ts';
import { freshDatabase, type PostgresLane, postgresLanes } from '../../testing/postgres.ts';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import { assertConsistent } from '../../testing/library.ts';
import { boardWith, fillLibrary, personWith, snapshot } from '../../testing/savedLibrary.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { deleteUnusedMedia, fileKey } from '../media/storePicture.ts';
import { saveAd } from '../saveAd.ts';
import { exportLibrary } from './exportLibrary.ts';
import { importLibrary, type LibraryImportOptions } from './importLibrary.ts';
import type { RestoreResult } from './restoration.ts';

interface Place {
  readonly db: PostgresEngine;
  readonly files: FileStore;
  close(): Promise<void>;
}

const never = new AbortController().signal;
const accounts = { person: addPersonWithoutKey, team: addOrFindTeam, member: addMember };

const exported = async ({ db, files }: Place, onlyPerson: string | null = null): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const write = (bytes: Buffer): Promise<void> => Promise.resolve(void chunks.push(bytes));
  await exportLibrary(db, files, { onlyPerson, write, progress: () => undefined, stopping: never });
  return Buffer.concat(chunks);
};

const imported = (
  { db, files }: Place,
  archive: Buffer,
  order: Partial<LibraryImportOptions> = {},
): Promise<RestoreResult> =>
  importLibrary(
    { db, files, accounts, room: { enough: () => Promise.resolve(true) } },
    { bytes: inPieces(archive), onRecord: () => undefined, stopping: never, ...order },
  );

/** As it comes from a disk or a socket. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

describe.each(postgresLanes)('an archive of the library on $name', { timeout: 600_000 }, (lane) => {
  let here: Place;
  let there: Place;
  beforeEach(async () => {
    [here, there] = [await start(lane), await start(lane)];
  });
  afterEach(async () => {
    for (const place of [here, there]) {
      await assertConsistent(place.db);
      await place.close();
    }
  });

  it('reproduces everything in another instance, whose export is identical', async () => {
    await fillLibrary(here.db, here.files);
    const archive = await exported(here);
    expect(await imported(there, archive)).toEqual({
      newPeople: ['Ann@example.com', 'ben@example.com'],
      newTeams: ['the-team'],
      skippedSlugs: [],
      boards: { created: 4, known: 0 },
      ads: { created: 7, known: 0 },
    });
    const [first, second] = [await membersOf(archive), await membersOf(await exported(there))];
    expect(second.map(({ name }) => name)).toEqual(first.map(({ name }) => name));
    expect(textsOf(second)).toEqual(textsOf(first));
    expect(first.filter(({ name }) => name.startsWith('media/'))).toHaveLength(2);
  });

  it('gives the same responses of boards.list and ads.list in each order', async () => {
    const services = [await startService(lane), await startService(lane)] as const;
    const [from, to] = [
      { ...here, db: services[0].db },
      { ...there, db: services[1].db },
    ];
    const keys = await fillLibrary(from.db, from.files);
    await imported(to, await exported(from));
    for (const [email, key] of [
      ['ann@example.com', keys.ann],
      ['ben@example.com', keys.ben],
    ] as const) {
      const before = await answers(services[0], key);
      expect(before.lists.map(({ total }) => total)).toEqual(Array(5).fill(email.startsWith('ann') ? 5 : 2));
      expect(await answers(services[1], (await personWith(to.db, email)).key)).toEqual(before);
    }
    for (const service of services) await service.close();
  });

  it('changes nothing when imported a second time', async () => {
    await fillLibrary(here.db, here.files);
    const archive = await exported(here);
    await imported(there, archive);
    const once = await rowsOf(there);
    expect(await imported(there, archive)).toEqual({
      newPeople: [],
      newTeams: [],
      skippedSlugs: [],
      boards: { created: 0, known: 4 },
      ads: { created: 0, known: 7 },
    });
    expect(await rowsOf(there)).toEqual(once);
    // Importing into the source instance changes nothing either.
    const before = await rowsOf(here);
    await imported(here, archive);
    expect(await rowsOf(here)).toEqual(before);
  });

  it('merges with existing data: boards are appended, taken slugs are skipped, existing copies and notes are kept', async () => {
    const { db } = there;
    const ann = await personWith(db, 'ANN@example.com');
    const hers = await boardWith(db, { author: ann.id, name: 'Mine', slug: 'everything' });
    await db.transaction(async (tx) => {
      await saveAd(tx, hers, snapshot(1, { headline: 'As I know it' }), { note: 'Mine' });
      await saveAd(tx, hers, snapshot(2));
    });
    await fillLibrary(here.db, here.files);
    expect(await imported(there, await exported(here))).toMatchObject({
      newPeople: ['ben@example.com'],
      skippedSlugs: [{ board: 'Everything', slug: 'everything' }],
      boards: { created: 4, known: 0 },
      ads: { created: 5, known: 2 },
    });
    const own = await db.query(
      `SELECT name, position, slug, published FROM boards WHERE author_id = $1 AND team_id IS NULL ORDER BY position`,
      [ann.id],
    );
    expect(own.map((board) => Object.values(board as object))).toEqual([
      ['Mine', 0, 'everything', true],
      ['Everything', 1, null, true],
      ['Hooks', 2, null, false],
    ]);
    const saved = await db.query(
      `SELECT ad ->> 'headline' AS headline, note, (SELECT count(*) FROM board_ads WHERE saved_ad_id = saved.id) AS boards
       FROM saved_ads saved JOIN saved_ad_snapshots ON saved_ad_id = id
       WHERE user_id = $1 AND ad_hash = ANY ($2) ORDER BY headline`,
      [ann.id, [snapshot(1).hash, snapshot(2).hash]],
    );
    expect(saved).toEqual([
      { headline: 'As I know it', note: 'Mine', boards: 2 },
      { headline: 'Headline 2', note: 'Read “this” first,\nthen act', boards: 3 },
    ]);
  });

  it('of one person contains only their own boards', async () => {
    await fillLibrary(here.db, here.files);
    const archive = await exported(here, 'ann@EXAMPLE.com');
    const texts = textsOf(await membersOf(archive));
    expect(linesIn(texts, 'people.jsonl')).toEqual([{ email: 'Ann@example.com', name: null }]);
    expect(linesIn(texts, 'teams.jsonl')).toEqual([]);
    expect(linesIn(texts, 'boards.jsonl').map(({ name, owner }) => [name, owner])).toEqual([
      ['Hooks', { person: 'Ann@example.com' }],
      ['Everything', { person: 'Ann@example.com' }],
    ]);
    expect(linesIn(texts, 'ads.jsonl')).toHaveLength(5);
    expect(await imported(there, archive)).toMatchObject({ boards: { created: 2 }, ads: { created: 5 } });
    await expect(exported(here, 'nobody@example.com')).rejects.toThrow(
      'No user has the email address nobody@example.com.',
    );
  });

  it('omits missing or altered pictures, which are fetched again after the import', async () => {
    await fillLibrary(here.db, here.files);
    const files = await here.db.query<{ sha256: string }>(`SELECT sha256 FROM kept_files ORDER BY sha256`);
    await here.files.remove(fileKey(files[0]?.sha256 ?? ''));
    await here.files.write(fileKey(files[1]?.sha256 ?? ''), Buffer.from('something else'));
    const archive = await exported(here);
    expect((await membersOf(archive)).filter(({ name }) => name.startsWith('media/'))).toEqual([]);
    await imported(there, archive);
    expect(
      await there.db.query(
        `SELECT count(*) FILTER (WHERE sha256 IS NOT NULL) AS kept, count(*) FILTER (WHERE due_at IS NOT NULL) AS waiting,
           count(*) FILTER (WHERE sha256 IS NULL AND due_at IS NULL) AS failed FROM kept_media`,
      ),
    ).toEqual([{ kept: 0, waiting: 12, failed: 2 }]);
  });

  it('adds missing pictures to existing saved ads', async () => {
    await fillLibrary(here.db, here.files);
    const archive = await exported(here);
    await imported(there, archive);
    const before = await rowsOf(there);
    await there.db.query(
      `UPDATE kept_media SET sha256 = NULL, kept_at = NULL, due_at = now() WHERE sha256 IS NOT NULL`,
    );
    for (const { name } of (await membersOf(archive)).filter((member) => member.name.startsWith('media/'))) {
      await there.files.remove(fileKey(name.slice(6, 70)));
    }
    await imported(there, archive);
    expect(await rowsOf(there)).toEqual(before);
    expect(textsOf(await membersOf(await exported(there)))).toEqual(textsOf(await membersOf(archive)));
  });

  it('leaves no partial data when export or import is stopped', async () => {
    await fillLibrary(here.db, here.files);
    const archive = await exported(here);
    for (const count of [1, 5, 9]) {
      const { stopping, step } = stopAfter(count);
      const order = { onlyPerson: null, write: () => Promise.resolve(), progress: step, stopping };
      await expect(exportLibrary(here.db, here.files, order)).rejects.toThrow('aborted');
    }
    for (const count of [1, 2]) {
      const { stopping, step } = stopAfter(count);
      await expect(imported(there, archive, { onRecord: step, stopping })).rejects.toThrow('aborted');
      expect(await there.db.query(`SELECT FROM boards UNION ALL SELECT FROM users`)).toEqual([]);
    }
  });

  it('is a consistent snapshot despite concurrent changes', async () => {
    await fillLibrary(here.db, here.files);
    const { db } = here;
    const before = textsOf(await membersOf(await exported(here)));
    const chunks: Buffer[] = [];
    let changed = false;
    const progress = (): void => undefined;
    const write = async (bytes: Buffer): Promise<void> => {
      if (!changed) await db.query(`UPDATE saved_ads SET note = 'Changed meanwhile'`);
      changed = true;
      chunks.push(bytes);
    };
    await exportLibrary(db, here.files, { onlyPerson: null, write, progress, stopping: never });
    expect(textsOf(await membersOf(Buffer.concat(chunks)))).toEqual(before);
  });

  it('may take longer than the idle timeout of the transaction', async () => {
    await fillLibrary(here.db, here.files);
    await here.db.query(
      `WITH added AS (
         INSERT INTO kept_files (sha256, mime_type, bytes, width, height)
         SELECT lpad(to_hex(number), 64, '0'), 'image/png', 1, 1, 1 FROM generate_series(1, 60) number
         RETURNING sha256
       )
       INSERT INTO kept_media (saved_ad_id, place, url, sha256, kept_at, due_at)
       SELECT (SELECT min(id) FROM saved_ads), 100 + row_number() OVER (), 'https://x.example/' || sha256, sha256, now(), NULL
       FROM added`,
    );
    const read = async (key: string): Promise<Buffer | null> => {
      await sleep(25);
      return here.files.read(key);
    };
    const exports = exported({ ...here, db: idlingAtMost(here.db, '1s'), files: { ...here.files, read } });
    expect(await membersOf(await exports)).toHaveLength(7);
  });

  it('contains the pictures of ads deleted during the export; the cleanup is postponed', async () => {
    await fillLibrary(here.db, here.files);
    const { db, files } = here;
    const before = textsOf(await membersOf(await exported(here)));
    let deleted: number | undefined;
    const chunks: Buffer[] = [];
    const write = (bytes: Buffer): Promise<void> => Promise.resolve(void chunks.push(bytes));
    let housekeeping: Promise<void> | undefined;
    const tidy = async (): Promise<void> => {
      await db.query(`DELETE FROM saved_ads`);
      await db.query(`UPDATE kept_files SET used_at = used_at - interval '2 hours'`);
      deleted = await deleteUnusedMedia(db, files);
    };
    const read = async (key: string): Promise<Buffer | null> => {
      await (housekeeping ??= tidy());
      return files.read(key);
    };
    const order = { onlyPerson: null, write, progress: () => undefined, stopping: never };
    await exportLibrary(db, { ...files, read }, order);
    expect([deleted, textsOf(await membersOf(Buffer.concat(chunks)))]).toEqual([0, before]);
    expect(await deleteUnusedMedia(db, files)).toBe(2);
  });
});

/** The same database with another idle timeout of transactions. */
function idlingAtMost(db: PostgresEngine, limit: string): PostgresEngine {
  const impatient = (tx: Postgres): Postgres => ({
    query: (statement, values) => tx.query(statement.replace('10min', limit), values),
    transaction: (work) => tx.transaction((inner) => work(impatient(inner))),
  });
  return Object.assign(Object.create(db) as PostgresEngine, impatient(db));
}

async function start(lane: PostgresLane): Promise<Place> {
  const [db, folder] = [await freshDatabase(lane), mkdtempSync(path.join(os.tmpdir(), 'magpie-archive-'))];
  const close = async (): Promise<void> => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, files: openFiles({ dataFolder: folder, s3Url: null }), close };
}

/** Aborts after this many chunks or records. */
function stopAfter(count: number): { readonly stopping: AbortSignal; readonly step: () => void } {
  const controller = new AbortController();
  let left = count;
  const step = (): void => {
    left -= 1;
    if (left === 0) controller.abort();
  };
  return { stopping: controller.signal, step };
}

interface BoardAnswer {
  readonly id: number;
  readonly name: string;
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

/** The visible data of a person, with names instead of ids and without the base URL. */
async function answers(service: TestService, key: string) {
  const client = service.clientWith(key);
  const boards: BoardAnswer[] = (await client.get('boards.list')).data;
  const nameOf = new Map(
    boards.map(({ id, name, teamId }) => [id, `${name}${teamId === null ? '' : ' of a team'}`]),
  );
  const lists = [];
  for (const sortBy of ['recommended', 'date', 'views', 'likes', 'comments']) {
    const { data } = await client.get('ads.list', { sortBy });
    const ads = data.ads.map((ad: { boardIds: number[] }) => ({
      ...ad,
      boardIds: ad.boardIds.map((id) => nameOf.get(id)),
    }));
    lists.push({ ...data, ads });
  }
  return JSON.parse(
    JSON.stringify({
      boards: boards.map((board) =>
        Object.assign(board, {
          id: 0,
          authorId: '',
          teamId: null,
          name: nameOf.get(board.id),
          parentBoardId: nameOf.get(board.parentBoardId ?? 0),
        }),
      ),
      lists,
    }).replaceAll(service.address, ''),
  ) as { boards: object[]; lists: { total: number }[] };
}

/** All rows of the library. */
function rowsOf({ db }: Place): Promise<object[]> {
  return db.query(
    `SELECT to_jsonb(board) AS row FROM boards board
     UNION ALL SELECT to_jsonb(saved) FROM saved_ads saved
     UNION ALL SELECT to_jsonb(snapshot) FROM saved_ad_snapshots snapshot
     UNION ALL SELECT to_jsonb(link) FROM board_ads link
     UNION ALL SELECT to_jsonb(picture) FROM kept_media picture
     UNION ALL SELECT to_jsonb(member) FROM team_members member
     UNION ALL SELECT to_jsonb(person) FROM users person
     ORDER BY 1`,
  );
}

function linesIn(texts: Readonly<Record<string, string>>, name: string): { name: string; owner: object }[] {
  return (texts[name] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
