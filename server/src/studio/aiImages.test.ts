import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { layouts } from '@magpie/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { type Config, readConfig } from '../config/config.ts';
import { createImageRenderer, type ImageRenderer } from '../integrations/drawing/drawing.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { type ImageServer, refusing, startImageServer } from '../testing/imageServer.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { picture } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';
import { makeQueuedImages, queueImage } from '../testing/studio.ts';
import { openMakers } from './makers/makers.ts';

let clickhouse: ClickHouseEngine;
let outside: ImageServer;
let drawing: ImageRenderer;
beforeAll(async () => {
  drawing = createImageRenderer();
  [clickhouse, outside] = await Promise.all([freshClickHouse('embedded'), startImageServer()]);
});
afterAll(async () => {
  outside.close();
  await Promise.all([clickhouse.close(), drawing.close()]);
});

describe.each(postgresLanes)('AI images on $name', (lane) => {
  let service: TestService;
  let config: Config;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-ai-images-'));
    const endpoint = {
      imageUrl: outside.address,
      imageKey: 'sk-key',
      imageModel: 'painter-2',
      imageCost: 0.04,
    };
    config = { ...readConfig({}), dataFolder, ...endpoint };
    service = await startService(lane, { dataFolder, ...endpoint }, clickhouse);
  });
  afterAll(async () => {
    await service.close();
    rmSync(config.dataFolder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    await service.db.query(`DELETE FROM ai_images WHERE status = 'queued'`);
  });

  const product = async (who: Client, input: object = {}): Promise<number> => {
    const facts = { sellingPoints: ['Machine washable'], price: 49, currency: 'USD', colors: ['#224488'] };
    const { data } = await who.post('cloneProducts.create', { name: 'Cloud Pillow', ...facts, ...input });
    return data.id;
  };
  const generate = (who: Client, productId: number, input: object = {}) =>
    who.post('aiImages.generate', { productId, ...input });
  const statusOf = async (who: Client, procedure: string, input: object): Promise<number> =>
    (await (/get|list/.test(procedure) ? who.get(procedure, input) : who.post(procedure, input))).status;
  const work = (): Promise<void> =>
    makeQueuedImages(service.db, openFiles(config), openMakers(config, drawing));
  const pictureAt = async (url: string): Promise<{ bytes: Buffer; type: string | null }> => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
  };

  it('lists makers with their cost', async () => {
    const shapes = ['1:1', '4:5', '9:16', '1.91:1'];
    const { data } = await ann.get('aiImages.listMakers');
    expect(data.makers).toMatchObject([
      { maker: 'endpoint', model: 'painter-2', costEstimate: 0.04, aspectRatios: shapes, layouts: [] },
      { maker: 'template', costEstimate: 0, aspectRatios: shapes, layouts },
    ]);
    const alone = openMakers({ ...config, imageUrl: null }, drawing);
    expect(alone.map(({ maker }) => maker)).toEqual(['template']);
  });

  it('reports the cost up front, makes the image with the service, and stores maker and input', async () => {
    const productId = await product(ann);
    const input = { prompt: 'A pillow that floats', aspectRatio: '4:5', seed: 12 };
    const { data: queued } = await generate(ann, productId, input);
    expect(queued).toMatchObject({
      status: 'queued',
      progress: 0,
      costEstimate: 0.04,
      url: null,
      thumbnailUrl: null,
      productId,
      teamId: null,
      ...input,
    });
    await work();
    expect(outside.requests.at(-1)).toMatchObject({
      key: 'Bearer sk-key',
      body: { model: 'painter-2', prompt: expect.stringMatching(/^A pillow that floats/) },
    });
    const { data: made } = await ann.get('aiImages.get', { imageId: queued.id });
    expect(made).toMatchObject({
      status: 'succeeded',
      progress: 1,
      maker: 'endpoint',
      model: 'painter-2',
      layout: null,
      width: 1080,
      height: 1350,
      error: null,
      ...input,
    });
    const { bytes, type } = await pictureAt(made.url);
    expect(type).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1350 });
    expect((await sharp((await pictureAt(made.thumbnailUrl)).bytes).metadata()).height).toBeLessThan(1000);
  });

  it('templates are deterministic for a seed', async () => {
    const productId = await product(ann);
    const input = { layout: 'offer', seed: 5, aspectRatio: '1.91:1' };
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { data } = await generate(ann, productId, input);
      expect(data).toMatchObject({
        maker: 'template',
        costEstimate: 0,
        prompt: expect.stringMatching(/Cloud Pillow[^]*\(1\.91:1\)/),
      });
      ids.push(data.id);
    }
    await work();
    const made = await Promise.all(ids.map(async (id) => (await ann.get('aiImages.get', { id })).data));
    expect(made).toMatchObject([
      { status: 'succeeded', ...input, width: 1200, height: 628 },
      { status: 'succeeded', ...input },
    ]);
    const [one, other] = await Promise.all(made.map(({ url }) => pictureAt(url)));
    expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('reports why the service failed', async () => {
    const { data } = await generate(ann, await product(ann), { maker: 'endpoint' });
    outside.next.push(refusing(400, { message: 'Not this.', code: 'content_policy_violation' }));
    await work();
    expect((await ann.get('aiImages.get', { id: data.id })).data).toMatchObject({
      status: 'failed',
      error: 'The image service rejected the request with status 400: Not this.',
      url: null,
    });
  });

  it('uses an ad that the caller can read; 404 otherwise', async () => {
    const productId = await product(ann);
    const hash = adHash('meta:followed');
    const bodies = ['Tired of waking up tired? Over 10,000 happy sleepers. Save 20% today. Shop now!'];
    await plainCatalog(clickhouse, service.db).recordAds([openAd({ key: 'meta:followed', bodies })], {
      source: 'test',
      seenAt: new Date('2026-01-01'),
    });
    const { data } = await generate(ann, productId, { adHash: hash });
    expect(data).toMatchObject({ sourceAdHash: hash, status: 'queued' });
    const [row] = await service.db.query<{ follows: string[] }>(
      `SELECT work_order->'creative'->'follows' AS follows FROM ai_images WHERE id = $1`,
      [data.id],
    );
    expect(row?.follows.length).toBeGreaterThan(1);
    expect((await generate(ann, productId, { sourceAdHash: '0'.repeat(32) })).status).toBe(404);
  });

  it('uses a brand image that the caller can read: 404 if missing, 403 without access', async () => {
    const file = (await picture('teal')).toString('base64');
    const { data: mine } = await ann.post('brandImages.upload', { file });
    const { data: theirs } = await ben.post('brandImages.upload', { file });
    const productId = await product(ann);
    const answered = async (brandImageId: number): Promise<number> =>
      (await generate(ann, productId, { brandImageId })).status;
    expect([await answered(mine.id), await answered(999_999), await answered(theirs.id)]).toEqual([
      200, 404, 403,
    ]);
  });

  it('400 for a layout with the external service, and for unknown values', async () => {
    const productId = await product(ann);
    const refused = await generate(ann, productId, { maker: 'endpoint', layout: 'poster' });
    expect(refused.error.message).toBe(
      '`layout` works with the template maker only; omit `layout`, or set `maker` to "template".',
    );
    for (const input of [{ aspectRatio: '16:9' }, { seed: -1 }, { layout: 'mosaic' }, { maker: 'nobody' }]) {
      expect((await generate(ann, productId, input)).status, JSON.stringify(input)).toBe(400);
    }
  });

  it('team members can read team images, and all but viewers can change them', async () => {
    const [vera, max] = [await service.newcomer(), await service.newcomer()];
    const teamId = await newTeam(service.db, { owner: ann, member: max, viewer: vera });
    const productId = await product(ann, { teamId });
    const { data } = await generate(max, productId, { maker: 'template' });
    expect(data).toMatchObject({ teamId });
    const { id } = data;
    const answered = async (who: Client): Promise<number[]> => [
      await statusOf(who, 'aiImages.get', { id }),
      await statusOf(who, 'aiImages.generate', { productId }),
      await statusOf(who, 'aiImages.cancel', { id }),
      await statusOf(who, 'aiImages.delete', { id }),
    ];
    expect(await answered(ben)).toEqual([403, 403, 403, 403]);
    expect(await answered(vera)).toEqual([200, 403, 403, 403]);
    expect((await vera.get('aiImages.list')).data).toMatchObject({ total: 1, images: [{ id }] });
    expect((await ben.get('aiImages.list')).data).toMatchObject({ total: 0, images: [] });
    expect(await answered(ann)).toEqual([200, 200, 200, 200]);
    expect(await answered(ann)).toEqual([404, 200, 404, 404]);
    expect(await statusOf(ann, 'aiImages.generate', { productId: 999_999 })).toBe(404);
  });

  it('lists in pages, newest first, optionally by product', async () => {
    const [first, second] = [await product(ann), await product(ann)];
    const ids: number[] = [];
    for (const productId of [first, first, second, first]) {
      ids.unshift((await generate(ann, productId, { maker: 'template' })).data.id);
    }
    const seen: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const { data }: Awaited<ReturnType<Client['get']>> = await ann.get('aiImages.list', {
        limit: 3,
        cursor,
      });
      expect(data.total).toBe(4);
      seen.push(...data.images.map(({ id }: { id: number }) => id));
      cursor = data.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect((await ann.get('aiImages.list', { productId: second })).data).toMatchObject({
      total: 1,
      hasMore: false,
      images: [{ id: ids[1] }],
    });
    expect(await statusOf(ben, 'aiImages.list', { productId: first })).toBe(403);
    expect(await statusOf(ben, 'aiImages.list', { productId: 999_999 })).toBe(404);
  });

  it('cancels unfinished images only; deletes files with their image', async () => {
    const filesThere = (): number =>
      readdirSync(config.dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /[0-9a-f]{32}$/.test(name),
      ).length;
    const before = filesThere();
    const productId = await product(ann);
    const { data: waiting } = await generate(ann, productId);
    const { data: cancelled } = await ann.post('aiImages.cancel', { id: waiting.id });
    expect(cancelled).toMatchObject({ id: waiting.id, status: 'cancelled', url: null });
    const { data: kept } = await generate(ann, productId);
    await work();
    const { data: finished } = await ann.post('aiImages.cancel', { id: kept.id });
    expect(finished).toMatchObject({ status: 'succeeded', progress: 1 });
    expect(filesThere()).toBe(before + 2);
    expect((await ann.post('aiImages.delete', { id: kept.id })).data).toEqual({ success: true });
    expect(filesThere()).toBe(before);
    expect((await fetch(finished.url)).status).toBe(404);
    expect(await statusOf(ann, 'aiImages.get', { id: kept.id })).toBe(404);
    expect((await ann.get('aiImages.list')).data).toMatchObject({ total: 1, images: [{ id: waiting.id }] });
  });

  it('409 at ten thousand images, including failed ones', async () => {
    const me = await service.newcomer();
    const productId = await product(me);
    await service.db.query(
      `INSERT INTO ai_images (author_id, status, maker, model, aspect_ratio, seed, prompt, work_order, due_at, finished_at)
       SELECT $1, 'cancelled', 'template', '', '1:1', 1, '', '{}', NULL, now() FROM generate_series(1, 9999)`,
      [me.userId],
    );
    expect((await generate(me, productId)).status).toBe(200);
    expect(await generate(me, productId)).toMatchObject({
      status: 409,
      error: { message: 'This account has 10,000 images, which is the maximum; delete some first.' },
    });
  });

  it('409 if fifty images of one owner are unfinished', async () => {
    const productId = await product(ann);
    for (let count = 0; count < 50; count += 1) await queueImage(service.db, { ...ann, productId });
    const refused = await generate(ann, productId);
    expect(refused.status).toBe(409);
    expect(refused.error.message).toBe(
      '50 of your images are queued or running, which is the maximum; wait for some to finish, or cancel them.',
    );
    expect((await generate(ben, await product(ben))).status).toBe(200);
  });

  it('409 if the queued images would exceed the quota, and if nothing is left', async () => {
    const productId = await product(ben);
    const file = (await picture('teal')).toString('base64');
    await ben.post('brandImages.upload', { file });
    const megabyte = 1024 * 1024;
    const use = (bytes: number): Promise<object[]> =>
      service.db.query(
        `UPDATE studio_files SET bytes = $2 WHERE key IN (SELECT file_key FROM brand_images WHERE author_id = $1)`,
        [ben.userId, bytes],
      );
    await use(2043 * megabyte - 1024);
    expect((await generate(ben, productId)).status).toBe(200);
    expect((await generate(ben, productId)).status).toBe(200);
    const refused = await generate(ben, productId);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'This account has 1 MB left of 2,048 MB of image storage, including queued and running images, and this image needs about 2 MB; delete some images first.',
    ]);
    expect((await generate(ben, productId, { maker: 'template' })).status).toBe(200);
    await use(2048 * megabyte);
    expect((await generate(ben, productId)).error.message).toBe(
      'This account has used its 2,048 MB of image storage, including queued and running images; delete some images first.',
    );
  });

  it('an image outlives its product, and uses the product as of the request', async () => {
    const productId = await product(ann);
    const { data } = await generate(ann, productId, { maker: 'template', seed: 9 });
    await ann.post('cloneProducts.delete', { id: productId });
    await work();
    expect((await ann.get('aiImages.get', { id: data.id })).data).toMatchObject({
      status: 'succeeded',
      productId: null,
      seed: 9,
    });
  });
});

it('400 for the external service if none is configured', async () => {
  const [lane] = postgresLanes;
  if (lane === undefined) throw new Error('there is always the embedded lane');
  const service = await startService(lane);
  try {
    const { owner } = service;
    const { data } = await owner.post('cloneProducts.create', { name: 'Cloud Pillow' });
    const refused = await owner.post('aiImages.generate', { productId: data.id, maker: 'endpoint' });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'No image service is configured; omit `maker`, or set it to "template".',
    ]);
    expect((await owner.post('aiImages.generate', { productId: data.id })).data.maker).toBe('template');
  } finally {
    await service.close();
  }
});
