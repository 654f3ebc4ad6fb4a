import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { createImageRenderer, type ImageRenderer } from '../integrations/drawing/drawing.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { refusing, startImageServer, type ImageServer } from '../testing/imageServer.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { picture, startPictureHost, type PictureHost } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { drawReferenceAd, referenceAds, texturedPicture } from '../testing/referenceAds.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';
import { makeQueuedImages } from '../testing/studio.ts';
import { openMakers } from './makers/makers.ts';

let clickhouse: ClickHouseEngine;
let drawing: ImageRenderer;
let host: PictureHost;
let outside: ImageServer;
beforeAll(async () => {
  drawing = createImageRenderer();
  [clickhouse, host, outside] = await Promise.all([
    freshClickHouse('embedded'),
    startPictureHost(),
    startImageServer(),
  ]);
});
afterAll(async () => {
  outside.close();
  await Promise.all([clickhouse.close(), drawing.close(), host.close()]);
});

describe.each(postgresLanes)('creatives from a reference ad on $name', (lane) => {
  let service: TestService;
  let config: Config;
  let ann: Person;
  let productId: number;
  beforeAll(async () => {
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-reference-'));
    config = { ...readConfig({}), dataFolder };
    const fetchAllow = [new URL(host.serve('/none', Buffer.alloc(0))).host];
    const endpoint = { imageUrl: outside.address, imageKey: null, imageModel: 'painter-2', imageCost: null };
    service = await startService(lane, { dataFolder, fetchAllow, ...endpoint }, clickhouse);
    ann = await service.newcomer();
    productId = await product(ann);
  });
  afterAll(async () => {
    await service.close();
    rmSync(config.dataFolder, { recursive: true, force: true });
  });

  const product = async (who: Client, input: object = {}): Promise<number> => {
    const facts = { sellingPoints: ['Machine washable'], price: 49, currency: 'USD', colors: ['#224488'] };
    return (await who.post('cloneProducts.create', { name: 'Cloud Pillow', ...facts, ...input })).data.id;
  };
  const record = async (key: string, media: NonNullable<OpenAdInput['media']>): Promise<string> => {
    const ads = [openAd({ key: `meta:${key}`, media })];
    await plainCatalog(clickhouse, service.db).recordAds(ads, {
      source: 'test',
      seenAt: new Date('2026-01-01'),
    });
    return adHash(`meta:${key}`);
  };
  const make = async (who: Client, input: object) => {
    const { data } = await who.post('aiImages.generate', { productId, maker: 'template', seed: 5, ...input });
    await makeQueuedImages(service.db, openFiles(config), openMakers(config, drawing));
    return (await who.get('aiImages.get', { id: data.id })).data;
  };
  const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
  const filesThere = (): number =>
    readdirSync(config.dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{32}$/.test(name),
    ).length;

  it('follow the layout of its picture, which is read once', async () => {
    const [ad] = referenceAds;
    if (ad === undefined) throw new Error('there are reference ads');
    const url = host.serve('/reference.png', await drawReferenceAd(ad, drawing));
    const hash = await record('followed', [{ type: 'image', url }]);
    const before = host.requests.get('/reference.png') ?? 0;
    const made = [await make(ann, { sourceAdHash: hash }), await make(ann, { sourceAdHash: hash, seed: 6 })];
    expect(made).toMatchObject([
      { status: 'succeeded', layout: 'reference', referenceLayout: 'followed' },
      { status: 'succeeded', layout: 'reference', referenceLayout: 'followed' },
    ]);
    expect((host.requests.get('/reference.png') ?? 0) - before).toBe(1);
    expect(await make(ann, { sourceAdHash: hash, layout: 'card' })).toMatchObject({
      layout: 'card',
      referenceLayout: null,
    });
  });

  it('name the texts that their layout has a place for', async () => {
    const [ad] = referenceAds;
    if (ad === undefined) throw new Error('there are reference ads');
    const withoutButton = { ...ad, labels: [], texts: ad.texts.filter(({ role }) => role !== 'button') };
    const shownTextsOf = async (key: string, drawn: typeof ad): Promise<string[]> => {
      const url = host.serve(`/${key}.png`, await drawReferenceAd(drawn, drawing));
      const made = await make(ann, { sourceAdHash: await record(key, [{ type: 'image', url }]) });
      expect(made.referenceLayout).toBe('followed');
      return made.shownTexts;
    };
    expect(await shownTextsOf('with-button', ad)).toEqual(['headline', 'text', 'offer', 'callToAction']);
    expect(await shownTextsOf('without-button', withoutButton)).toEqual(['headline', 'offer']);
    expect((await make(ann, { layout: 'quote' })).shownTexts).toEqual(['proof', 'headline', 'callToAction']);
    const { data: queued } = await ann.post('aiImages.generate', { productId, maker: 'template' });
    expect(queued.shownTexts).toEqual([]);
  });

  it('say so if no layout is detected, or the picture cannot be read', async () => {
    const plain = host.serve('/plain.png', await picture('teal'));
    const gone = plain.replace('plain', 'gone');
    const video = { type: 'video', url: plain, thumbnailUrl: null } as const;
    const hashes = [
      await record('plain', [{ type: 'image', url: plain }]),
      await record('gone', [{ type: 'image', url: gone }]),
      await record('video', [video]),
    ];
    for (const sourceAdHash of hashes) {
      const made = await make(ann, { sourceAdHash });
      expect(made).toMatchObject({ status: 'succeeded', referenceLayout: 'notDetected' });
      expect(made.layout).not.toBe('reference');
    }
    expect((await make(ann, {})).referenceLayout).toBeNull();
  });

  it('are drawn again with other texts, and with the former ones to the same bytes', async () => {
    const [, ad] = referenceAds;
    if (ad === undefined) throw new Error('there are reference ads');
    const url = host.serve('/second.png', await drawReferenceAd(ad, drawing));
    const made = await make(ann, {
      sourceAdHash: await record('second', [{ type: 'image', url }]),
      aspectRatio: '1.91:1',
    });
    const files = filesThere();
    const { data: edited } = await ann.post('aiImages.edit', {
      id: made.id,
      headline: 'Sleep well tonight',
      offer: null,
    });
    expect(edited).toMatchObject({
      id: made.id,
      status: 'succeeded',
      layout: 'reference',
      seed: 5,
      edits: 1,
      prompt: made.prompt,
    });
    expect(edited.texts).toEqual({ ...made.texts, headline: 'Sleep well tonight', offer: null });
    expect(edited.url).not.toBe(made.url);
    const [first, second] = [
      await bytesAt(edited.url),
      await bytesAt((await ann.get('aiImages.get', { id: made.id })).data.url),
    ];
    expect(first.equals(second)).toBe(true);
    expect(filesThere()).toBe(files);
    const { headline, offer } = made.texts;
    const { data: undone } = await ann.post('aiImages.edit', { id: made.id, headline, offer });
    expect(undone).toMatchObject({ texts: made.texts, edits: 2 });
    const original = await make(ann, { sourceAdHash: made.sourceAdHash, aspectRatio: '1.91:1' });
    expect((await bytesAt(undone.url)).equals(await bytesAt(original.url))).toBe(true);
  });

  it('are drawn in the font of their product, also with other texts and after the product has another one', async () => {
    const slim = await product(ann, { font: 'condensed' });
    const [plain, made] = [
      await make(ann, { layout: 'split' }),
      await make(ann, { layout: 'split', productId: slim }),
    ];
    expect(made.texts).toEqual(plain.texts);
    const original = await bytesAt(made.url);
    expect(original.equals(await bytesAt(plain.url))).toBe(false);
    const headline = 'Sleep well tonight';
    const prompt = `Say "${headline}"`;
    const fromPrompt = await make(ann, { layout: 'split', productId: slim, prompt });
    await ann.post('cloneProducts.update', { id: slim, font: 'serif' });
    const { data: edited } = await ann.post('aiImages.edit', { id: made.id, headline });
    expect((await bytesAt(edited.url)).equals(await bytesAt(fromPrompt.url))).toBe(true);
    const serif = await make(ann, { layout: 'split', productId: slim, prompt });
    expect((await bytesAt(serif.url)).equals(await bytesAt(fromPrompt.url))).toBe(false);
    const { data: undone } = await ann.post('aiImages.edit', { id: made.id, headline: made.texts.headline });
    expect((await bytesAt(undone.url)).equals(original)).toBe(true);
  });

  it('keep their picture and texts if the new text cannot be drawn or does not fit', async () => {
    const made = await make(ann, { layout: 'split' });
    const [before, files] = [await bytesAt(made.url), filesThere()];
    const refused = await ann.post('aiImages.edit', { id: made.id, headline: 'ⴰⵣⵓⵍ fellawen' });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      expect.stringContaining('no font has all of its letters'),
    ]);
    for (const texts of [
      { headline: ' ' },
      { headline: 'x'.repeat(121) },
      { callToAction: null },
      { price: 3 },
    ]) {
      expect((await ann.post('aiImages.edit', { id: made.id, ...texts })).status, JSON.stringify(texts)).toBe(
        400,
      );
    }
    const { data: now } = await ann.get('aiImages.get', { id: made.id });
    expect(now).toEqual(made);
    expect((await bytesAt(now.url)).equals(before)).toBe(true);
    expect(filesThere()).toBe(files);
  });

  it('of two edits at the same time, the one that is later is refused or comes after', async () => {
    const made = await make(ann, { layout: 'card' });
    const files = filesThere();
    const headlines = ['One', 'Two'];
    const answers = await Promise.all(
      headlines.map((headline) => ann.post('aiImages.edit', { id: made.id, headline })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { data: now } = await ann.get('aiImages.get', { id: made.id });
    expect(now.edits).toBe(done.length);
    expect(headlines).toContain(now.texts.headline);
    expect(filesThere()).toBe(files);
  });

  it('are edited by those who may change them, and only if finished and made by a template', async () => {
    const [vera, ben] = [await service.newcomer(), await service.newcomer()];
    const teamId = await newTeam(service.db, { owner: ann, viewer: vera });
    const { id } = await make(ann, { productId: await product(ann, { teamId }), layout: 'poster' });
    const statusFor = async (who: Client, input: object): Promise<number> =>
      (await who.post('aiImages.edit', input)).status;
    expect([await statusFor(vera, { id, offer: '$1' }), await statusFor(ben, { id, offer: '$1' })]).toEqual([
      403, 403,
    ]);
    expect([
      await statusFor(ann, { imageId: id, offer: '$1' }),
      await statusFor(ann, { id: 999_999 }),
    ]).toEqual([200, 404]);
    const { data: queued } = await ann.post('aiImages.generate', { productId, maker: 'template' });
    expect(await ann.post('aiImages.edit', { id: queued.id, offer: '$1' })).toMatchObject({
      status: 409,
      error: { message: `Image ${queued.id} is queued; only texts of finished images can be changed.` },
    });
    outside.next.push(refusing(400, { message: 'Not this.' }));
    const { data: fromService } = await ann.post('aiImages.generate', { productId, maker: 'endpoint' });
    expect(fromService).toMatchObject({ texts: null, referenceLayout: null });
    expect(await statusFor(ann, { id: fromService.id, offer: '$1' })).toBe(400);
  });

  it('are not drawn again without the picture that they had', async () => {
    const file = (await texturedPicture(600, 600, [200, 120, 90])).toString('base64');
    const own = await product(ann);
    const { data: image } = await ann.post('brandImages.upload', { file, kind: 'product', productId: own });
    const made = await make(ann, { productId: own, layout: 'split' });
    await ann.post('brandImages.delete', { id: image.id });
    const refused = await ann.post('aiImages.edit', { id: made.id, headline: 'Sleep well' });
    expect([refused.status, refused.error.message]).toEqual([
      409,
      `The picture of image ${made.id} is no longer available; generate another one instead.`,
    ]);
  });
});
