import { procedureBase } from '@magpie/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
const [lane] = clickhouseLanes;
if (postgres === undefined || lane === undefined) throw new Error('there are always the embedded lanes');

describe('responses from the ad index', () => {
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

  /** The response, and the number of reads of the engine. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape
  async function query(procedure: string, input: unknown): Promise<[data: any, reads: number]> {
    const before = reads;
    const { data } = await service.owner.get(procedure, input);
    return [data, reads - before];
  }

  it.each([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }])(
    'are the same from the cache with and without the routes of Fastify: %o',
    async (accepted) => {
      const { address, owner } = service;
      const authorization = `Bearer ${owner.key}`;
      const input = encodeURIComponent(JSON.stringify({ windowDays: 30 }));
      for (const path of [`trending.topTagsByEngagement?input=${input}`, 'system.status']) {
        const send = async (more: object) => {
          const headers = { 'accept-encoding': 'identity', ...accepted, authorization, ...more };
          const response = await fetch(`${address}${procedureBase}/${path}`, { headers });
          const received = Object.fromEntries(response.headers);
          for (const name of ['date', 'age', 'x-request-id', 'ratelimit']) delete received[name];
          for (const name of ['remaining', 'reset']) delete received[`x-ratelimit-${name}`];
          return { status: response.status, received, text: await response.text() };
        };
        await send({});
        // A query ignores the key, but it is checked.
        expect(await send({})).toEqual(await send({ 'idempotency-key': 'unused' }));
      }
    },
  );

  it('are cached until ads are recorded', async () => {
    const input = { companyName: 'Acme' };
    const [first] = await query('brandSpy.getOverview', input);
    expect(first.stats.totalAds).toBe(1);
    expect(await query('brandSpy.getOverview', input)).toEqual([first, 0]);
    await ingest('meta:2');
    const [second, readCount] = await query('brandSpy.getOverview', input);
    expect([second.stats.totalAds, readCount]).toEqual([2, 1]);
  });

  it('are cached per input; errors are not cached', async () => {
    const [, readCount] = await query('ads.search', { searchQuery: 'further', limit: 1 });
    expect(readCount).toBeGreaterThan(0);
    expect((await query('ads.search', { searchQuery: 'further', limit: 2 }))[1]).toBeGreaterThan(0);
    expect((await query('ads.search', { searchQuery: 'further', limit: 1 }))[1]).toBe(0);
    for (const _ of [1, 2]) {
      const [, unknown] = await query('brandSpy.getOverview', { companyName: 'Nobody' });
      expect(unknown).toBeGreaterThan(0);
    }
  });

  it('are not cached if they depend on the caller', async () => {
    const followed = { companyNames: 'FOLLOWED' };
    expect((await query('ads.search', followed))[0].total).toBe(0);
    await service.owner.post('companies.follow', { companyName: 'Acme' });
    expect((await query('ads.search', followed))[0].total).toBe(2);
    const somebody = await service.newcomer();
    expect((await somebody.get('ads.search', followed)).data.total).toBe(0);
  });

  it('need a key', async () => {
    await query('brandSpy.getOverview', { companyName: 'Acme' });
    const stranger = service.clientWith('mgp_nobody');
    expect((await stranger.get('brandSpy.getOverview', { companyName: 'Acme' })).status).toBe(401);
  });
});
