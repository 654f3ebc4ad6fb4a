import { contract, type InputOf } from '@magpie/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { hashPicture } from '../../integrations/images/pdq.ts';
import { openAd } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { adHash } from '../identity.ts';
import { maxPictureDistance, minTextSimilarity } from './similarSearch.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Each ad is named by the id in its key. */
const ads = {
  puppy: { bodies: ['Fresh meat for your puppy, every week.'], countries: ['US'] },
  kibble: { bodies: ['Grain-free kibble for dogs of every breed'], countries: ['GB'] },
  kibbleAgain: { bodies: ['Grain-free kibble for dogs of every breed!'], countries: ['US'] },
  coffee: { bodies: ['Coffee beans, roasted this morning'], countries: ['US'] },
  invoices: { bodies: ['Invoices that write themselves for freelancers'], countries: ['US'] },
  dogWalk: { bodies: ['Our dog app: someone walks with him at noon'], countries: ['US'] },
  silent: {},
};
type Name = keyof typeof ads;
const hashOf = (name: Name): string => adHash(`meta:${name}`);
const nameOf = new Map((Object.keys(ads) as Name[]).map((name) => [hashOf(name), name]));

function drawn(hue: number): Promise<Buffer> {
  const shapes = Array.from({ length: 12 }, (_, at) => {
    const [x, y] = [(at * 137 + hue * 7) % 600, (at * 251 + hue * 13) % 600];
    return `<rect x="${x}" y="${y}" width="${60 + ((at * 53) % 200)}" height="${40 + ((at * 31) % 180)}" fill="hsl(${(hue + at * 40) % 360},70%,${20 + at * 5}%)"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#fff"/>${shapes.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

describe.each(clickhouseLanes)('ads.search by meaning and by picture, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let picture: Buffer;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    await service.catalog.recordAds(
      Object.entries(ads).map(([name, ad]) =>
        openAd({ key: `meta:${name}`, lastConfirmedAt: new Date().toISOString(), ...ad }),
      ),
      { source: 'test', seenAt: new Date() },
    );
    await service.catalog.optimize();
    picture = await drawn(10);
    const [own, other] = await Promise.all([hashPicture(picture), hashPicture(await drawn(200))]);
    await service.catalog.addPictures([
      { hash: hashOf('coffee'), pdq: own.pdq, innerPdq: null },
      { hash: hashOf('silent'), pdq: own.pdq, innerPdq: null },
      { hash: hashOf('invoices'), pdq: other.pdq, innerPdq: null },
    ]);
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const search = async (input: InputOf<typeof contract.ads.search>) => {
    const { status, data } = await service.owner.post('ads.search', input);
    expect(status).toBe(200);
    const found = contract.ads.search.output.parse(data);
    return { ...found, names: found.ads.map(({ hash }) => nameOf.get(hash) ?? hash) };
  };

  it('finds texts about the same with other words, nearest first, and says how near', async () => {
    const { names, ads: found, total, similarity } = await search({ similarTo: { text: 'dog food' } });
    expect(names).toEqual(expect.arrayContaining(['puppy', 'kibble', 'kibbleAgain']));
    expect(names).not.toContain('invoices');
    expect(total).toBe(names.length);
    const scores = found.map((ad) => ad.similarity?.text ?? 0);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(minTextSimilarity);
    expect(similarity).toMatchObject({
      method: 'vectors',
      model: 'magpie-static@2',
      minSimilarity: minTextSimilarity,
      comparedPictures: null,
      isComplete: true,
    });
  });

  it('applies filters, words and orders, and folds duplicates', async () => {
    const { names, facets } = await search({ similarTo: { text: 'dog food' }, countries: ['GB'] });
    expect(names).toEqual(['kibble']);
    expect(facets.countries).toEqual({ GB: 1 });
    const worded = await search({ similarTo: { text: 'dog food' }, searchQuery: 'kibble -absent' });
    expect(worded.names.toSorted()).toEqual(['kibble', 'kibbleAgain']);
    const folded = await search({ similarTo: { text: 'dog food' }, duplicates: 'fold' });
    expect(folded.names.filter((name) => name.startsWith('kibble'))).toHaveLength(1);
    expect(folded.ads.find(({ similarAds }) => similarAds === 1)).toBeDefined();
    expect(folded.total).toBe(folded.totalAds - 1);
    const sorted = await search({ similarTo: { text: 'dog food' }, sortBy: 'daysRunning' });
    expect(sorted.total).toBe(folded.totalAds);
  });

  it('pages through the same list', async () => {
    const all = await search({ similarTo: { text: 'dog food' } });
    const first = await search({ similarTo: { text: 'dog food' }, limit: 2 });
    const second = await search({
      similarTo: { text: 'dog food' },
      limit: 2,
      cursor: first.nextCursor ?? 0,
    });
    expect([...first.names, ...second.names]).toEqual(all.names.slice(0, 4));
  });

  it('finds ads like an ad by text and picture, without the ad', async () => {
    const kibble = await search({ similarTo: { hash: hashOf('kibble') } });
    expect(kibble.names[0]).toBe('kibbleAgain');
    expect(kibble.names).not.toContain('kibble');
    const coffee = await search({ similarTo: { hash: hashOf('coffee') } });
    expect(coffee.similarity).toMatchObject({ method: 'vectorsAndPictures', comparedPictures: 2 });
    expect(coffee.names[0]).toBe('silent');
    expect(coffee.ads[0]?.similarity).toEqual({ text: null, pictureDistance: 0, hasWords: false });
    expect((await search({ similarTo: { hash: 'f'.repeat(32) } })).total).toBe(0);
  });

  it('finds a picture after it was scaled and compressed, and returns its hash for later searches', async () => {
    const changed = await sharp(picture).resize(300).jpeg({ quality: 40 }).toBuffer();
    const {
      names,
      ads: found,
      similarity,
    } = await search({
      similarTo: { image: changed.toString('base64') },
    });
    expect(names.toSorted()).toEqual(['coffee', 'silent']);
    for (const { similarity: own } of found) {
      expect(own?.pictureDistance).toBeLessThanOrEqual(31);
    }
    expect(similarity).toMatchObject({ method: 'pictures', model: null, maxPictureDistance });
    const again = await search({ similarTo: { picture: similarity?.pictureHash ?? '' } });
    expect(again.names).toEqual(names);
    const other = await search({ similarTo: { image: (await drawn(99)).toString('base64') } });
    expect(other.total).toBe(0);
  });

  it('rejects what is not a picture, and one without edges', async () => {
    const plain = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    for (const [image, message] of [
      [Buffer.from('no picture').toString('base64'), 'not a JPEG, PNG, GIF, WebP or AVIF'],
      [plain.toString('base64'), 'too few edges'],
    ]) {
      const { status, error } = await service.owner.post('ads.search', { similarTo: { image } });
      expect(status).toBe(400);
      expect(JSON.stringify(error)).toContain(message);
    }
    const several = await service.owner.post('ads.search', {
      similarTo: { text: 'a', hash: hashOf('coffee') },
    });
    expect(several.status).toBe(400);
  });

  it('combines words and meaning: ads with the words first, then those about the same', async () => {
    const words = await search({ searchQuery: 'dog' });
    expect(words.names).toEqual(['dogWalk']);
    expect(words.similarity).toBeNull();
    const { names, ads: found, similarity } = await search({ searchQuery: 'dog', match: 'meaning' });
    expect(names).toEqual(expect.arrayContaining(['dogWalk', 'puppy', 'kibble']));
    expect(found.filter((ad) => ad.similarity?.hasWords === true)).toHaveLength(1);
    expect(similarity?.method).toBe('wordsAndVectors');
    const without = await search({ searchQuery: 'dog -kibble', match: 'meaning' });
    expect(without.names).toContain('puppy');
    expect(without.names).not.toContain('kibble');
    expect((await search({ match: 'meaning' })).total).toBe(7);
  });

  it('counts imported ads without a vector as pending, and finds them as soon as they have one', async () => {
    const input = { similarTo: { text: 'tea kettle' } };
    expect((await search(input)).similarity).toMatchObject({ pendingAds: 0, isComplete: true });
    await service.catalog.recordAds(
      [
        openAd({ key: 'meta:kettle', bodies: ['A tea kettle with a long spout'] }),
        openAd({ key: 'meta:template', bodies: ['{{product.name}}', '123'] }),
      ],
      { source: 'test', seenAt: new Date() },
    );
    const before = await search(input);
    expect(before.similarity).toMatchObject({ pendingAds: 1, isComplete: false });
    expect(before.ads.map(({ hash }) => hash)).not.toContain(adHash('meta:kettle'));
    await service.catalog.optimize();
    const after = await search(input);
    expect(after.similarity).toMatchObject({ pendingAds: 0, isComplete: true });
    expect(after.ads[0]?.hash).toBe(adHash('meta:kettle'));
  });
});
