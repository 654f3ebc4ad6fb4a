import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable, StorageRejected } from '../integrations/storage/fileStore.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { createSafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { hanging, startImageServer } from '../testing/imageServer.ts';
import { noise, picture, type PictureHost, startPictureHost } from '../testing/pictures.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { databaseUrlOf } from '../testing/process.ts';
import { personWithProduct, queueImage, startImagesChild } from '../testing/studio.ts';
import { cancelImage, findImage } from './aiImages.sql.ts';
import { deleteImage } from './storedFiles.sql.ts';
import { makeDueImages, type MakingParts } from './makeImages.ts';
import { createEndpointMaker } from './makers/endpoint.ts';
import { type MadeImage, type Maker, MakingFailed, type Order } from './makers/maker.ts';
import { createStudioFiles } from './storedFiles.ts';

const never = new AbortController().signal;

/** The `make` function of a test maker. */
type Making = (
  order: Order,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<MadeImage>;

function makerOf(maker: Maker['maker'], make: Making): Maker {
  const shapes = ['1:1', '4:5', '9:16', '1.91:1'] as const;
  return { maker, model: `${maker} model`, costEstimate: 0, aspectRatios: shapes, layouts: [], make };
}

const painted = async (): Promise<MadeImage> => ({ bytes: await picture('red'), layout: 'poster' });

const untilAborted: Making = (_, __, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe.each(postgresLanes)('making images on $name', (lane) => {
  let db: PostgresEngine;
  let folder: string;
  let host: PictureHost;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-images-'));
    host = await startPictureHost();
  });
  afterAll(async () => {
    await db.close();
    await host.close();
    rmSync(folder, { recursive: true });
  });

  let ann: Awaited<ReturnType<typeof personWithProduct>>;
  let ben: typeof ann;
  let people = 0;
  beforeEach(async () => {
    ann = await personWithProduct(db, `ann-${(people += 1)}`);
    ben = await personWithProduct(db, `ben-${people}`);
  });
  afterEach(async () => {
    const [row] = await db.query<{ noted: number; used: number }>(
      `SELECT (SELECT count(*) FROM studio_files) AS noted,
         2 * ((SELECT count(*) FROM ai_images WHERE file_key IS NOT NULL) + (SELECT count(*) FROM brand_images)) AS used`,
    );
    const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{32}$/.test(name),
    );
    if (row?.noted !== row?.used || row?.used !== there.length) {
      throw new Error(
        `${there.length} files, ${row?.noted} notes of files, and ${row?.used} that images have`,
      );
    }
  });

  const partsWith = (...makers: Maker[]): MakingParts => {
    const log = createLog('silent');
    return {
      db,
      files: createStudioFiles({ db, files: folderStore(folder), log }),
      checkStorage: () => Promise.resolve(),
      fetch: host.fetch,
      makers,
      maxBytes: 1e9,
      room: { enough: () => Promise.resolve(true) },
      pace: { renewMilliseconds: 20, pollMilliseconds: 5, storageMilliseconds: 1 },
      log,
    };
  };
  const template = (make: Making): MakingParts => partsWith(makerOf('template', make));

  const greenBrandImage = async (): Promise<number> => {
    const { files } = partsWith();
    const [key, thumbnailKey] = [
      await files.store(await picture('green'), 'image/png'),
      await files.store(await picture('green'), 'image/png'),
    ];
    const [brandImage] = await db.query<{ id: number }>(
      `INSERT INTO brand_images (author_id, name, kind, width, height, file_key, thumbnail_key)
       VALUES ($1, 'Pillow', 'product', 40, 30, $2, $3) RETURNING id`,
      [ann.userId, key, thumbnailKey],
    );
    return brandImage?.id ?? 0;
  };

  it('stores the image with a thumbnail, maker, model and layout', async () => {
    const id = await queueImage(db, ann);
    let received: Order | undefined;
    await makeDueImages(
      template(async (order) => {
        received = order;
        return { bytes: await noise(1080, 1350), layout: 'split' };
      }),
      never,
    );
    expect(received).toMatchObject({ seed: 7, prompt: 'A pillow on a cloud', picture: null, logo: null });
    expect(await findImage(db, id)).toMatchObject({
      status: 'succeeded',
      progress: 1,
      width: 1080,
      height: 1350,
      maker: 'template',
      model: 'template model',
      layout: 'split',
      seed: 7,
      error: null,
    });
    const [keys] = await db.query<{ file: string; thumbnail: string }>(
      'SELECT file_key AS file, thumbnail_key AS thumbnail FROM ai_images WHERE id = $1',
      [id],
    );
    const store = folderStore(folder);
    const [file, thumbnail] = [await store.read(keys?.file ?? ''), await store.read(keys?.thumbnail ?? '')];
    expect(await sharp(file ?? undefined).metadata()).toMatchObject({ format: 'png', width: 1080 });
    expect((await sharp(thumbnail ?? undefined).metadata()).height).toBeLessThan(1000);
  });

  it('alternates between owners, however many images one of them has queued', async () => {
    const names = new Map<number, string>();
    for (let number = 0; number < 5; number += 1)
      names.set(await queueImage(db, ann, { seed: number }), 'ann');
    for (let number = 5; number < 7; number += 1)
      names.set(await queueImage(db, ben, { seed: number }), 'ben');
    const order: number[] = [];
    await makeDueImages(
      template(({ seed }) => {
        order.push(seed);
        return painted();
      }),
      never,
    );
    expect(order).toEqual([0, 5, 1, 6, 2, 3, 4]);
  });

  it('makes one template and four service images concurrently', async () => {
    for (let number = 0; number < 6; number += 1) {
      await queueImage(db, ann, { maker: 'endpoint' });
      if (number < 3) await queueImage(db, ben);
    }
    const busy = { template: 0, endpoint: 0 };
    const most = { template: 0, endpoint: 0 };
    let looks = 0;
    const enough = async (): Promise<boolean> => (looks += 1) > 0;
    const counting =
      (maker: Maker['maker']): Making =>
      async () => {
        busy[maker] += 1;
        most[maker] = Math.max(most[maker], busy[maker]);
        // By now the queue was polled several times.
        const enoughLooks = looks + 40;
        await vi.waitUntil(() => looks >= enoughLooks, { timeout: 60_000, interval: 1 });
        busy[maker] -= 1;
        return painted();
      };
    const parts = partsWith(
      makerOf('endpoint', counting('endpoint')),
      makerOf('template', counting('template')),
    );
    await makeDueImages({ ...parts, room: { enough } }, never);
    expect(most).toEqual({ template: 1, endpoint: 4 });
    expect(await db.query(`SELECT FROM ai_images WHERE status <> 'succeeded'`)).toEqual([]);
  });

  it('retries temporary failures three times, then reports the reason', async () => {
    const [lucky, unlucky] = [await queueImage(db, ann, { seed: 1 }), await queueImage(db, ben, { seed: 2 })];
    const tries = [0, 0, 0];
    await makeDueImages(
      template(({ seed }) => {
        const count = (tries[seed] = (tries[seed] ?? 0) + 1);
        if (seed === 1 && count === 2) return painted();
        throw new MakingFailed(`The service was busy ${count} times.`, { isRetryable: true, retryAfter: 0 });
      }),
      never,
    );
    expect(tries).toEqual([0, 2, 3]);
    expect(await findImage(db, lucky)).toMatchObject({ status: 'succeeded', error: null });
    expect(await findImage(db, unlucky)).toMatchObject({
      status: 'failed',
      error: 'The service was busy 3 times.',
    });
  });

  it('reports permanent failures at once, and internal errors without details', async () => {
    const [refused, broken] = [
      await queueImage(db, ann, { seed: 1 }),
      await queueImage(db, ann, { seed: 2 }),
    ];
    await db.query('UPDATE ai_images SET tries = 2 WHERE id = $1', [broken]);
    await makeDueImages(
      template(({ seed }) => {
        if (seed === 1) throw new MakingFailed('It is against the rules.', { isRetryable: false });
        throw new TypeError('cannot read properties of undefined');
      }),
      never,
    );
    expect(await findImage(db, refused)).toMatchObject({
      status: 'failed',
      error: 'It is against the rules.',
    });
    const { error } = (await findImage(db, broken)) ?? {};
    expect(error).toBe(
      'The image could not be made because of an internal error, which is in the server log; try again.',
    );
  });

  it.each(['cancelled', 'deleted'])('aborts promptly if its image is %s', async (how) => {
    const id = await queueImage(db, ann);
    let begun = (): void => undefined;
    const begins = new Promise<void>((resolve) => void (begun = resolve));
    const working = makeDueImages(
      template((order, onProgress, signal) => {
        onProgress(0.5);
        begun();
        return untilAborted(order, onProgress, signal);
      }),
      never,
    );
    await begins;
    if (how === 'deleted') await deleteImage(db, 'ai', id);
    else await cancelImage(db, id);
    await working;
    expect((await findImage(db, id))?.status).toBe(how === 'deleted' ? undefined : 'cancelled');
  });

  it('leaves a cancelled image cancelled even if the maker finishes', async () => {
    const id = await queueImage(db, ann);
    await makeDueImages(
      template(async () => {
        await cancelImage(db, id);
        return painted();
      }),
      never,
    );
    expect(await findImage(db, id)).toMatchObject({ status: 'cancelled', width: null });
  });

  it('reports progress that never decreases', async () => {
    const id = await queueImage(db, ann);
    let seen: number | undefined;
    await makeDueImages(
      template(async (_, onProgress) => {
        onProgress(0.1);
        onProgress(0.05);
        seen = await vi.waitUntil(async () => (await findImage(db, id))?.progress, 10_000);
        return painted();
      }),
      never,
    );
    expect(seen).toBe(0.09);
  });

  it('releases its images on shutdown without counting a try', async () => {
    const id = await queueImage(db, ann);
    const stopping = new AbortController();
    await makeDueImages(
      template((...given) => {
        setTimeout(() => stopping.abort(), 20);
        return untilAborted(...given);
      }),
      stopping.signal,
    );
    const [row] = await db.query('SELECT status, tries, claim FROM ai_images WHERE id = $1', [id]);
    expect(row).toEqual({ status: 'running', tries: 0, claim: null });
    await makeDueImages(template(painted), never);
    expect((await findImage(db, id))?.status).toBe('succeeded');
  });

  it('fails an image without a maker, or whose process was stopped on the last try', async () => {
    const [orphan, deadly] = [await queueImage(db, ann, { maker: 'endpoint' }), await queueImage(db, ann)];
    await db.query('UPDATE ai_images SET tries = 3 WHERE id = $1', [deadly]);
    await makeDueImages(template(painted), never);
    expect((await findImage(db, orphan))?.error).toBe(
      'The service for this image is no longer configured; create the image again.',
    );
    expect((await findImage(db, deadly))?.error).toBe(
      'This image failed three times; the last time, the process that made it was stopped.',
    );
  });

  it('requests only as many images as the quota allows, oldest first', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 8; number += 1) ids.push(await queueImage(db, ann, { maker: 'endpoint' }));
    const other = await queueImage(db, ben, { maker: 'endpoint' });
    const noneWaits = async (): Promise<boolean> =>
      (await db.query(`SELECT FROM ai_images WHERE status = 'queued'`)).length === 0;
    let requests = 0;
    const painting = makerOf('endpoint', async () => {
      requests += 1;
      await vi.waitUntil(noneWaits, { timeout: 60_000, interval: 5 });
      return painted();
    });
    // At an estimated 2 MB each, two fit.
    await makeDueImages({ ...partsWith(painting), maxBytes: 4.5 * 1024 * 1024 }, never);
    const images = await Promise.all([...ids, other].map((id) => findImage(db, id)));
    const ends = images.map((image) => image?.status);
    expect(ends).toEqual(['succeeded', 'succeeded', ...Array<string>(6).fill('failed'), 'succeeded']);
    expect(requests).toBe(3);
    expect(images[2]?.error).toBe(
      'This account has 512 kB left of 4.5 MB of image storage, including queued and running images, and this image needs about 2 MB; delete some images first.',
    );
  });

  it('requests no image while storage is unavailable', async () => {
    const id = await queueImage(db, ann);
    const parts = template(painted);
    const away = new StorageUnavailable(new Error('nothing listens there'));
    await expect(makeDueImages({ ...parts, checkStorage: () => Promise.reject(away) }, never)).rejects.toBe(
      away,
    );
    expect((await findImage(db, id))?.status).toBe('queued');
    let stores = 0;
    const store: typeof parts.files.store = (...file) => {
      stores += 1;
      return stores === 1 ? Promise.reject(away) : parts.files.store(...file);
    };
    await makeDueImages({ ...parts, files: { ...parts.files, store } }, never);
    expect((await findImage(db, id))?.status).toBe('succeeded');
    expect(stores).toBe(3);
  });

  it('releases an image without counting a try if its picture is in unavailable storage', async () => {
    const parts = template(painted);
    const source = { brandImageId: await greenBrandImage(), url: null };
    const workOrder = { creative: undefined as never, negativePrompt: '', picture: source, logo: source };
    const id = await queueImage(db, ann, { workOrder });
    const read = () => Promise.reject(new StorageUnavailable(new Error('nothing listens there')));
    await makeDueImages({ ...parts, files: { ...parts.files, read } }, never);
    const [row] = await db.query(
      'SELECT status, tries, claim, due_at > now() AS later FROM ai_images WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'running', tries: 0, claim: null, later: true });
    await db.query('UPDATE ai_images SET due_at = now() WHERE id = $1', [id]);
    await makeDueImages(parts, never);
    expect((await findImage(db, id))?.status).toBe('succeeded');
  });

  it.each([
    ['is away', new StorageUnavailable(new Error('nothing listens there')), 3],
    ['refuses it', new StorageRejected(new Error('too large')), 1],
  ])('retries an image a few times at most if storage %s after it is made', async (_, error, requests) => {
    const id = await queueImage(db, ann);
    let times = 0;
    const parts = template(() => {
      times += 1;
      return painted();
    });
    const store = () => Promise.reject(error);
    for (let run = 1; run <= 5; run += 1) {
      await makeDueImages({ ...parts, files: { ...parts.files, store } }, never);
      await db.query(`UPDATE ai_images SET due_at = now() WHERE id = $1 AND status = 'running'`, [id]);
    }
    expect([times, await findImage(db, id)]).toMatchObject([
      requests,
      { status: 'failed', error: error.message },
    ]);
  });

  it('starts no other image after storage failed until it is checked again', async () => {
    const [one, other] = [await queueImage(db, ann), await queueImage(db, ben)];
    const parts = template(painted);
    const store = () => Promise.reject(new StorageUnavailable(new Error('nothing listens there')));
    await makeDueImages({ ...parts, files: { ...parts.files, store } }, never);
    expect([(await findImage(db, one))?.status, (await findImage(db, other))?.status]).toEqual([
      'running',
      'queued',
    ]);
    await db.query('UPDATE ai_images SET due_at = now() WHERE id = $1', [one]);
    await makeDueImages(parts, never);
    expect((await findImage(db, one))?.status).toBe('succeeded');
  });

  it('uses the brand image, else the picture at the URL, else none', async () => {
    const url = host.serve('/pillow.png', await picture('blue'));
    const brandImageId = await greenBrandImage();
    const sources = [
      { brandImageId, url },
      { brandImageId: 999_999, url },
      { brandImageId: null, url: host.serve('/page', Buffer.from('<html>')) },
      { brandImageId: null, url: 'http://127.0.0.1:1/private.png' },
    ];
    const rest = { creative: undefined as never, negativePrompt: '', logo: { brandImageId: null, url } };
    for (const [seed, source] of sources.entries()) {
      await queueImage(db, ann, { seed, workOrder: { ...rest, picture: source } });
    }
    const shownIn: (string | undefined)[] = [];
    await makeDueImages(
      template(async (order) => {
        const { dominant } = order.picture === null ? {} : await sharp(order.picture).stats();
        shownIn[order.seed] = dominant && (dominant.g > 100 ? 'green' : 'blue');
        expect(order.logo).not.toBeNull();
        return painted();
      }),
      never,
    );
    expect(shownIn).toEqual(['green', 'blue', undefined, undefined]);
  });

  it('makes the images of a killed process again, exactly once', async () => {
    const service = await startImageServer();
    try {
      const id = await queueImage(db, ann, { maker: 'endpoint' });
      service.next.push(hanging);
      const victim = startImagesChild(databaseUrlOf(db), folder, service.address);
      await expect.poll(() => service.requests.length, { timeout: 60_000 }).toBe(1);
      victim.kill('SIGKILL');
      await once(victim, 'close');
      const { address } = service;
      const fetch = createSafeFetch({ allow: [] });
      const parts = partsWith(createEndpointMaker({ address, key: null, model: 'next', cost: null, fetch }));
      // Until the claim expires, no other node takes the image.
      await makeDueImages(parts, never);
      expect((await findImage(db, id))?.status).toBe('running');
      await db.query('UPDATE ai_images SET due_at = now() WHERE id = $1', [id]);
      await Promise.all([makeDueImages(parts, never), makeDueImages(parts, never)]);
      expect(await findImage(db, id)).toMatchObject({ status: 'succeeded', model: 'next', width: 1080 });
      expect(service.requests).toHaveLength(2);
    } finally {
      service.close();
    }
  });
});
