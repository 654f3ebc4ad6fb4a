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

/** Other actions run too, but may never succeed in such a short time. */
const awaited = ['save', 'takeOff', 'order', 'create', 'team'];

describe.each(everyPostgresLane)('32 clients on the same boards, on $name', (lane) => {
  it('for a second lose no update, create no duplicates, and keep every order dense', async () => {
    const neverThrough = await withParallelClients(lane, clickhouse, 1000, awaited);
    expect(neverThrough.filter((operation) => awaited.includes(operation))).toEqual([]);
  });
});
