import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, StorageUnavailable, StorageRejected } from '../../integrations/storage/fileStore.ts';
import { folderStore } from '../../integrations/storage/files.ts';
import { createLog } from '../../config/log.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import {
  noise,
  picture,
  picturedAd,
  savePictured,
  sha256,
  startPictureHost,
  type PictureHost,
} from '../../testing/pictures.ts';
import { renderDemoVideo } from '@magpie/demo/videos';
import { buffer } from 'node:stream/consumers';
import { accountQuota, storeDueMedia, type MediaParts } from './storeMedia.ts';
import { deleteUnusedMedia, findKeptUrls, fileKey } from './storePicture.ts';
import { listMedia, type MediaRow } from './keptMedia.sql.ts';

const megabyte = 1024 * 1024;
const demoVideo = async (): Promise<Buffer> =>
  (await renderDemoVideo('/media/saas/acme/1-1080x1920.mp4')) ?? Buffer.alloc(0);
const nobodyStops = (): AbortSignal => new AbortController().signal;

describe.each(postgresLanes)('storing the pictures of saved ads on $name', (lane) => {
  let db: PostgresEngine;
  let host: PictureHost;
  let folder: string;
  let files: FileStore;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-media-'));
    files = folderStore(folder);
    [db, host] = await Promise.all([freshDatabase(lane, 10), startPictureHost()]);
  });
  afterEach(async () => {
    await Promise.all([db.close(), host.close()]);
    rmSync(folder, { recursive: true });
  });

  const parts = (changes: Partial<MediaParts> = {}): MediaParts => ({
    db,
    files,
    fetch: host.fetch,
    room: { enough: () => Promise.resolve(true) },
    pictureBytes: megabyte,
    videoBytes: megabyte,
    account: accountQuota(db, 10 * megabyte),
    log: createLog('silent'),
    ...changes,
  });
  const keep = (changes: Partial<MediaParts> = {}): Promise<void> =>
    storeDueMedia(parts(changes), nobodyStops());
  const save = (urls: readonly string[], userId = 'ann'): Promise<number> =>
    savePictured(db, userId, picturedAd(urls));
  const stateOf = ({ sha256: content, isWaiting }: MediaRow): string => {
    if (content !== null) return 'kept';
    return isWaiting ? 'waiting' : 'failed';
  };
  const states = async (id: number): Promise<string[]> => (await listMedia(db, id)).map(stateOf);
  const errors = async (id: number): Promise<(string | null)[]> =>
    (await listMedia(db, id)).map(({ error }) => error);
  const timePasses = (time: string): Promise<unknown> =>
    db.query(`UPDATE kept_media SET due_at = due_at - $1::interval, kept_at = kept_at - $1::interval`, [
      time,
    ]);
  const filesThere = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/.test(name));

  describe('a picture', () => {
    it('is stored for each type and found by the URL in the ad', async () => {
      const kinds = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
      const made = await Promise.all(kinds.map((kind) => picture('teal', kind)));
      const urls = made.map((bytes, index) => host.serve(`/${kinds[index]}`, bytes, 'text/plain'));
      const id = await save(urls);
      await keep();
      expect(await listMedia(db, id)).toEqual(
        made.map((bytes, index) => ({
          url: urls[index],
          sha256: sha256(bytes),
          mimeType: `image/${kinds[index]}`,
          bytes: bytes.length,
          width: 40,
          height: 30,
          isWaiting: false,
          error: null,
        })),
      );
      for (const bytes of made) expect(await files.read(fileKey(sha256(bytes)))).toEqual(bytes);
      const addresses = await findKeptUrls(db, [id, 999], 'https://magpie.example');
      const endings = ['jpg', 'png', 'gif', 'webp', 'avif'];
      expect(addresses).toEqual(
        new Map([
          [
            id,
            new Map(
              made.map((bytes, index) => [
                urls[index],
                `https://magpie.example/media/${sha256(bytes)}.${endings[index]}`,
              ]),
            ),
          ],
        ]),
      );
    });

    it('of a video ad is stored with the video, which has its own limit', async () => {
      const [still, film] = [await picture('teal'), await demoVideo()];
      const video = {
        type: 'video' as const,
        url: host.serve('/film.mp4', film, 'text/plain'),
        thumbnailUrl: host.serve('/still.png', still),
        width: null,
        height: null,
        durationSeconds: null,
      };
      const id = await savePictured(db, 'ann', picturedAd([], { media: [video] }));
      await keep({ pictureBytes: still.length, videoBytes: film.length });
      expect(await listMedia(db, id)).toMatchObject([
        { url: video.thumbnailUrl, sha256: sha256(still), mimeType: 'image/png' },
        { url: video.url, sha256: sha256(film), mimeType: 'video/mp4', width: 180, height: 320 },
      ]);
      const [addresses] = (await findKeptUrls(db, [id], 'https://magpie.example')).values();
      expect(addresses?.get(video.url)).toBe(`https://magpie.example/media/${sha256(film)}.mp4`);
      const part = await files.open(fileKey(sha256(film)), { start: 10, end: 19 });
      expect(part?.bytes).toBe(10);
      expect(part && (await buffer(part.body))).toEqual(film.subarray(10, 20));
    });

    it('of a video ad is stored without the video if that is too large, damaged, no video, or not kept', async () => {
      const film = await demoVideo();
      const saveVideo = (name: string, bytes: Buffer): Promise<number> => {
        const url = host.serve(name, bytes);
        const media = {
          type: 'video',
          url,
          thumbnailUrl: null,
          width: null,
          height: null,
          durationSeconds: null,
        };
        return savePictured(db, 'ann', picturedAd([], { media: [media as never] }));
      };
      const ids = [
        await saveVideo('/large', Buffer.concat([film, Buffer.alloc(100)])),
        await saveVideo('/damaged', film.subarray(0, -1)),
        await saveVideo('/picture', await picture('teal')),
      ];
      await keep({ videoBytes: film.length });
      expect(await Promise.all(ids.map(states))).toEqual([['failed'], ['failed'], ['failed']]);
      const [off] = [await saveVideo('/off', film)];
      await keep({ videoBytes: 0 });
      expect(await errors(off)).toEqual(['This server keeps no videos.']);
      expect(host.requests.get('/off')).toBeUndefined();
    });

    it('with the same content is one file for all URLs and users', async () => {
      const bytes = await picture('teal');
      const ids = [
        await save([host.serve('/one', bytes), host.serve('/other', bytes)]),
        await save([host.serve('/third', bytes)], 'ben'),
      ];
      await keep();
      expect(await Promise.all(ids.map(states))).toEqual([['kept', 'kept'], ['kept']]);
      expect(filesThere()).toEqual([fileKey(sha256(bytes))]);
    });

    it('is fetched once a day for all ads that use it', async () => {
      const url = host.serve('/logo', await picture('teal'));
      await save([url]);
      await keep();
      const ids = [await save([url]), await save([url]), await save([url], 'ben')];
      await keep();
      expect(await Promise.all(ids.map(states))).toEqual(ids.map(() => ['kept']));
      expect(host.requests.get('/logo')).toBe(1);
      await timePasses('13 hours');
      await save([url]);
      await keep();
      expect(host.requests.get('/logo')).toBe(1);
      await timePasses('13 hours');
      const changed = await picture('plum');
      host.serve('/logo', changed);
      const later = await save([url]);
      await keep();
      expect([host.requests.get('/logo'), (await listMedia(db, later))[0]?.sha256]).toEqual([
        2,
        sha256(changed),
      ]);
    });

    it('is not reused from an imported archive', async () => {
      const url = host.serve('/a', await picture('teal'));
      await save([url]);
      await keep();
      await db.query('UPDATE kept_media SET fetched = false');
      const id = await save([url], 'ben');
      await keep();
      expect([await states(id), host.requests.get('/a')]).toEqual([['kept'], 2]);
    });
  });

  describe('an invalid picture', () => {
    it('fails permanently with the reason', async () => {
      const cut = await noise(60, 60);
      const cases: [url: string, reason: string][] = [
        [host.serve('/large', await noise(700, 700)), 'bytes'],
        [
          host.serve('/svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
          'is not a JPEG',
        ],
        [host.serve('/html', Buffer.from('<!doctype html><script>alert(1)</script>')), 'is not a JPEG'],
        [host.serve('/cut', cut.subarray(0, cut.length / 2)), 'cannot be decoded'],
        [
          host.serve(
            '/private',
            (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
          ),
          'is not on the public internet',
        ],
        [host.serve('/gone', (_, response) => void response.writeHead(404).end()), 'status 404'],
        [host.serve('/empty', (_, response) => void response.writeHead(204).end()), 'status 204'],
        [
          host.serve('/loop', (_, response) => void response.writeHead(302, { location: '/loop' }).end()),
          'redirects more than',
        ],
        ['http://169.254.169.254/latest/meta-data/', 'is not on the public internet'],
      ];
      const id = await save(cases.map(([url]) => url));
      await keep();
      const messages = await errors(id);
      expect(messages).toHaveLength(cases.length);
      for (const [index, [, reason]] of cases.entries()) expect(messages[index]).toContain(reason);
      expect(messages.every((error) => error?.endsWith('.'))).toBe(true);
      expect(new Set(await states(id))).toEqual(new Set(['failed']));
      expect(filesThere()).toEqual([]);
      await timePasses('1 year');
      await keep();
      expect(host.requests.get('/gone')).toBe(1);
    });
  });

  describe('a transient failure', () => {
    it('is retried: 500, then a picture', async () => {
      const bytes = await picture('teal');
      const url = host.serve('/a', (_, response) => void response.writeHead(500).end());
      const id = await save([url]);
      await keep();
      expect([await states(id), await errors(id)]).toEqual([
        ['waiting'],
        ['The host answered with status 500 instead of a picture.'],
      ]);
      host.serve('/a', bytes);
      await timePasses('9 minutes');
      await keep();
      expect(await states(id)).toEqual(['waiting']);
      await timePasses('1 minute');
      await keep();
      expect([await states(id), await errors(id)]).toEqual([['kept'], [null]]);
    });

    it.each<[string, (host: PictureHost) => string, string]>([
      ['too slow a host', (slow) => slow.serve('/slow', () => undefined), 'within 200 ms'],
      [
        'a host that hangs up',
        (rude) => rude.serve('/rude', ({ socket }) => void socket.destroy()),
        'no valid response',
      ],
      [
        '429',
        (busy) => busy.serve('/busy', (_, response) => void response.writeHead(429).end()),
        'status 429',
      ],
    ])('is retried four times over some hours and then fails: %s', async (_, serve, reason) => {
      const url = serve(host);
      const fetch: MediaParts['fetch'] = (address, options) =>
        host.fetch(address, url.endsWith('/slow') ? { ...options, milliseconds: 200 } : options);
      const id = await save([url]);
      for (const wait of ['10 minutes', '1 hour', '6 hours', '1 year']) {
        expect(await states(id)).toEqual(['waiting']);
        await keep({ fetch });
        expect((await errors(id))[0]).toContain(reason);
        await timePasses(wait);
      }
      expect(await states(id)).toEqual(['failed']);
      await keep({ fetch });
      expect([...host.requests.values()]).toEqual([4]);
    });
  });

  describe('several nodes and crashes', () => {
    it('two nodes at once fetch no picture twice', async () => {
      const urls = await Promise.all(
        Array.from({ length: 40 }, async (_, index) =>
          host.serve(`/${index}`, await picture(`rgb(${index},${index},0)`)),
        ),
      );
      const id = await save(urls);
      await Promise.all([keep(), keep(), keep()]);
      expect(new Set(await states(id))).toEqual(new Set(['kept']));
      expect(new Set(host.requests.values())).toEqual(new Set([1]));
      expect(filesThere()).toHaveLength(40);
    });

    it('the newest saved ad is processed first', async () => {
      const waiting: ServerResponse[] = [];
      let isNewRequested = false;
      // The old ones get no response before the new one is requested, which never happens unless it is among the first.
      const old = await save(
        Array.from({ length: 20 }, (_, index) =>
          host.serve(`/old${index}`, (__, response) => {
            if (isNewRequested) response.writeHead(404).end();
            else waiting.push(response);
          }),
        ),
      );
      await db.query(`UPDATE kept_media SET due_at = now() - interval '1 hour' WHERE saved_ad_id = $1`, [
        old,
      ]);
      const last = host.serve('/new', (_, response) => {
        isNewRequested = true;
        for (const one of [response, ...waiting]) one.writeHead(404).end();
      });
      await save([last]);
      await keep();
      expect(waiting.length).toBeLessThan(20);
      expect([...host.requests.values()]).toEqual(Array.from({ length: 21 }, () => 1));
    });

    const killed = new Error('killed');
    it.each<[string, (real: FileStore) => FileStore['write']]>([
      ['before its file is written', () => () => Promise.reject(killed)],
      [
        'between its file and its row',
        (real) => async (key, bytes) => {
          await real.write(key, bytes);
          throw killed;
        },
      ],
    ])('a picture claimed by a node that was killed %s is claimed again later', async (_, dying) => {
      const bytes = await picture('teal');
      const id = await save([host.serve('/a', bytes)]);
      await expect(keep({ files: { ...files, write: dying(files) } })).rejects.toThrow('killed');
      expect(await states(id)).toEqual(['waiting']);
      await keep();
      expect(host.requests.get('/a')).toBe(1);
      await timePasses('10 minutes');
      await keep();
      expect(await states(id)).toEqual(['kept']);
      expect(await files.read(fileKey(sha256(bytes)))).toEqual(bytes);
    });

    it('the file of a killed node is deleted if its ad is no longer saved', async () => {
      const write: FileStore['write'] = async (key, bytes) => {
        await files.write(key, bytes);
        throw killed;
      };
      await save([host.serve('/a', await picture('teal'))]);
      await expect(keep({ files: { ...files, write } })).rejects.toThrow('killed');
      await db.query('DELETE FROM saved_ads');
      expect([await deleteUnusedMedia(db, files), filesThere().length]).toEqual([0, 1]);
      await db.query(`UPDATE kept_files SET used_at = used_at - interval '61 minutes'`);
      expect([await deleteUnusedMedia(db, files), filesThere().length]).toEqual([1, 0]);
    });

    it('a picture that crashes the process each time fails', async () => {
      const id = await save([host.serve('/a', await picture('teal'))]);
      const write: FileStore['write'] = () => Promise.reject(killed);
      for (let death = 1; death <= 4; death += 1) {
        await expect(keep({ files: { ...files, write } })).rejects.toThrow('killed');
        await timePasses('10 minutes');
      }
      await keep();
      expect([await states(id), await errors(id)]).toEqual([
        ['failed'],
        ['The process ended at every attempt.'],
      ]);
    });

    it('a picture does not fail while the storage is unavailable', async () => {
      const id = await save([host.serve('/a', await picture('teal'))]);
      const write: FileStore['write'] = () => Promise.reject(new StorageUnavailable(new Error('away')));
      for (let turn = 1; turn <= 5; turn += 1) {
        await expect(keep({ files: { ...files, write } })).rejects.toThrow(StorageUnavailable);
      }
      await keep();
      expect(await states(id)).toEqual(['kept']);
    });

    it('an unexpected error of one picture does not keep others from being stored', async () => {
      const failing = await save([host.serve('/a', await picture('teal'))]);
      const others = [
        await save([host.serve('/b', await picture('red'))]),
        await save([host.serve('/c', await picture('blue'))]),
      ];
      const digest = createHash('sha256')
        .update(await picture('teal'))
        .digest('hex');
      const write: FileStore['write'] = (name, ...rest) =>
        name.includes(digest) ? Promise.reject(new TypeError('a bug')) : files.write(name, ...rest);
      await expect(keep({ files: { ...files, write } })).rejects.toThrow('a bug');
      expect(await states(failing)).toEqual(['waiting']);
      expect(await Promise.all(others.map(states))).toEqual([['kept'], ['kept']]);
    });

    it('a picture rejected by the storage does not block others and is retried', async () => {
      const id = await save([host.serve('/a', await picture('teal'))]);
      const write: FileStore['write'] = () => Promise.reject(new StorageRejected(new Error('too large')));
      await keep({ files: { ...files, write } });
      expect([await states(id), await errors(id)]).toEqual([
        ['waiting'],
        ['The file storage rejected the request; see the server log for the reason.'],
      ]);
    });

    it('a stopping node releases its claims', async () => {
      const stopping = new AbortController();
      const id = await save([host.serve('/a', () => stopping.abort())]);
      await storeDueMedia(parts(), stopping.signal);
      expect([await states(id), await errors(id)]).toEqual([['waiting'], [null]]);
      host.serve('/a', await picture('teal'));
      await keep();
      expect(await states(id)).toEqual(['kept']);
    });

    it('deleting an ad while its picture is fetched leaves no inconsistency', async () => {
      const bytes = await picture('teal');
      const url = host.serve('/a', (_, response) => {
        db.query('DELETE FROM saved_ads').then(
          () => response.writeHead(200).end(bytes),
          () => response.destroy(),
        );
      });
      await save([url]);
      await keep();
      await db.query(`UPDATE kept_files SET used_at = used_at - interval '61 minutes'`);
      expect([await deleteUnusedMedia(db, files), filesThere()]).toEqual([1, []]);
    });
  });

  describe('quota', () => {
    it('a full account waits a day without blocking others, and continues when there is space', async () => {
      const pictures = await Promise.all([noise(60, 60), noise(60, 60), noise(60, 60)]);
      const size = Math.max(...pictures.map(({ length }) => length));
      const urls = pictures.map((bytes, index) => host.serve(`/${index}`, bytes));
      const limits = { account: accountQuota(db, 2 * size) };
      const first = await save(urls.slice(0, 2));
      await keep(limits);
      expect(await states(first)).toEqual(['kept', 'kept']);
      const second = await save(urls.slice(2));
      const other = await save(urls, 'ben');
      await keep(limits);
      expect(await states(second)).toEqual(['waiting']);
      expect((await errors(second))[0]).toMatch(
        /^The pictures and videos of this account have reached .* retrying in a day\.$/,
      );
      expect((await states(other)).filter((state) => state === 'kept')).toHaveLength(2);
      for (let day = 1; day <= 6; day += 1) {
        await timePasses('1 day');
        await keep(limits);
        expect(await states(second)).toEqual(['waiting']);
      }
      await db.query('DELETE FROM saved_ads WHERE id = $1', [first]);
      await timePasses('1 day');
      await keep(limits);
      expect(await states(second)).toEqual(['kept']);
    });

    it('the same content is counted once for an account', async () => {
      const bytes = await noise(60, 60);
      const urls = Array.from({ length: 12 }, (_, index) => host.serve(`/${index}`, bytes));
      const id = await save(urls);
      await keep({ account: accountQuota(db, bytes.length + 1) });
      expect(new Set(await states(id))).toEqual(new Set(['kept']));
    });

    it('an account with no quota fetches nothing', async () => {
      const id = await save([host.serve('/a', await picture('teal'))]);
      await keep({ account: accountQuota(db, 0) });
      expect([await states(id), host.requests.size]).toEqual([['waiting'], 0]);
    });

    it('nothing is stored while the disk is almost full', async () => {
      const id = await save([host.serve('/a', await picture('teal'))]);
      await keep({ room: { enough: () => Promise.resolve(false) } });
      expect([await states(id), host.requests.size]).toEqual([['waiting'], 0]);
      await keep();
      expect(await states(id)).toEqual(['kept']);
    });
  });

  describe('deleting', () => {
    const longAgo = (): Promise<unknown> =>
      db.query(`UPDATE kept_files SET used_at = used_at - interval '61 minutes'`);

    it('removes only files that no saved ad uses', async () => {
      const [shared, alone] = [await picture('teal'), await picture('plum')];
      const doomed = await save([host.serve('/shared', shared), host.serve('/alone', alone)]);
      const other = await save([host.serve('/shared', shared)], 'ben');
      await keep();
      await longAgo();
      expect(await deleteUnusedMedia(db, files)).toBe(0);
      await db.query('DELETE FROM saved_ads WHERE id = $1', [doomed]);
      expect(await deleteUnusedMedia(db, files)).toBe(1);
      expect([filesThere(), await states(other)]).toEqual([[fileKey(sha256(shared))], ['kept']]);
    });

    it('during a concurrent save leaves no ad without its file', async () => {
      const bytes = await picture('teal');
      const url = host.serve('/a', bytes);
      for (let round = 0; round < 6; round += 1) {
        await save([url]);
        await keep();
        await longAgo();
        await db.query('DELETE FROM saved_ads');
        const id = await save([url], 'ben');
        await Promise.all([keep(), deleteUnusedMedia(db, files), deleteUnusedMedia(db, files)]);
        expect([await states(id), await files.read(fileKey(sha256(bytes)))]).toEqual([['kept'], bytes]);
      }
    });
  });
});
