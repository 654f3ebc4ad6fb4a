import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, type Catalog } from '../../ads/catalog.ts';
import { isActive } from '../../ads/adExpressions.sql.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainEnrichment } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { confirmDemoDaily } from './confirmDemo.ts';
import { loadDemo } from './loadDemo.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const loadedOn = '2026-09-01';
const stopping = new AbortController().signal;

describe.each(clickhouseLanes)('a demo that was loaded weeks ago, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let db: PostgresEngine;
  let catalog: Catalog;
  let today = loadedOn;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    db = await freshDatabase(postgres);
    catalog = createCatalog({ clickhouse, db, enrichment: plainEnrichment, embedder: null });
    await loadDemo(catalog, { ads: 300, today: loadedOn, stopping });
    const real = openAd({ key: 'meta:7', advertiser: { name: 'Acme' } });
    await catalog.recordAds([real], { source: 'test', seenAt: new Date(`${loadedOn}T00:00:00Z`) });
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  const runningKeys = async (): Promise<string[]> => {
    const rows = await clickhouse.read<{ key: string }>(
      `SELECT key FROM ads FINAL WHERE ${isActive} ORDER BY key`,
      { today },
    );
    return rows.map(({ key }) => key);
  };
  /** Without times of sightings and technical columns. */
  const contents = () =>
    clickhouse.read(
      `SELECT * EXCEPT (version, recorded_at, last_seen_at, last_confirmed_at, confirmed_day, enriched, is_logged,
         sighting_digest)
       FROM ads FINAL ORDER BY hash`,
    );

  it('has the same running ads with the same contents, once a day', async () => {
    const running = await runningKeys();
    const before = await contents();
    expect(running.length).toBeGreaterThan(50);
    const confirm = confirmDemoDaily({ clickhouse, writer: catalog }, () => today);
    expect(await confirm(stopping)).toBe(0);

    today = '2026-10-01';
    expect(await runningKeys()).toEqual([]);
    const demo = running.filter((key) => key !== 'meta:7');
    expect(await confirm(stopping)).toBe(demo.length);
    expect(await runningKeys()).toEqual(demo);
    expect(await confirm(stopping)).toBe(0);
    expect(await contents()).toEqual(before);

    today = '2026-10-05';
    expect(await confirm(stopping)).toBe(0);
    today = '2026-10-10';
    expect(await confirm(stopping)).toBe(demo.length);
    expect(await runningKeys()).toEqual(demo);
  });
});
