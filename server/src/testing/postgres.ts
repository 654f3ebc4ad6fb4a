import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createLog } from '../config/log.ts';
import { createPool, type PostgresPool } from '../db/postgres/pool.ts';
import { openServer, type PostgresEngine } from '../db/postgres/postgres.ts';
import { createDatabase, dropDatabase } from './postgres.sql.ts';
import {
  type LaneConnection,
  type PostgresLane,
  runOn,
  serverFor,
  templateDatabase,
} from './postgresLane.ts';

export type { PostgresLane };

const log = createLog('silent');
const lanes = inject('postgresLanes');

/** For suites about PostgreSQL itself: the embedded engine and, where one is installed, a server. */
export const everyPostgresLane: readonly PostgresLane[] = lanes.filter((lane) => lane.available);

/**
 * For all other suites: one lane is enough, since `preparedStatements.ts` prepares every statement on the others.
 * `npm run test:soak` runs them on all.
 */
export const postgresLanes: readonly PostgresLane[] =
  process.env['MAGPIE_TEST_LANES'] === 'all' ? everyPostgresLane : everyPostgresLane.slice(0, 1);

/** For `describe.skip`, so that a report shows what did not run. */
export const missingPostgresLanes: readonly PostgresLane[] = lanes.filter((lane) => !lane.available);

/** A migrated database of the test's own, a copy made in milliseconds. Closing the engine drops it. */
export async function freshDatabase(lane: PostgresLane, poolSize = 5): Promise<PostgresEngine> {
  const database = await makeDatabase(lane, templateDatabase);
  const server = serverFor(lane.name, database.connection, database.drop);
  return openServer(server, log, poolSize);
}

export interface EmptyDatabase extends PostgresPool {
  readonly connection: LaneConnection;
}

/** The same without any table. */
export async function emptyDatabase(lane: PostgresLane): Promise<EmptyDatabase> {
  const { connection, drop } = await makeDatabase(lane, 'template1');
  const pool = createPool(connection, log, 5);
  const close = async (): Promise<void> => {
    await pool.close();
    await drop();
  };
  return { ...pool, connection, close };
}

export async function makeDatabase(
  { name, connection }: PostgresLane,
  template: string,
): Promise<{ connection: LaneConnection; drop: () => Promise<void> }> {
  if (connection === null) throw new Error(`This machine has no PostgreSQL for the lane ${name}.`);
  const database = `test_${randomBytes(8).toString('hex')}`;
  await runOn(connection, createDatabase(database, template));
  return { connection: { ...connection, database }, drop: () => runOn(connection, dropDatabase(database)) };
}

/** The address of a database, for what takes one. */
export function addressOf({ host, port, user, password, database }: LaneConnection): string {
  const socket = host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : '';
  const authority = `${user}:${encodeURIComponent(password)}@${socket === '' ? host : 'localhost'}:${port}`;
  return `postgres://${authority}/${database}${socket}`;
}
