import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { type ClickHouseServer, freshClickHouseServer } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { emptyIndex, recordInChild } from '../testing/recordingNodes.ts';
import { closeInterrupted } from './recordings.ts';
import { hasOpenRecordings, newestNumber, newestRecording } from './writeLock.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseServer;
beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouseServer();
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

/** Two nodes have the ads 3 to 5 in common. */
const shares = [0, 3].map((from, node) => ({
  ads: [0, 1, 2, 3, 4, 5].map((offset) => ({
    key: `meta:${from + offset}`,
    advertiser: { name: `Brand ${(from + offset) % 2}` },
    platforms: [node === 0 ? ('facebook' as const) : ('instagram' as const)],
    landingPageUrl: `https://brand.example/${from + offset}`,
    engagement: { likes: node },
    capturedAt: `2026-03-0${node + 1}T00:00:00Z`,
  })),
  sighting: { source: `node ${node}`, seenAt: '2026-03-05T00:00:00.000Z' },
}));

/** What is independent of the order of the recordings. */
async function readOrderless() {
  const select = (statement: string) => clickhouse.read(`${statement} ORDER BY ALL`);
  return {
    ads: await select(
      `SELECT key, advertiser_id, arraySort(platforms) AS platforms, arraySort(sources) AS sources, likes, last_seen_at
       FROM ads FINAL`,
    ),
    snapshots: await select('SELECT * EXCEPT version FROM snapshots FINAL'),
    launches: await select(
      `SELECT hash, count() AS launches FROM events FINAL WHERE kind = 'launched' GROUP BY hash`,
    ),
    trends: await select('SELECT day, hash, advertiser_id, engagement FROM trending_ads FINAL'),
    advertisers: await select('SELECT * EXCEPT (version, first_seen_at) FROM advertisers FINAL'),
    totals: await select('SELECT * EXCEPT built_at FROM advertiser_totals FINAL'),
  };
}

const alive = Number.MAX_SAFE_INTEGER;

it('two nodes of which either is killed at any write lose nothing and record nothing twice', async () => {
  await emptyIndex(clickhouse);
  const alone = plainCatalog(clickhouse, db);
  for (const { ads, sighting } of shares) {
    await alone.recordAds(
      ads.map((ad) => openAd(ad)),
      { ...sighting, seenAt: new Date(sighting.seenAt) },
    );
  }
  await alone.optimize();
  const expected = await readOrderless();
  let isKilled = true;
  for (let writes = 1; isKilled; writes += 1) {
    isKilled = false;
    for (const victim of [0, 1]) {
      await emptyIndex(clickhouse);
      const outcomes = await Promise.all(
        shares.map((share, node) =>
          recordInChild({ clickhouse, db }, { ...share, dieAfter: node === victim ? writes : alive }),
        ),
      );
      isKilled ||= outcomes[victim] ?? false;
      for (const share of shares.slice(victim, victim + 1)) {
        expect(await recordInChild({ clickhouse, db }, { ...share, dieAfter: alive })).toBe(false);
      }
      await closeInterrupted(clickhouse, db);
      expect([writes, victim, await hasOpenRecordings(db)]).toEqual([writes, victim, false]);
      expect(await newestRecording(db)).toBe(await newestNumber(db));
      await alone.optimize();
      expect([writes, victim, await readOrderless()]).toEqual([writes, victim, expected]);
    }
  }
});
