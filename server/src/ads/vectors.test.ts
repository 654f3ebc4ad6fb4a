import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, withLandingPages } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { createCatalog } from './catalog.ts';
import { advertiserId } from './identity.ts';
import { refreshVectors, type TextEmbedder } from './vectors.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Counts letters: texts of `a` and of `b` have different vectors. */
function letterCounter(): TextEmbedder & { readonly embedded: string[] } {
  const embedded: string[] = [];
  return {
    model: 'letters@1',
    batchSize: 2,
    embedded,
    embed: (texts) => {
      embedded.push(...texts);
      return Promise.resolve(
        texts.map((text) => Int8Array.of(text.split('a').length - 1, text.split('b').length - 1)),
      );
    },
  };
}

function direction(x: number, y: number): unknown[] {
  return [x, y].map((value) => expect.closeTo(value / Math.hypot(x, y), 5) as unknown);
}

describe.each(clickhouseLanes)('vectors of advertisers, %s', (lane) => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse(lane)];
  });
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  const vectors = async (): Promise<Map<number, number[]>> => {
    const rows = await clickhouse.read<{ advertiser_id: number; vector: number[] }>(
      'SELECT advertiser_id, vector FROM advertiser_embeddings FINAL',
    );
    return new Map(rows.map((row) => [row.advertiser_id, row.vector]));
  };

  it('are the normalized sum of the vectors of distinct texts, each embedded once', async () => {
    const catalog = plainCatalog(clickhouse, db);
    const sighting = { source: 'test', seenAt: new Date() };
    await catalog.recordAds(
      [
        openAd({ key: 'meta:1', advertiser: { name: 'A' }, bodies: ['aaaa'], headlines: ['bb'] }),
        openAd({ key: 'meta:2', advertiser: { name: 'A' }, bodies: ['aaaa'], headlines: ['{{bbbbbb}}'] }),
        openAd({ key: 'meta:3', advertiser: { name: 'B' }, bodies: ['bb'] }),
        openAd({ key: 'meta:4', advertiser: { name: 'Silent' }, bodies: ['...'] }),
      ],
      sighting,
    );
    const embedder = letterCounter();
    await refreshVectors(clickhouse, embedder);
    expect(embedder.embedded.toSorted()).toEqual(['...', 'aaaa', 'bb']);
    expect(await vectors()).toEqual(
      new Map([
        [advertiserId('A'), direction(4, 2)],
        [advertiserId('B'), [0, 1]],
      ]),
    );

    await catalog.recordAds(
      [openAd({ key: 'meta:5', advertiser: { name: 'B' }, bodies: ['a', 'bb'] })],
      sighting,
    );
    await refreshVectors(clickhouse, embedder);
    expect(embedder.embedded.toSorted()).toEqual(['...', 'a', 'aaaa', 'bb']);
    expect((await vectors()).get(advertiserId('B'))).toEqual(direction(1, 2));
  });

  it('include the categories of an advertiser and the words of its landing pages, but not these alone', async () => {
    const catalog = createCatalog({ clickhouse, db, enrichment: withLandingPages, embedder: null });
    const page = { landingPageUrl: 'https://www.b.example/bb/b-12%C3%A9?b=b' };
    const categories = ['bbb', 'b b'];
    await catalog.recordAds(
      [
        openAd({ key: 'meta:21', ...page, advertiser: { name: 'Page', categories }, bodies: ['a'] }),
        openAd({ key: 'meta:22', ...page, advertiser: { name: 'Page', categories }, bodies: ['a'] }),
        openAd({
          key: 'meta:23',
          landingPageUrl: 'https://b.example',
          advertiser: { name: 'Root' },
          bodies: ['a'],
        }),
        openAd({ key: 'meta:24', ...page, advertiser: { name: 'Wordless', categories }, bodies: ['...'] }),
      ],
      { source: 'test', seenAt: new Date() },
    );
    const embedder = letterCounter();
    await refreshVectors(clickhouse, embedder);
    expect(embedder.embedded.toSorted()).toEqual(['b b', 'bb b', 'bbb']);
    const built = await vectors();
    expect(built.get(advertiserId('Page'))).toEqual(direction(1, 3 + 3 + 2));
    expect(built.get(advertiserId('Root'))).toEqual([1, 0]);
    expect(built.has(advertiserId('Wordless'))).toBe(false);
  });

  it('keep finished batches when time runs out and continue in the next run', async () => {
    const ads = [1, 2, 3].map((id) =>
      openAd({ key: `meta:10${id}`, advertiser: { name: 'Many' }, bodies: [`a${id}`] }),
    );
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
    const embedder = letterCounter();
    let turns = 1;
    await refreshVectors(clickhouse, embedder, { hasTime: () => (turns -= 1) >= 0 });
    expect(embedder.embedded).toHaveLength(2);
    expect((await vectors()).has(advertiserId('Many'))).toBe(false);
    await refreshVectors(clickhouse, embedder);
    expect(embedder.embedded).toHaveLength(3);
    expect((await vectors()).get(advertiserId('Many'))).toEqual([1, 0]);
  });

  it('are rebuilt from every text with `again`', async () => {
    const embedder = letterCounter();
    await refreshVectors(clickhouse, embedder, { again: true });
    expect(embedder.embedded.toSorted()).toEqual([
      '...',
      'a',
      'a1',
      'a2',
      'a3',
      'aaaa',
      'b b',
      'bb',
      'bb b',
      'bbb',
    ]);
    expect((await vectors()).get(advertiserId('Many'))).toEqual([1, 0]);
  });

  it('replace those of another version of the model, but not of other models', async () => {
    const models = async (table: string): Promise<string[]> =>
      (await clickhouse.read<{ model: string }>(`SELECT DISTINCT model FROM ${table} ORDER BY model`)).map(
        ({ model }) => model,
      );
    await refreshVectors(clickhouse, { ...letterCounter(), model: 'letters and more@1' });
    const before = await vectors();
    await refreshVectors(clickhouse, { ...letterCounter(), model: 'letters@2' });
    expect(await vectors()).toEqual(before);
    for (const table of ['advertiser_embeddings', 'text_vectors']) {
      expect(await models(table)).toEqual(['letters and more@1', 'letters@2']);
    }
  });
});
