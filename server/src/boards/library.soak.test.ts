import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { withParallelClients } from '../testing/libraryTraffic.ts';
import { everyPostgresLane } from '../testing/postgres.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

describe.each(everyPostgresLane)('32 clients on the same boards, on $name', (lane) => {
  it('for 30 seconds lose no update, create no duplicates, and keep every order dense', async () => {
    expect(await withParallelClients(lane, clickhouse, 30_000, [])).toEqual([]);
  });
});
