import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileStore, StorageAway } from '../integrations/storage/fileStore.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { addAiImage, addBrandImage } from '../testing/studioImages.ts';
import { deleteImage } from './aiImages.sql.ts';
import { deleteStudio } from './ownership.ts';
import { deleteBrandImage } from './brandImages.sql.ts';
import { listDue, lockFiles, noteUsed } from './storedFiles.sql.ts';
import { createStudioFiles, deleteUnusedFiles, type StudioFiles } from './storedFiles.ts';
import { refuseWithoutRoomToMake, refuseWithoutStudioRoom } from './studioRoom.ts';

const bytes = Buffer.from('a picture');
const gone = (): Promise<never> => Promise.reject(new StorageAway(new Error('nothing listens there')));

describe.each(postgresLanes)('files of images, on $name', (lane) => {
  let db: PostgresEngine;
  let folder: string;
  let store: FileStore;
  let files: StudioFiles;
  let logged: string[];
  beforeAll(async () => {
    db = await freshDatabase(lane);
    await db.query(
      `INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com'), ('ben', 'ben@example.com')`,
    );
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-studio-'));
    store = folderStore(folder);
    logged = [];
    files = filesOn(store);
    for (const table of ['brand_images', 'ai_images', 'studio_files']) await db.query(`DELETE FROM ${table}`);
    return () => rmSync(folder, { recursive: true });
  });

  const filesOn = (on: FileStore): StudioFiles =>
    createStudioFiles({ db, files: on, log: createLog('warn', { write: (line) => void logged.push(line) }) });
  const noted = async (): Promise<string[]> =>
    (await db.query<{ key: string }>('SELECT key FROM studio_files ORDER BY key')).map(({ key }) => key);
  const hourPasses = (): Promise<unknown> =>
    db.query(`UPDATE studio_files SET delete_at = delete_at - interval '61 minutes'`);

  it('are read as they were stored, each under a key of its own', async () => {
    const keys = [await files.store(bytes, 'image/png'), await files.store(bytes, 'image/png')];
    expect(new Set(keys).size).toBe(2);
    expect([await noted(), await files.read(keys[0] ?? '')]).toEqual([keys.toSorted(), bytes]);
  });

  it('are deleted with their image, also when that is told twice', async () => {
    const image = await addBrandImage(db, files, { userId: 'ann' });
    await deleteBrandImage(db, image.id);
    const keys = [image.fileKey, image.thumbnailKey];
    await files.remove(keys);
    await files.remove(keys);
    expect([await noted(), await files.read(image.fileKey), await files.read(image.thumbnailKey)]).toEqual([
      [],
      null,
      null,
    ]);
    expect(logged).toEqual([]);
  });

  it('of an image that is there are never deleted', async () => {
    const images = [
      await addBrandImage(db, files, { userId: 'ann' }),
      await addAiImage(db, files, { userId: 'ann' }),
    ];
    const keys = images.flatMap(({ fileKey, thumbnailKey }) => [fileKey, thumbnailKey]);
    await files.remove(keys);
    await hourPasses();
    expect(await deleteUnusedFiles(db, store)).toBe(0);
    for (const key of keys) expect(await files.read(key)).not.toBeNull();
    // Nor are they looked at every time.
    expect(await listDue(db)).toEqual([]);
  });

  it.each<[string, typeof addBrandImage, (tx: Postgres, id: number) => Promise<unknown>]>([
    ['a brand image', addBrandImage, deleteBrandImage],
    ['a generated image', addAiImage, deleteImage],
    ['somebody', addBrandImage, (tx) => deleteStudio(tx, { authorId: 'ann', teamId: null })],
  ])('of %s go at once when that is deleted long after it was made', async (_, add, remove) => {
    const { id, fileKey } = await add(db, files, { userId: 'ann' });
    await hourPasses();
    await deleteUnusedFiles(db, store);
    await db.transaction((tx) => remove(tx, id));
    expect([await deleteUnusedFiles(db, store), await files.read(fileKey), await noted()]).toEqual([
      2,
      null,
      [],
    ]);
  });

  it('whose image is deleted just while they are found to be in use, go too', async () => {
    const { id, fileKey, thumbnailKey } = await addBrandImage(db, files, { userId: 'ann' });
    let deleting: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await lockFiles(tx, [fileKey, thumbnailKey]);
      deleting = deleteBrandImage(db, id);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await db.query(waiting)).length > 0, 10_000);
      for (const key of [fileKey, thumbnailKey]) await noteUsed(tx, key);
    });
    await deleting;
    expect(await deleteUnusedFiles(db, store)).toBe(2);
  });

  it('that a process wrote and was killed before their image was, go after an hour', async () => {
    const key = await files.store(bytes, 'image/png');
    expect([await deleteUnusedFiles(db, store), await files.read(key)]).toEqual([0, bytes]);
    await hourPasses();
    expect([await deleteUnusedFiles(db, store), await files.read(key), await noted()]).toEqual([1, null, []]);
  });

  it('of which a process had only the note when it was killed, are forgotten after an hour', async () => {
    await expect(filesOn({ ...store, write: gone }).store(bytes, 'image/png')).rejects.toThrow(StorageAway);
    expect(await noted()).toHaveLength(1);
    await hourPasses();
    expect([await deleteUnusedFiles(db, store), await noted()]).toEqual([1, []]);
  });

  it('whose image is deleted while the storage is away, go when it is back', async () => {
    const { id, fileKey, thumbnailKey } = await addBrandImage(db, files, { userId: 'ann' });
    await deleteBrandImage(db, id);
    await filesOn({ ...store, remove: gone }).remove([fileKey, thumbnailKey]);
    expect(logged.join('')).toContain('nothing listens there');
    await expect(deleteUnusedFiles(db, { ...store, remove: gone })).rejects.toThrow(StorageAway);
    expect((await noted()).toSorted()).toEqual([fileKey, thumbnailKey].toSorted());
    expect([await deleteUnusedFiles(db, store), await files.read(fileKey), await noted()]).toEqual([
      2,
      null,
      [],
    ]);
  });

  it('that an image comes to refer to just while they are deleted, are not: the image finds that they are gone', async () => {
    const [file, thumbnail] = [await files.store(bytes, 'image/png'), await files.store(bytes, 'image/png')];
    await hourPasses();
    let late: Promise<unknown> | undefined;
    const remove = async (key: string): Promise<void> => {
      late ??= db.query(
        `INSERT INTO brand_images (author_id, name, kind, width, height, file_key, thumbnail_key)
         VALUES ('ann', 'late', 'other', 1, 1, $1, $2)`,
        [file, thumbnail],
      );
      late.catch(() => undefined);
      await store.remove(key);
    };
    expect(await deleteUnusedFiles(db, { ...store, remove })).toBe(2);
    await expect(late).rejects.toThrow('violates foreign key constraint');
  });

  it('409 when those of a person or a team would come to more than they may, thumbnails and all', async () => {
    const [team] = await db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Team', 'team') RETURNING id`,
    );
    const teamId = team?.id ?? 0;
    await addBrandImage(db, files, { userId: 'ann' });
    await addAiImage(db, files, { userId: 'ann' });
    await addAiImage(db, files, { userId: 'ann', teamId });
    const used = 2 * 'the picture'.length + 2 * 'small'.length;
    const most = used + 1024 * 1024;
    await refuseWithoutStudioRoom(db, 'user:ann', 1024 * 1024, most);
    await refuseWithoutStudioRoom(db, 'user:ben', most, most);
    await refuseWithoutStudioRoom(db, `team:${teamId}`, most - used / 2, most);
    await expect(refuseWithoutStudioRoom(db, 'user:ann', 1024 * 1024 + 1, most)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'The images of this account may come to 1 MB, of which 1 MB are left, and this takes 1.1 MB; delete some first.',
    });
    await expect(refuseWithoutStudioRoom(db, `team:${teamId}`, most, most)).rejects.toThrow('of this team');
    await expect(refuseWithoutStudioRoom(db, 'user:ann', 1, used)).rejects.toThrow(
      'The images of this account fill the',
    );
  });

  it('an image to be made is taken to be as large as five others of its maker were', async () => {
    const wanted = { scope: 'user:ben', maker: 'template', id: null } as const;
    for (let made = 1; made <= 4; made += 1) await addAiImage(db, files, { userId: 'ben' });
    await expect(refuseWithoutRoomToMake(db, wanted, 200)).rejects.toThrow('this takes about 400 kB');
    await addAiImage(db, files, { userId: 'ben' });
    await refuseWithoutRoomToMake(db, wanted, 200);
    await expect(refuseWithoutRoomToMake(db, { ...wanted, maker: 'endpoint' }, 200)).rejects.toThrow('2 MB');
  });
});
