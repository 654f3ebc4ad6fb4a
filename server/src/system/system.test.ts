import { readFileSync } from 'node:fs';
import type { contract, OutputOf } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';

type Status = OutputOf<typeof contract.system.status>;

/** Each side of either engine once, rather than every pair. */
const lanes = clickhouseLanes.flatMap((index, at) => {
  const postgres = postgresLanes[at % postgresLanes.length];
  return postgres === undefined ? [] : [{ index, postgres }];
});

describe.each(lanes)('the status on $postgres.name and ClickHouse, $index', ({ index, postgres }) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(index);
    service = await startService(postgres, {}, clickhouse);
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const status = async (): Promise<Status> => (await service.owner.get('system.status')).data;
  const record = (source: string, names: Record<string, string>) =>
    plainCatalog(clickhouse, service.db).recordAds(
      Object.entries(names).map(([key, name]) => openAd({ key: `meta:${key}`, advertiser: { name } })),
      { source, seenAt: new Date('2026-03-01T08:00:00Z') },
    );

  it('returns engines and version for an empty index', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await status()).toEqual({
      version,
      engines: { postgres: service.db.description, clickhouse: clickhouse.description, cache: 'memory' },
      ads: 0,
      advertisers: 0,
      sources: [],
      coverage: { libraries: [], countries: [], ceilings: [] },
    });
  });

  it('counts an ad once in total and once per source; lists sources without ads', async () => {
    const before = Date.now();
    await record('zeta', { 1: 'Acme', 2: 'Acme' });
    await record('alpha', { 2: 'Acme', 3: 'Globex' });
    await record('meta-api', { 1: 'Acme', 2: 'Acme', 3: 'Globex' });
    await record('nothing-new', {});
    // What this node has kept of the index is as old as a second.
    await expect.poll(status, { timeout: 60_000 }).toMatchObject({
      ads: 3,
      advertisers: 2,
      sources: [
        { source: 'meta-api', ads: 3 },
        { source: 'alpha', ads: 2 },
        { source: 'zeta', ads: 2 },
        { source: 'nothing-new', ads: 0 },
      ],
      coverage: { libraries: [{ library: 'meta', ads: 3 }], countries: [], ceilings: [] },
    });
    for (const { lastImportAt } of (await status()).sources) {
      expect(Date.parse(lastImportAt ?? '')).toBeGreaterThan(before - 60_000);
    }
  });

  it('lastImportAt is null for a source without a recorded import', async () => {
    await service.db.query(`DELETE FROM source_freshness WHERE source = 'zeta'`);
    await record('alpha', {});
    await expect
      .poll(async () => (await status()).sources.find(({ source }) => source === 'zeta'), { timeout: 60_000 })
      .toEqual({ source: 'zeta', ads: 2, lastImportAt: null });
  });

  it('shows paths and addresses of engines only to owners, also from the cache', async () => {
    const somebody = await service.newcomer();
    const enginesFor = async (client: Client): Promise<Status['engines']> =>
      (await client.get('system.status')).data.engines;
    const all = { postgres: service.db.description, clickhouse: clickhouse.description, cache: 'memory' };
    const named = {
      postgres: expect.stringMatching(/^PostgreSQL [\d.]+$/),
      clickhouse: expect.stringMatching(/^ClickHouse [\d.]+$/),
      cache: 'memory',
    };
    for (const _ of ['computed', 'cached']) {
      expect(await enginesFor(somebody)).toEqual(named);
      expect(await enginesFor(service.owner)).toEqual(all);
    }
  });

  it('403 for a key without the scope read', async () => {
    expect((await (await service.keyWith('write')).get('system.status')).status).toBe(403);
  });
});
