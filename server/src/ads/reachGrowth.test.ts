import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { findSnapshots } from './ads.sql.ts';
import type { Catalog } from './catalog.ts';
import { findReachGrowth, type ReachKind } from './reachMomentum.ts';
import { toDate, toDay } from './run.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const firstDay = toDay('2026-01-01');

/** A batch contains the counts of some ads, each with or without a time of its own. */
const someBatch = fc.record({
  day: fc.integer({ min: 1, max: 80 }),
  counts: fc.array(
    fc.record({
      ad: fc.integer({ min: 0, max: 2 }),
      reach: fc.option(fc.integer({ min: 0, max: 100 })),
      isDated: fc.boolean(),
    }),
    { minLength: 2, maxLength: 5 },
  ),
});

const countedAd = (day: number, value: number) =>
  openAd({
    key: 'meta:counted',
    reach: { value },
    capturedAt: `${toDate(firstDay + day)}T08:00:00Z`,
  });

describe.each(clickhouseLanes)('the growth of reach, %s', (lane) => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  beforeAll(async () => {
    [db, clickhouse] = [await freshDatabase(postgres), await freshClickHouse(lane)];
    catalog = plainCatalog(clickhouse, db);
  });
  afterAll(async () => {
    await Promise.all([db.close(), clickhouse.close()]);
  });

  const storedGrowth = () =>
    clickhouse.read<{ hash: string; growth: number | null }>(
      'SELECT hash, reach_growth AS growth FROM ads FINAL ORDER BY hash',
    );

  async function expectedGrowth() {
    const ads = await clickhouse.read<{ hash: string; reach_kind: ReachKind }>(
      'SELECT hash, reach_kind FROM ads FINAL ORDER BY hash',
    );
    const hashes = ads.map(({ hash }) => hash);
    const snapshots = await findSnapshots(clickhouse, hashes);
    return ads.map(({ hash, reach_kind: kind }) => ({
      hash,
      growth: findReachGrowth(
        snapshots.filter((each) => each.hash === hash),
        kind,
      ),
    }));
  }

  it('belongs to all counts of an ad, in any order of recordings', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(someBatch, { minLength: 8, maxLength: 10 }), async (batches) => {
        run += 1;
        for (const { day, counts } of batches) {
          const seenAt = new Date(`${toDate(firstDay + day)}T08:00:00Z`);
          const ads = counts.map(({ ad, reach, isDated }) =>
            openAd({
              key: `meta:${run}-${ad}`,
              // The source of the last one states ranges.
              reach:
                reach === null ? null : { value: reach + 40 * day, kind: ad === 2 ? 'range' : 'reported' },
              ...(isDated ? { capturedAt: seenAt.toISOString() } : {}),
            }),
          );
          await catalog.recordAds(ads, { source: 'test', seenAt });
        }
        expect(await storedGrowth()).toEqual(await expectedGrowth());
      }),
      { numRuns: 3 },
    );
    const ranges = await clickhouse.read<{ growths: number }>(
      "SELECT count(reach_growth) AS growths FROM ads FINAL WHERE reach_kind = 'range'",
    );
    expect(ranges).toEqual([{ growths: 0 }]);
    const known = (await storedGrowth()).filter(({ growth }) => growth !== null);
    expect(known.length).toBeGreaterThan(2);
  });

  describe('of ads of an earlier version', () => {
    beforeAll(async () => {
      await catalog.recordAds([countedAd(0, 1000), countedAd(7, 2000), countedAd(14, 9000)], {
        source: 'test',
        seenAt: new Date('2026-03-20T08:00:00Z'),
      });
    });

    const forgetGrowth = async (): Promise<void> => {
      await clickhouse.write(
        `ALTER TABLE ads UPDATE reach_growth = NULL, enriched = mapFilter((step, _) -> step != 'momentum', enriched)
         WHERE true SETTINGS mutations_sync = 1`,
      );
      expect((await storedGrowth()).every(({ growth }) => growth === null)).toBe(true);
    };
    const enrich = (): Promise<unknown> => {
      const { versions } = plainEnrichment;
      return catalog.enrichAgain({ not: versions }, new AbortController().signal, () => undefined);
    };

    it('is computed by enrichment', async () => {
      const before = await storedGrowth();
      await forgetGrowth();
      await enrich();
      expect(await storedGrowth()).toEqual(before);
    });

    it('is computed again by enrichment if an earlier version took ranges for counts', async () => {
      const range = (day: number, value: number) =>
        openAd({ ...countedAd(day, value), key: 'meta:range', reach: { value, kind: 'range' } });
      await catalog.recordAds([range(0, 55_000), range(7, 55_000), range(14, 550_000)], {
        source: 'test',
        seenAt: new Date('2026-03-20T08:00:00Z'),
      });
      const before = await storedGrowth();
      await clickhouse.write(
        `ALTER TABLE ads UPDATE reach_growth = 9, enriched = mapFilter((step, _) -> step != 'momentum', enriched)
         WHERE reach_kind = 'range' SETTINGS mutations_sync = 1`,
      );
      await enrich();
      expect(await storedGrowth()).toEqual(before);
    });

    it('is computed by enrichment also if an import without a count came first', async () => {
      const before = await storedGrowth();
      await forgetGrowth();
      await catalog.recordAds([openAd({ key: 'meta:counted', headlines: ['New'], reach: null })], {
        source: 'test',
        seenAt: new Date('2026-03-21T08:00:00Z'),
      });
      await enrich();
      expect(await storedGrowth()).toEqual(before);
    });
  });
});
