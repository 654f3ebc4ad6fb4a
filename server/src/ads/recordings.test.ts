import { EventEmitter, once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { createLog } from '../config/log.ts';
import { createPool } from '../db/postgres/pool.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { alignRecordings } from './recordings.ts';
import { lockForRecording, newestRecording } from './writeLock.sql.ts';

/** An index that has ads of this recording and no events. */
function indexOf(newest: number): ClickHouse {
  return {
    read: <Row>(statement: string) =>
      Promise.resolve((statement.includes('max(added_in)') ? [{ newest }] : []) as Row[]),
    write: () => Promise.resolve(),
    insert: () => Promise.resolve(),
  };
}

describe.each(postgresLanes)('recordings on $name', (lane) => {
  it('of another node are awaited at startup', async () => {
    const db = await freshDatabase(lane);
    onTestFinished(() => db.close());
    const impatient = createPool({ ...db.connection, query_timeout: 1000 }, createLog('silent'), 2);
    onTestFinished(() => impatient.close());
    const events = new EventEmitter();
    const isBegun = once(events, 'begun');
    const order: string[] = [];
    const recording = db.transaction(async (tx) => {
      await lockForRecording(tx);
      events.emit('begun');
      await tx.query('SELECT pg_sleep(1.5)');
      order.push('recorded');
    });
    await isBegun;
    await alignRecordings(indexOf(2), impatient);
    order.push('aligned');
    await recording;
    expect(order).toEqual(['recorded', 'aligned']);
    expect(await newestRecording(db)).toBe(2);
  });
});
