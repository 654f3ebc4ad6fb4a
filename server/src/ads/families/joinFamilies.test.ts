import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { createCatalog } from '../catalog.ts';
import { adHash } from '../identity.ts';
import { toCreatives } from './addPictures.ts';
import { compareCreatives, listCreatives, type Creative } from './creatives.ts';
import { joinFamilies, type AdCreatives } from './joinFamilies.ts';
import { toBands, toShingles } from './shingles.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const bases = [
  'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly, every morning.',
  'Twelve runners wore these shoes for 800 kilometres each, and two of them never gave them back. Lighter, softer and made of recycled nylon.',
  'Your back has opinions about your mattress. Try ours for 100 nights, and if you do not sleep better, we collect it and pay you back in full.',
];
/** Each is nearly equal to the one before it, and less to the others. */
const chain = (text: string): string[] => [
  text,
  `${text} Order today.`,
  `${text} Order today. Free delivery.`,
  `${text} Order today. Free delivery. Ends on Sunday.`,
];
const texts = bases.flatMap(chain);

/** The first three differ by 20 bits from the one before, so the first from the third by 40. */
const pictures = ['', 'fffff', 'ffffffffff', 'a'.repeat(64)].map((bits) => bits.padEnd(64, '0'));

interface TestAd {
  readonly hash: string;
  readonly creatives: readonly Creative[];
}

const testAd = fc
  .record({
    text: fc.option(fc.constantFrom(...texts), { nil: null }),
    collation: fc.option(fc.constantFrom('1', '2', '3', '4'), { nil: null, freq: 3 }),
    picture: fc.option(fc.constantFrom(...pictures), { nil: null, freq: 2 }),
    inner: fc.option(fc.constantFrom(...pictures), { nil: null, freq: 2 }),
    video: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null, freq: 2 }),
  })
  .map(({ text, collation: collationId, picture, inner, video }) => {
    const bodies = text === null ? [] : [text];
    const listed = listCreatives({
      key: 'meta:1',
      nameId: 1,
      facts: {
        headlines: [],
        cards: [],
        bodies,
        collationId,
        media: openAd({
          media: video === null ? [] : [{ type: 'video', url: `https://files.example/${video}.mp4` }],
        }).media,
      },
    });
    return listed.concat(picture === null ? [] : toCreatives({ pdq: picture, innerPdq: inner }));
  });
const someAds = fc
  .array(testAd, { minLength: 2, maxLength: 10 })
  .map((all) => all.map((creatives, at): TestAd => ({ hash: adHash(`meta:${at}`), creatives })));

/** Of all pairs, without signatures, bands or stored state. */
function connectedAds(ads: readonly TestAd[]): string[][] {
  const families = ads.map((_, at) => at);
  for (const [at, one] of ads.entries()) {
    for (const [before, other] of ads.slice(0, at).entries()) {
      if (compareCreatives(one.creatives, other.creatives) === null) continue;
      const [from, into] = [families[at], families[before] ?? before];
      for (const [index, family] of families.entries()) if (family === from) families[index] = into;
    }
  }
  return groupHashes(ads.map(({ hash }, at) => ({ hash, family: families[at] ?? at })));
}

function groupHashes(rows: readonly { readonly hash: string; readonly family: number }[]): string[][] {
  const groups = new Map<number, string[]>();
  for (const { hash, family } of rows) groups.set(family, [...(groups.get(family) ?? []), hash]);
  return sortGroups([...groups.values()]);
}

function sortGroups(groups: readonly string[][]): string[][] {
  return groups
    .map((hashes) => hashes.toSorted())
    .toSorted((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

const toEntry = ({ hash, creatives }: TestAd): AdCreatives => ({
  hash,
  ids: creatives.map(({ id }) => id),
  added: creatives,
});

it('finds all pairs of the texts of these tests by their bands', () => {
  const all = texts.map((text) => new Set(toBands(toShingles(text))));
  expect(all.slice(1).map((bands, at) => [...bands].some((band) => all[at]?.has(band)))).toEqual(
    texts.slice(1).map((_, at) => (at + 1) % 4 !== 0),
  );
});

describe.each(clickhouseLanes)('families, %s', (lane) => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  const tables = [
    'creatives',
    'creative_bands',
    'creative_ads',
    'creative_edges',
    'family_creatives',
    'ads',
    'ad_places',
  ];
  const empty = async (): Promise<void> => {
    for (const table of tables) await clickhouse.write(`TRUNCATE TABLE ${table}`);
  };
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse(lane)];
  });
  beforeEach(empty);
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  const readFamilies = () =>
    clickhouse.read<{ hash: string; family: number }>(
      `SELECT DISTINCT hash, family FROM creative_ads INNER JOIN (SELECT creative, family FROM creatives FINAL) AS own USING (creative)
       ORDER BY hash`,
    );
  const readTables = async (): Promise<unknown[]> =>
    Promise.all(
      tables.slice(0, 4).map((table) => clickhouse.read(`SELECT * FROM ${table} FINAL ORDER BY ALL`)),
    );

  it('are the connected ads of all pairs, in any order and batches, repeated and interrupted', async () => {
    const plan = someAds.chain((ads) =>
      fc.record({
        ads: fc.constant(ads),
        order: fc.shuffledSubarray(ads, { minLength: ads.length, maxLength: ads.length }),
        batchSize: fc.integer({ min: 1, max: ads.length }),
        interruptedAt: fc.integer({ min: 1, max: 6 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(plan, async ({ ads, order, batchSize, interruptedAt }) => {
        await empty();
        const compared = ads.filter(({ creatives }) => creatives.length > 0);
        await joinFamilies(clickhouse, compared.map(toEntry));
        const atOnce = await readTables();
        expect(groupHashes(await readFamilies())).toEqual(connectedAds(compared));

        await empty();
        for (let start = 0; start < order.length; start += batchSize) {
          const batch = order.slice(start, start + batchSize).map(toEntry);
          await joinFamilies(failingAfter(clickhouse, interruptedAt), batch).catch(() => undefined);
          await joinFamilies(clickhouse, batch);
        }
        expect(await readTables()).toEqual(atOnce);
        expect(groupHashes(await readFamilies())).toEqual(connectedAds(compared));
        await assertLists(clickhouse);
      }),
      { numRuns: 6 },
    );
  });

  const ad = (id: number, body: string, more: Parameters<typeof openAd>[0] = {}) =>
    openAd({ key: `meta:${id}`, bodies: [body], ...more });
  const seenOn = (day: string) => ({ source: 'test', seenAt: new Date(day) });

  it('are joined when ads are recorded, also by sightings that were replaced', async () => {
    const [kettle = '', ordered = ''] = chain(bases[0] ?? '');
    const [, shoes = ''] = bases;
    const catalog = plainCatalog(clickhouse, db);
    await catalog.recordAds(
      [ad(1, kettle), ad(2, shoes, { advertiser: { name: 'Globex' } })],
      seenOn('2026-01-01'),
    );
    await catalog.recordAds([ad(3, 'Shop now', { collationId: '5' })], seenOn('2026-01-02'));
    await catalog.recordAds([ad(4, ordered, { collationId: '5' })], seenOn('2026-01-03'));
    await plainCatalog(clickhouse, db).recordAds(
      [ad(4, ordered, { collationId: '6' })],
      seenOn('2026-01-04'),
    );
    const [one = '', two = '', three = '', four = ''] = [1, 2, 3, 4].map((id) => adHash(`meta:${id}`));
    expect(groupHashes(await readFamilies())).toEqual(sortGroups([[one, three, four], [two]]));
    expect(
      await clickhouse.read("SELECT length(creatives) AS creatives FROM ads FINAL WHERE key = 'meta:4'"),
    ).toEqual([{ creatives: 3 }]);
  });

  it('of ads from before them are joined when these are seen or enriched again', async () => {
    const catalog = plainCatalog(clickhouse, db);
    const [kettle = '', ordered = ''] = chain(bases[0] ?? '');
    await catalog.recordAds([ad(1, kettle), ad(2, ordered), ad(3, kettle)], seenOn('2026-01-01'));
    const found = await readFamilies();
    await clickhouse.write(
      "INSERT INTO ads SELECT * REPLACE ([] AS creatives, mapFilter((step, _) -> step != 'creatives', enriched) AS enriched, version + 1 AS version) FROM ads FINAL",
    );
    for (const table of tables.slice(0, 5)) await clickhouse.write(`TRUNCATE TABLE ${table}`);
    await catalog.recordAds([ad(1, kettle)], seenOn('2026-01-01'));
    expect(await readFamilies()).toHaveLength(1);
    const enriching = createCatalog({ clickhouse, db, enrichment: plainEnrichment, embedder: null });
    const never = new AbortController().signal;
    await enriching.enrichAgain({ not: plainEnrichment.versions }, never, () => undefined);
    expect(await readFamilies()).toEqual(found);
  });
});

/** An engine that fails after some inserts. */
function failingAfter(clickhouse: ClickHouseEngine, inserts: number): ClickHouse {
  let left = inserts;
  return {
    ...clickhouse,
    read: (...statement) => clickhouse.read(...statement),
    insert: async (table, rows) => {
      left -= 1;
      if (left < 0) throw new Error('interrupted');
      return clickhouse.insert(table, rows);
    },
  };
}

/** The creatives of each family are found by its number. */
async function assertLists(clickhouse: ClickHouse): Promise<void> {
  const rows = await clickhouse.read<{ family: number; listed: number[]; own: number[] }>(
    `SELECT family, arraySort(groupUniqArray(creative)) AS own, arraySort(arrayDistinct(arrayPushBack(any(members), family))) AS listed
     FROM (SELECT creative, family FROM creatives FINAL) AS own
     LEFT JOIN (SELECT family, groupUniqArray(creative) AS members FROM family_creatives GROUP BY family) AS lists USING (family)
     GROUP BY family`,
  );
  for (const { listed, own } of rows) expect(listed).toEqual(own);
}
