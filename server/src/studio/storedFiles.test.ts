import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileStore, StorageUnavailable } from '../integrations/storage/fileStore.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { addAiImage, addBrandImage } from '../testing/studioImages.ts';
import { deleteStudio } from './ownership.ts';
import { clearDeleteAt, deleteImage, listFilesToDelete, lockFiles } from './storedFiles.sql.ts';
import { createStudioFiles, deleteUnusedFiles, type StudioFiles } from './storedFiles.ts';
import { assertStorageToMake, assertStorageLeft } from './storageQuota.ts';

const bytes = Buffer.from('a picture');
const gone = (): Promise<never> => Promise.reject(new StorageUnavailable(new Error('nothing listens there')));

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

  it('are read back as stored, each under a unique key', async () => {
    const keys = [await files.store(bytes, 'image/png'), await files.store(bytes, 'image/png')];
    expect(new Set(keys).size).toBe(2);
    expect([await noted(), await files.read(keys[0] ?? '')]).toEqual([keys.toSorted(), bytes]);
  });

  it('are deleted with their image, even if removed twice', async () => {
    const image = await addBrandImage(db, files, { userId: 'ann' });
    await deleteImage(db, 'brand', image.id);
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

  it('in use are never deleted', async () => {
    const images = [
      await addBrandImage(db, files, { userId: 'ann' }),
      await addAiImage(db, files, { userId: 'ann' }),
    ];
    const keys = images.flatMap(({ fileKey, thumbnailKey }) => [fileKey, thumbnailKey]);
    await files.remove(keys);
    await hourPasses();
    expect(await deleteUnusedFiles(db, store)).toBe(0);
    for (const key of keys) expect(await files.read(key)).not.toBeNull();
    // They are not checked again either.
    expect(await listFilesToDelete(db)).toEqual([]);
  });

  it.each<[string, typeof addBrandImage, (tx: Postgres, id: number) => Promise<unknown>]>([
    ['a brand image', addBrandImage, (tx, id) => deleteImage(tx, 'brand', id)],
    ['a generated image', addAiImage, (tx, id) => deleteImage(tx, 'ai', id)],
    ['somebody', addBrandImage, (tx) => deleteStudio(tx, { authorId: 'ann', teamId: null })],
  ])('of %s are deleted at once with an old image', async (_, add, remove) => {
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

  it('are deleted if their image is deleted during the check', async () => {
    const { id, fileKey, thumbnailKey } = await addBrandImage(db, files, { userId: 'ann' });
    let deleting: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await lockFiles(tx, [fileKey, thumbnailKey]);
      deleting = deleteImage(db, 'brand', id);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await db.query(waiting)).length > 0, 10_000);
      for (const key of [fileKey, thumbnailKey]) await clearDeleteAt(tx, key);
    });
    await deleting;
    expect(await deleteUnusedFiles(db, store)).toBe(2);
  });

  it('without an image, left by a killed process, are deleted after an hour', async () => {
    const key = await files.store(bytes, 'image/png');
    expect([await deleteUnusedFiles(db, store), await files.read(key)]).toEqual([0, bytes]);
    await hourPasses();
    expect([await deleteUnusedFiles(db, store), await files.read(key), await noted()]).toEqual([1, null, []]);
  });

  it('registered but never written lose their row after an hour', async () => {
    await expect(filesOn({ ...store, write: gone }).store(bytes, 'image/png')).rejects.toThrow(
      StorageUnavailable,
    );
    expect(await noted()).toHaveLength(1);
    await hourPasses();
    expect([await deleteUnusedFiles(db, store), await noted()]).toEqual([1, []]);
  });

  it('are deleted later if storage is unavailable when their image is deleted', async () => {
    const { id, fileKey, thumbnailKey } = await addBrandImage(db, files, { userId: 'ann' });
    await deleteImage(db, 'brand', id);
    await filesOn({ ...store, remove: gone }).remove([fileKey, thumbnailKey]);
    expect(logged.join('')).toContain('nothing listens there');
    await expect(deleteUnusedFiles(db, { ...store, remove: gone })).rejects.toThrow(StorageUnavailable);
    expect((await noted()).toSorted()).toEqual([fileKey, thumbnailKey].toSorted());
    expect([await deleteUnusedFiles(db, store), await files.read(fileKey), await noted()]).toEqual([
      2,
      null,
      [],
    ]);
  });

  it('cannot be referred to during deletion: inserting the image fails', async () => {
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

  it('409 if a person or team would exceed the quota, thumbnails included', async () => {
    const [team] = await db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Team', 'team') RETURNING id`,
    );
    const teamId = team?.id ?? 0;
    await addBrandImage(db, files, { userId: 'ann' });
    await addAiImage(db, files, { userId: 'ann' });
    await addAiImage(db, files, { userId: 'ann', teamId });
    const used = 2 * 'the picture'.length + 2 * 'small'.length;
    const most = used + 1024 * 1024;
    await assertStorageLeft(db, 'user:ann', 1024 * 1024, most);
    await assertStorageLeft(db, 'user:ben', most, most);
    await assertStorageLeft(db, `team:${teamId}`, most - used / 2, most);
    await expect(assertStorageLeft(db, 'user:ann', 1024 * 1024 + 1, most)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'This account has 1 MB left of 1 MB of image storage, and this image needs 1.1 MB; delete some images first.',
    });
    await expect(assertStorageLeft(db, `team:${teamId}`, most, most)).rejects.toThrow('This team has');
    await expect(assertStorageLeft(db, 'user:ann', 1, used)).rejects.toThrow('This account has used its');
  });

  it('the size estimate is the average of five images of the same maker', async () => {
    const wanted = { scope: 'user:ben', maker: 'template', id: null } as const;
    for (let made = 1; made <= 4; made += 1) await addAiImage(db, files, { userId: 'ben' });
    await expect(assertStorageToMake(db, wanted, 200)).rejects.toThrow('this image needs about 400 kB');
    await addAiImage(db, files, { userId: 'ben' });
    await assertStorageToMake(db, wanted, 200);
    await expect(assertStorageToMake(db, { ...wanted, maker: 'endpoint' }, 200)).rejects.toThrow('2 MB');
  });
});
