import type { OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { emptyIndex } from '../../testing/recordingNodes.ts';
import type { Catalog } from '../catalog.ts';
import { adHash } from '../identity.ts';
import { readPastFamilies } from './pastFamilies.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const kettle =
  'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.';
const shoes =
  'Twelve runners wore these shoes for 800 kilometres each, and two of them never gave them back. Lighter, softer and recycled.';

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('families at an earlier moment, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  const start = async (): Promise<void> => {
    await emptyIndex(clickhouse);
    catalog = plainCatalog(clickhouse, db);
  };
  const record = async (key: string, day: string, ad: Partial<OpenAdInput>): Promise<void> => {
    const seenAt = new Date(`${day}T12:00:00Z`);
    await catalog.recordAds([openAd({ ...ad, key, capturedAt: seenAt.toISOString() })], {
      source: 'meta-web',
      seenAt,
    });
  };
  const hashes = ['meta:1', 'meta:2'].map(adHash);
  /** Whether both ads are in one family; null if one has none. */
  const areOne = async (day: string): Promise<boolean | null> => {
    const found = await readPastFamilies(clickhouse, hashes, `${day}T23:59:59.999Z`);
    const [one, other] = hashes.map((hash) => found.get(hash));
    return one === undefined || other === undefined ? null : one === other;
  };

  it('are separate until a sighting joins them, and stay joined after it', async () => {
    await start();
    await record('meta:1', '2026-01-02', { bodies: [kettle] });
    await record('meta:2', '2026-01-03', { bodies: [shoes] });
    await record('meta:1', '2026-01-05', { bodies: [shoes] });
    await record('meta:1', '2026-01-08', { bodies: [kettle] });
    expect(await areOne('2026-01-02')).toBeNull();
    expect(await areOne('2026-01-04')).toBe(false);
    expect(await areOne('2026-01-05')).toBe(true);
    expect(await areOne('2026-01-09')).toBe(true);
  });

  it('are joined by an ad of another advertiser from its first sighting on, also one imported late', async () => {
    await start();
    await record('meta:1', '2026-01-02', { bodies: [kettle], collationId: '1' });
    await record('meta:2', '2026-01-02', { bodies: [shoes] });
    await record('meta:3', '2026-01-08', {
      bodies: [shoes],
      collationId: '1',
      advertiser: { name: 'Globex' },
    });
    expect(await areOne('2026-01-07')).toBe(false);
    expect(await areOne('2026-01-08')).toBe(true);
    await record('meta:3', '2026-01-05', {
      bodies: [shoes],
      collationId: '1',
      advertiser: { name: 'Globex' },
    });
    expect(await areOne('2026-01-04')).toBe(false);
    expect(await areOne('2026-01-05')).toBe(true);
  });

  it('are joined by nearly equal texts', async () => {
    await start();
    await record('meta:1', '2026-01-02', { bodies: [kettle] });
    await record('meta:2', '2026-01-03', { bodies: [`${kettle} Order today.`] });
    expect(await areOne('2026-01-03')).toBe(true);
  });

  it('are not joined by pictures, which are added when people save ads', async () => {
    await start();
    await record('meta:1', '2026-01-02', { bodies: [kettle] });
    await record('meta:2', '2026-01-02', { bodies: [shoes] });
    await catalog.addPictures(
      hashes.map((hash) => ({ hash, pdq: 'f'.repeat(64), innerPdq: 'e'.repeat(64) })),
    );
    expect(await areOne('2026-01-02')).toBe(false);
  });

  it('are refused if they have too many ads or sightings', async () => {
    await start();
    for (const day of ['2026-01-02', '2026-01-03', '2026-01-04']) {
      await record('meta:1', day, { bodies: [kettle], ctaText: day });
    }
    await record('meta:2', '2026-01-02', { bodies: [kettle] });
    const at = '2026-01-03T23:59:59.999Z';
    const read = (limits: object) => readPastFamilies(clickhouse, hashes, at, limits);
    await expect(read({ maxAds: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(read({ maxSightings: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await read({})).size).toBe(2);
  });
});
