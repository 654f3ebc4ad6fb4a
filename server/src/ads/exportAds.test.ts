import { OpenAd, type OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { demoAds } from '@magpie/demo/demoAds';
import { plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { exportAds } from './exportAds.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');
const seenAt = new Date('2026-05-01T00:00:00Z');

async function written(clickhouse: ClickHouse): Promise<OpenAdInput[]> {
  const ads: OpenAdInput[] = [];
  for await (const ad of exportAds(clickhouse)) ads.push(ad);
  return ads;
}

/** The content of all tables without timestamps and versions. */
async function contents(clickhouse: ClickHouse): Promise<unknown> {
  return {
    ads: await clickhouse.read(
      'SELECT * EXCEPT (recorded_at, version, added_in, sighting_digest, is_logged) FROM ads FINAL ORDER BY key',
    ),
    snapshots: await clickhouse.read(
      'SELECT * EXCEPT version FROM snapshots FINAL ORDER BY hash, captured_at',
    ),
    events: await clickhouse.read(
      'SELECT * EXCEPT (version, sequence, recorded_in) FROM events FINAL ORDER BY hash, sequence, kind',
    ),
    advertisers: await clickhouse.read(
      'SELECT * EXCEPT (version, first_seen_at, last_seen_at, named_at, name_rank, logo_day, page_url_day, pages) FROM advertisers FINAL ORDER BY name',
    ),
  };
}

const published: OpenAdInput = {
  key: 'google:CR1',
  advertiser: { name: 'Snowboots', externalId: 'AR1', legalName: 'Snowboots Holding GmbH' },
  impressions: { lower: 1000, upper: 2000, kind: 'range' },
  impressionsByCountry: { DE: 1500 },
  spend: { lower: 100, upper: 199, kind: 'range', currency: 'EUR' },
  payer: 'Nordlicht Media GmbH',
  beneficiary: 'Snowboots Holding GmbH',
  targeting: { ages: ['18-65'], genders: ['female'], countries: ['DE'] },
  collationId: '778899',
  coverage: { regions: ['EU'], from: '2026-01-01', until: '2026-04-30', ceiling: 1000 },
  capturedAt: '2026-05-01T00:00:00Z',
};

describe('an export of the index', () => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(postgres);
  });
  afterAll(() => db.close());

  it('has what the library published, also after an import', async () => {
    let lines = [OpenAd.parse(published)];
    for (let round = 0; round < 2; round += 1) {
      const clickhouse = await freshClickHouse('embedded');
      await plainCatalog(clickhouse, db).recordAds(lines, { source: 'test', seenAt });
      const ads = await written(clickhouse);
      const { key: _, advertiser, capturedAt: __, ...facts } = published;
      expect(ads).toMatchObject([facts]);
      expect(ads[0]?.advertiser).toMatchObject({ name: advertiser.name, legalName: advertiser.legalName });
      expect(ads[0]).not.toHaveProperty('legalName');
      lines = ads.map((ad) => OpenAd.parse(JSON.parse(JSON.stringify(ad))));
      await clickhouse.close();
    }
  });

  it('gives the same fields, snapshots and events when imported into another index', async () => {
    const first = await freshClickHouse('embedded');
    const catalog = plainCatalog(first, db);
    const demo = [...demoAds({ ads: 1500, today: '2026-05-01' })].map((ad) => OpenAd.parse(ad));
    await catalog.recordAds(demo, { source: 'demo', seenAt });
    const changed = demo
      .slice(0, 300)
      .map((ad) =>
        Object.assign(ad, { snapshots: [], lastSeenAt: null, status: 'inactive', ctaText: 'Changed' }),
      );
    await catalog.recordAds(changed, { source: 'other', seenAt: new Date('2026-05-03T00:00:00Z') });
    const ads = await written(first);
    const before = await contents(first);
    await first.close();

    const second = await freshClickHouse('embedded');
    const lines = ads.map((ad) => OpenAd.parse(JSON.parse(JSON.stringify(ad))));
    await plainCatalog(second, db).recordAds(lines, { source: 'magpie', seenAt: new Date() });
    expect(lines.length).toBe(1500);
    expect(await contents(second)).toEqual(before);
    expect(await written(second)).toEqual(ads);
    expect(
      await plainCatalog(second, db).recordAds(lines, { source: 'magpie', seenAt: new Date() }),
    ).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1500,
    });
    await second.close();
  });
});
