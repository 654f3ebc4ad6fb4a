import { Ad, contract, OpenAd, type OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment, unranked } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { adsByHash } from './ads.sql.ts';
import { readCeilings } from './coverage.sql.ts';
import { exportAds } from './exportAds.ts';
import { adHash } from './identity.ts';
import { createPresentation } from './presentation.ts';
import { parseQuery } from './query.ts';
import { searchCondition } from './search/matching.sql.ts';
import { versionsOfPage } from './search/search.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const published: Partial<OpenAdInput> = {
  impressions: { lower: 1000, upper: 4999, kind: 'range' },
  impressionsByCountry: { DE: 2000, FR: 999 },
  spend: { lower: 100, upper: 499.5, kind: 'range', currency: 'EUR' },
  payer: 'Nordlicht Media GmbH',
  beneficiary: 'Verein Saubere Küste',
  targeting: {
    ages: ['18-65'],
    genders: ['female'],
    countries: ['DE'],
    places: ['Kiel'],
    excluded: ['Bremen'],
  },
  collationId: '778899',
  coverage: { regions: ['EU'], from: '2026-01-01' },
};

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
const hash = adHash('meta:1');

async function record(ad: Partial<OpenAdInput>, day: string): Promise<void> {
  const seenAt = new Date(`${day}T00:00:00Z`);
  await plainCatalog(clickhouse, db).recordAds([openAd({ key: 'meta:1', ...ad })], {
    source: 'test',
    seenAt,
  });
}

async function presented(): Promise<Ad | undefined> {
  const { tagDefinitions } = plainEnrichment;
  const present = createPresentation({
    clickhouse,
    tagDefinitions,
    siteAddress: () => 'https://magpie.example',
    readRanking: unranked,
  });
  const [ad] = await present(await adsByHash(clickhouse, [hash]));
  return ad === undefined ? ad : Ad.parse(ad);
}

beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouse('embedded');
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

describe('what a library publishes about an ad', () => {
  it('is null where it publishes nothing', async () => {
    await record({}, '2026-03-01');
    expect(await presented()).toMatchObject({
      impressions: { value: null, lower: null, upper: null, kind: null },
      spend: { value: null, lower: null, upper: null, kind: null, currency: null },
      payer: null,
      beneficiary: null,
      targeting: null,
      collationId: null,
    });
  });

  it('is returned with the ad, and impressions are not reach', async () => {
    await record(published, '2026-03-02');
    expect(await presented()).toMatchObject({
      impressions: { value: 3000, lower: 1000, upper: 4999, kind: 'range' },
      spend: { value: 299.75, lower: 100, upper: 499.5, kind: 'range', currency: 'EUR' },
      reach: { value: null },
      payer: 'Nordlicht Media GmbH',
      beneficiary: 'Verein Saubere Küste',
      targeting: {
        ages: ['18-65'],
        genders: ['female'],
        countries: ['DE'],
        places: ['Kiel'],
        parameters: [],
        excluded: ['Bremen'],
      },
      collationId: '778899',
    });
  });

  it('includes the legal name of the company of this ad', async () => {
    expect((await presented())?.legalName).toBeNull();
    await record({ advertiser: { name: 'Acme', legalName: 'Acme Holding GmbH' } }, '2026-03-02');
    expect((await presented())?.legalName).toBe('Acme Holding GmbH');
  });

  it('stays known after a sighting without it, and changes with a newer one', async () => {
    await record({}, '2026-03-03');
    expect((await presented())?.payer).toBe('Nordlicht Media GmbH');
    await record({ payer: 'Ostwind Media GmbH', spend: { value: 600 } }, '2026-03-04');
    expect(await presented()).toMatchObject({
      payer: 'Ostwind Media GmbH',
      spend: { value: 600, lower: null, upper: null, kind: 'reported', currency: null },
      collationId: '778899',
    });
  });

  it('stays known after a sighting that has only empty records of it', async () => {
    const before = await presented();
    const empty = { impressions: {}, spend: { currency: 'EUR' }, targeting: {}, coverage: {} };
    await record(empty, '2026-03-05');
    expect(await presented()).toMatchObject({
      impressions: before?.impressions,
      spend: before?.spend,
      targeting: before?.targeting,
    });
  });

  it.each([['ostwind'], ['"saubere kuste"']])('finds the ad in a search for %s', async (words) => {
    const filters = { ...contract.ads.search.input.parse({ limit: 10 }), advertiserIds: null };
    const matching = searchCondition(filters, parseQuery(words), '2026-03-05', Number.MAX_SAFE_INTEGER);
    const page = await versionsOfPage(clickhouse, matching, { ...filters, terms: [], offset: 0 }, null);
    expect(page.map((each) => each.hash)).toEqual([hash]);
  });

  it('is part of an export', async () => {
    const exported: OpenAd[] = [];
    for await (const ad of exportAds(clickhouse)) exported.push(OpenAd.parse(ad));
    expect(exported).toMatchObject([
      {
        payer: 'Ostwind Media GmbH',
        impressionsByCountry: { DE: 2000, FR: 999 },
        coverage: { regions: ['EU'], from: '2026-01-01', until: null, ceiling: null },
      },
    ]);
  });

  it('has the ceiling that the library reached, with its newest time in any order of files', async () => {
    const read = (day: string, ceiling: number | null) =>
      record({ key: 'microsoft:1', capturedAt: `${day}T08:00:00Z`, coverage: { ceiling } }, '2026-03-20');
    for (const day of ['2026-03-07', '2026-03-09', '2026-03-08']) await read(day, 1000);
    await read('2026-03-10', null);
    expect(await readCeilings(db)).toEqual([
      { library: 'microsoft', at: '2026-03-09T08:00:00.000Z', limit: 1000 },
    ]);
  });
});
