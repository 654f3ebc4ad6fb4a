import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from './integrations/storage/files.ts';
import { createLog } from './config/log.ts';
import { accountQuota, storeDueMedia } from './boards/media/storeMedia.ts';
import { deleteUnusedFiles } from './studio/storedFiles.ts';
import {
  type PictureHost,
  picture,
  picturedAd,
  savePictured,
  sha256,
  startPictureHost,
} from './testing/pictures.ts';
import { postgresLanes } from './testing/postgres.ts';
import { type S3Server, startS3Server } from './testing/s3Server.ts';
import { startService, type TestService } from './testing/service.ts';

const away = 'The file storage is not reachable right now; try again in a moment.';

describe('with S3-compatible storage, the whole service', () => {
  let s3: S3Server;
  let host: PictureHost;
  let service: TestService;
  let dataFolder: string;
  beforeAll(async () => {
    [s3, host] = await Promise.all([startS3Server(), startPictureHost()]);
    dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-storage-'));
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    service = await startService(lane, { dataFolder, s3Url: s3.address });
  });
  afterAll(async () => {
    await Promise.all([service.close(), host.close()]);
    await s3.close();
    rmSync(dataFolder, { recursive: true });
  });
  const store = () => openFiles({ dataFolder, s3Url: s3.address });
  const upload = async () =>
    service.owner.post('brandImages.upload', { file: (await picture('teal')).toString('base64') });

  it('stores and serves pictures of saved ads', async () => {
    const bytes = await picture('teal');
    const [owner] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
    await savePictured(service.db, owner?.id ?? '', picturedAd([host.serve('/a', bytes)]));
    await storeDueMedia(
      {
        db: service.db,
        files: store(),
        fetch: host.fetch,
        room: { enough: () => Promise.resolve(true) },
        pictureBytes: 1024 * 1024,
        videoBytes: 1024 * 1024,
        account: accountQuota(service.db, 1024 * 1024),
        log: createLog('silent'),
      },
      AbortSignal.timeout(10_000),
    );
    const name = sha256(bytes);
    expect(s3.keys()).toEqual([`media/${name.slice(0, 2)}/${name}`]);
    const sent = await fetch(`${service.address}/media/${name}.png`);
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);
    expect(existsSync(path.join(dataFolder, 'files'))).toBe(false);
  });

  it('stores and links images, and never reveals its credentials', async () => {
    const { data: image } = await upload();
    const studio = () => s3.keys().filter((key) => key.startsWith('studio/'));
    expect(studio()).toHaveLength(2);
    for (const link of [image.url, image.thumbnailUrl] as string[]) {
      const sent = await fetch(link);
      expect([sent.status, sent.headers.get('content-type')?.slice(0, 6)]).toEqual([200, 'image/']);
      expect((await sent.arrayBuffer()).byteLength).toBe(Number(sent.headers.get('content-length')));
    }
    expect((await service.owner.post('brandImages.delete', { id: image.id })).status).toBe(200);
    expect([(await fetch(image.url)).status, studio()]).toEqual([404, []]);
    const log = service.logged();
    expect(log).toContain('"route":"/files/:token"');
    for (const hidden of [image.url.split('/files/')[1], s3.address.secret])
      expect(log).not.toContain(hidden);
  });

  it('returns 503 for calls that need the storage while it is unavailable', async () => {
    const [{ data: kept }, { data: deleted }] = [await upload(), await upload()];
    await s3.stop();
    try {
      const sent = await fetch(kept.url);
      expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await sent.json()).toMatchObject({ error: { message: away } });
      expect(await upload()).toMatchObject({ status: 503, error: { message: away } });
      expect((await fetch(kept.url, { method: 'HEAD' })).status).toBe(200);
      expect((await service.owner.get('brandImages.list')).data.images).toHaveLength(2);
      expect((await service.owner.post('brandImages.delete', { id: deleted.id })).data).toEqual({
        success: true,
      });
      expect(service.logged()).toContain('nothing listens there');
    } finally {
      await s3.start();
    }
    expect([(await fetch(kept.url)).status, (await fetch(deleted.url)).status]).toEqual([200, 404]);
    const before = s3.keys().length;
    await service.db.query(`UPDATE studio_files SET delete_at = delete_at - interval '61 minutes'`);
    // The files of the deleted image, and the record of the one that could not be stored.
    expect([await deleteUnusedFiles(service.db, store()), s3.keys().length - before]).toEqual([3, -2]);
  });
});
