import { demoAds } from '@magpie/demo/demoAds';
import { OpenAd, type Coverage } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { coverLaunched, libraryOfKey, toCoverage } from './coverage.ts';
import { readCoveredGroups } from './coverage.sql.ts';
import { advertiserId, buildAdKey } from './identity.ts';

const today = '2026-11-19';
const seenAt = new Date('2026-11-18T12:00:00Z');
const ads = [...demoAds({ ads: 400, today })].map((ad) => OpenAd.parse(ad));

let clickhouse: ClickHouseEngine;
let db: PostgresEngine;
beforeAll(async () => {
  [clickhouse, db] = await Promise.all([freshClickHouse('embedded'), freshDatabase(embeddedPostgres())]);
  await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt });
});
afterAll(() => Promise.all([clickhouse.close(), db.close()]));

function embeddedPostgres(): (typeof postgresLanes)[number] {
  const [lane] = postgresLanes;
  if (lane === undefined) throw new Error('there is an embedded PostgreSQL');
  return lane;
}

function countsOf({ libraries }: Coverage): Record<string, number> {
  return Object.fromEntries(libraries.map(({ library, ads: count }) => [library, count]));
}

function countExpected(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const ad of ads) {
    const library = libraryOfKey(buildAdKey(ad));
    counts[library] = (counts[library] ?? 0) + 1;
  }
  return counts;
}

describe('the coverage of all ads', () => {
  it('is the same if it is read in ranges of advertisers', async () => {
    const whole = await readCoveredGroups(clickhouse, today, 90);
    const inRanges = await readCoveredGroups(clickhouse, today, 90, 30);
    expect(inRanges).toHaveLength(whole.length);
    expect(toCoverage(inRanges)).toEqual(toCoverage(whole));
    expect(countsOf(toCoverage(whole))).toEqual(countExpected());
    for (const window of [{ windowDays: 7 }, { windowDays: 90, country: 'US' }] as const) {
      const launched = coverLaunched(whole, today, window);
      expect(launched.libraries.length).toBeGreaterThan(0);
      expect(coverLaunched(inRanges, today, window)).toEqual(launched);
    }
  });

  it('counts an ad once while a replaced row is not merged yet', async () => {
    const before = toCoverage(await readCoveredGroups(clickhouse, today, 90));
    await clickhouse.write('OPTIMIZE TABLE ads FINAL');
    await clickhouse.write('SYSTEM STOP MERGES ads');
    const id = advertiserId(ads[0]?.advertiser.name ?? '');
    await clickhouse.write(
      `INSERT INTO ads SELECT * REPLACE (version + 1 AS version) FROM ads WHERE advertiser_id = ${id}`,
    );
    expect(toCoverage(await readCoveredGroups(clickhouse, today, 90, 100))).toEqual(before);
  });
});
