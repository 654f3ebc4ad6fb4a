import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
const [lane] = clickhouseLanes;
if (postgres === undefined || lane === undefined) throw new Error('there are always the embedded lanes');

describe('answers from the index', () => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let reads = 0;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    const counting: ClickHouseEngine = {
      ...clickhouse,
      read: (statement, parameters) => {
        reads += 1;
        return clickhouse.read(statement, parameters);
      },
    };
    service = await startService(postgres, {}, counting);
    await ingest('meta:1');
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  async function ingest(key: string): Promise<void> {
    const response = await fetch(`${service.address}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.owner.key}`, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ key, advertiser: { name: 'Acme' }, bodies: ['Run further'] })}\n`,
    });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('"acknowledged":1'),
    ]);
  }

  /** The answer, and how often the engine was asked for it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows what it asked for
  async function ask(procedure: string, input: unknown): Promise<[answer: any, reads: number]> {
    const before = reads;
    const { data } = await service.owner.get(procedure, input);
    return [data, reads - before];
  }

  it('are kept until ads are recorded, and are new then', async () => {
    const input = { companyName: 'Acme' };
    const [first] = await ask('brandSpy.getOverview', input);
    expect(first.stats.totalAds).toBe(1);
    expect(await ask('brandSpy.getOverview', input)).toEqual([first, 0]);
    await ingest('meta:2');
    const [second, asked] = await ask('brandSpy.getOverview', input);
    expect([second.stats.totalAds, asked]).toEqual([2, 1]);
  });

  it('are another for another question, and none for a refusal', async () => {
    const [, asked] = await ask('brandSpy.getOverview', { companyName: 'Acme', status: 'active' });
    expect(asked).toBe(1);
    for (const _ of [1, 2]) {
      const [, unknown] = await ask('brandSpy.getOverview', { companyName: 'Nobody' });
      expect(unknown).toBeGreaterThan(0);
    }
  });

  it('are not kept where they depend on who asks', async () => {
    const followed = { companyNames: 'FOLLOWED' };
    expect((await ask('ads.search', followed))[0].total).toBe(0);
    await service.owner.post('companies.follow', { companyName: 'Acme' });
    expect((await ask('ads.search', followed))[0].total).toBe(2);
    const somebody = await service.newcomer();
    expect((await somebody.get('ads.search', followed)).data.total).toBe(0);
  });

  it('are given to nobody without a key', async () => {
    await ask('brandSpy.getOverview', { companyName: 'Acme' });
    const stranger = service.clientWith('mgp_nobody');
    expect((await stranger.get('brandSpy.getOverview', { companyName: 'Acme' })).status).toBe(401);
  });
});
