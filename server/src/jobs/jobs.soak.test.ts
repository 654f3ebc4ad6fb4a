import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase, everyPostgresLane } from '../testing/postgres.ts';
import {
  cleanUp,
  databaseUrlOf,
  enqueueJob,
  lockTable,
  makeDataFolder,
  startServer,
  untilSomebodyWaits,
} from '../testing/process.ts';

afterEach(cleanUp);

describe.each(everyPostgresLane)('a worker killed in the middle of a job, on PostgreSQL $name', (lane) => {
  it('is detected by its missing heartbeat, and another node runs the job', async () => {
    const db = await freshDatabase(lane);
    const settings = { DATABASE_URL: databaseUrlOf(db) };
    const worker = await startServer(makeDataFolder(), settings);
    const release = await lockTable(db, 'api_keys');
    const jobId = await enqueueJob(db.connection, 'housekeeping');
    await untilSomebodyWaits(db);
    await worker.end('SIGKILL');
    await release();
    const stateOf = async (): Promise<unknown> => {
      const [job] = await db.query<{ state: string; retry_count: number }>(
        'SELECT state, retry_count FROM jobs.job WHERE id = $1',
        [jobId],
      );
      return job;
    };
    expect(await stateOf()).toEqual({ state: 'active', retry_count: 0 });

    const other = await startServer(makeDataFolder(), settings);
    await vi.waitFor(async () => expect(await stateOf()).toEqual({ state: 'completed', retry_count: 1 }), {
      timeout: 300_000,
      interval: 500,
    });
    await other.end('SIGTERM');
    await db.close();
  });
});
