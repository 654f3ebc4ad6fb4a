import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { adsForModelTagging } from './ads.sql.ts';
import { createCatalog } from './catalog.ts';
import type { Enrichment } from './enrichment.ts';
import { advertiserId } from './identity.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const never = new AbortController().signal;
const quiet = (): void => undefined;
/** The next version of one step. */
const better: Enrichment = {
  ...plainEnrichment,
  versions: { ...plainEnrichment.versions, language: 2 },
  derive: (facts) =>
    Promise.resolve(facts.map((each) => Object.assign(plainDerived(each), { language: 'de' }))),
};

describe.each(clickhouseLanes)('enriching again, %s', (lane) => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse(lane)];
  });
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  it('enriches ads of an older version once and changes nothing else', async () => {
    const ads = Array.from({ length: 2600 }, (_, index) =>
      openAd({ key: `meta:${index}`, advertiser: { name: `A${index % 7}` }, bodies: ['free'] }),
    );
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date('2026-01-01') });
    const rest =
      'SELECT * EXCEPT (language, facet_values, version, recorded_at, enriched) FROM ads FINAL ORDER BY hash';
    const before = await clickhouse.read(rest);

    const catalog = createCatalog({ clickhouse, db, enrichment: better, embedder: null });
    const progress: number[][] = [];
    expect(
      await catalog.enrichAgain({ not: better.versions }, never, (...counts) => progress.push(counts)),
    ).toBe(2600);
    expect(progress).toEqual([
      [2500, 2600],
      [2600, 2600],
    ]);
    expect(await catalog.enrichAgain({ not: better.versions }, never, quiet)).toBe(0);
    expect(
      await clickhouse.read(
        "SELECT language, enriched['language'] AS version, count() AS ads FROM ads FINAL GROUP BY ALL",
      ),
    ).toEqual([{ language: 'de', version: 2, ads: 2600 }]);
    expect(await clickhouse.read(rest)).toEqual(before);
  });

  it('enriches only ads of a version or a later one', async () => {
    const catalog = createCatalog({ clickhouse, db, enrichment: better, embedder: null });
    await plainCatalog(clickhouse, db).recordAds([openAd({ key: 'meta:old' })], {
      source: 'test',
      seenAt: new Date(),
    });
    expect(await catalog.enrichAgain({ since: { language: 3 } }, never, quiet)).toBe(0);
    expect(await catalog.enrichAgain({ since: { language: 2 } }, never, quiet)).toBe(2600);
    expect(await catalog.enrichAgain({ since: { language: 1 } }, never, quiet)).toBe(2601);
  });

  it('enriches ads by hash, and finds ads with few tags for the text model', async () => {
    const modelTagged: Enrichment = {
      ...plainEnrichment,
      derive: (facts) =>
        Promise.resolve(facts.map((each) => Object.assign(plainDerived(each), { isModelTaggingDone: true }))),
    };
    const ads = ['One', 'Two'].map((headline) => openAd({ key: `meta:${headline}`, headlines: [headline] }));
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
    const waiting = () => adsForModelTagging(clickhouse, 1, 3);
    const before = await waiting();
    expect(before).toMatchObject([
      { headlines: [expect.any(String)] },
      { headlines: [expect.any(String)] },
      {},
    ]);
    const one = before.find(({ headlines }) => headlines[0] === 'One');
    const catalog = createCatalog({ clickhouse, db, enrichment: modelTagged, embedder: null });
    await catalog.enrichByHash([one?.hash ?? '', '0'.repeat(32)]);
    expect((await waiting()).map(({ headlines }) => headlines)).toEqual([['Two'], []]);
  });

  it('treats pages with a new spelling as used since the first sighting', async () => {
    const spelled = (page: string | null): Enrichment => ({
      ...better,
      versions: { ...better.versions, landingPage: 100 },
      derive: (facts) =>
        Promise.resolve(facts.map((each) => Object.assign(plainDerived(each), { landingPage: page }))),
    });
    const ad = openAd({ key: 'meta:page', advertiser: { name: 'Paged' }, startDate: '2026-01-01' });
    const enriching = (page: string | null) =>
      createCatalog({ clickhouse, db, enrichment: spelled(page), embedder: null });
    const seenAt = new Date('2026-02-03');
    await enriching('acme.example/A').recordAds([ad], { source: 'test', seenAt });
    for (const page of ['acme.example/A', 'acme.example/ab', 'acme.example/ab', null]) {
      expect(await enriching(page).enrichAgain({ since: { landingPage: 100 } }, never, quiet)).toBe(1);
    }
    const uses = `SELECT page, recorded_in, seen_day, start_day FROM page_uses FINAL WHERE advertiser_id = {id:UInt64}`;
    expect(await clickhouse.read(uses, { id: advertiserId('Paged') })).toEqual([
      { page: 'acme.example/ab', recorded_in: 0, seen_day: '2026-02-03', start_day: '2026-01-01' },
    ]);
  });
});
