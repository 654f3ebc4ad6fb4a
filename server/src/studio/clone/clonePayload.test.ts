import type { OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../../ads/identity.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { freshClickHouse } from '../../testing/clickhouse.ts';
import { newTeam, type Person } from '../../testing/library.ts';
import { refuses, says, startTextServer, type TextServer } from '../../testing/openAiServer.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';

describe.each(postgresLanes)('ads.getClonePayload on $name', (lane) => {
  let clickhouse: ClickHouseEngine;
  let writer: TextServer;
  let service: TestService;
  let [ann, ben]: Person[] = [];
  let hash = '';
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    writer = await startTextServer();
    const textModel = { textUrl: writer.address, textKey: 'key-of-the-writer', textModel: 'writer' };
    service = await startService(lane, textModel, clickhouse);
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    hash = await record('sofa', {
      bodies: ['Tired of hard chairs?\nFree shipping until Sunday.'],
      headlines: ['Sit down'],
      ctaText: 'Shop now',
      platforms: ['facebook'],
    });
  });
  afterAll(async () => {
    await service.close();
    writer.close();
    await clickhouse.close();
  });
  const record = async (id: string, ad: Partial<OpenAdInput>): Promise<string> => {
    const seen = { source: 'test', seenAt: new Date() };
    await plainCatalog(clickhouse, service.db).recordAds([openAd({ ...ad, key: `meta:${id}` })], seen);
    return adHash(`meta:${id}`);
  };
  const people = (): [Person, Person] => {
    if (ann === undefined || ben === undefined) throw new Error('nobody is here yet');
    return [ann, ben];
  };

  it('200: the structure of the ad, with placeholders if there is no product', async () => {
    const [who] = people();
    const { data } = await who.get('ads.getClonePayload', { adHash: hash });
    expect(data).toMatchObject({
      ad: { hash, companyName: 'Acme', headline: 'Sit down', ctaText: 'Shop now' },
      structure: [
        { part: 'hook', text: 'Tired of hard chairs?' },
        { part: 'offer', text: 'Free shipping until Sunday.' },
        { part: 'cta', text: 'Shop now' },
      ],
      product: null,
      aspectRatios: ['4:5', '1:1', '9:16', '1.91:1'],
    });
    expect(data.prompt).toContain('[product name]');
    expect(data.doNotCopy[0]).toContain('Acme');
  });

  it('uses the default product, the given one, or that of a team', async () => {
    const [who, friend] = people();
    const create = async (name: string, teamId: number | null): Promise<number> =>
      (await who.post('cloneProducts.create', { name, teamId })).data.id;
    await create('Stool', null);
    const bench = await create('Bench', null);
    const productName = async (person: Person, productId?: number): Promise<string | undefined> =>
      (await person.get('ads.getClonePayload', { hash, productId })).data.product?.name;
    expect(await productName(who)).toBe('Stool');
    expect(await productName(who, bench)).toBe('Bench');
    expect(await productName(friend)).toBeUndefined();
    const teamId = await newTeam(service.db, { owner: who, viewer: friend });
    await create('Sofa', teamId);
    expect(await productName(friend)).toBe('Sofa');
  });

  it('403 for another user’s product, 404 for a missing product or ad', async () => {
    const [who, friend] = people();
    const { data: product } = await who.post('cloneProducts.create', { name: 'Chair' });
    const status = async (input: object): Promise<number> =>
      (await friend.get('ads.getClonePayload', input)).status;
    expect(await status({ hash, productId: product.id })).toBe(403);
    expect(await status({ hash, productId: 999_999 })).toBe(404);
    expect(await status({ hash: 'f'.repeat(32) })).toBe(404);
    expect(await status({ hash, productId: 'x' })).toBe(400);
  });

  it('200: a saved copy works after the ad left the index, for users who can read it', async () => {
    const [who, friend] = people();
    const lost = await record('lamp', { bodies: ['Dark evenings?'] });
    const { data: board } = await who.post('boards.create', { name: 'Lamps' });
    await who.post('ads.addToBoard', { boardId: board.id, hash: lost });
    await clickhouse.write(`ALTER TABLE ads DELETE WHERE hash = {hash:String} SETTINGS mutations_sync = 2`, {
      hash: lost,
    });
    const { data } = await who.get('ads.getClonePayload', { hash: lost });
    expect(data.structure).toEqual([{ part: 'hook', text: 'Dark evenings?' }]);
    expect((await friend.get('ads.getClonePayload', { hash: lost })).status).toBe(404);
  });

  it('a configured text model writes the copy; a rejected key is logged', async () => {
    const who = await service.newcomer();
    await who.post('cloneProducts.create', { name: 'Rocking Chair' });
    const headline = 'Lean back for once';
    const copy = { structure: [], headline, text: null, points: [], callToAction: 'Take a seat' };
    writer.answerNext(says(copy));
    const prompt = async (): Promise<string> => (await who.get('ads.getClonePayload', { hash })).data.prompt;
    expect(await prompt()).toContain(`Headline: "${headline}"`);
    expect(writer.requests.at(-1)).toMatchObject({
      key: 'Bearer key-of-the-writer',
      body: { model: 'writer' },
    });
    await who.post('cloneProducts.create', { name: 'Armchair', isDefault: true });
    writer.answerNext(refuses(401));
    expect(await prompt()).toContain('Armchair');
    expect(service.logged()).toContain('set AI_TEXT_KEY to one that it accepts');
  });
});
