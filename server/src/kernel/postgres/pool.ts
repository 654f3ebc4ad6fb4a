import { DatabaseError, Pool, type PoolConfig } from 'pg';
import type { Logger } from '../log.ts';
import type { Postgres } from './postgres.ts';
import * as sql from './session.sql.ts';
import { execute } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { columnTypes } from './types.ts';

export interface PostgresPool extends Postgres {
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What the pool asks of every connection, in milliseconds: a request waits ten seconds for a connection
 * and thirty for a statement; a transaction that its code forgot gives its locks back after a minute.
 */
const sessionSettings = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  // For a server that hangs and so does not keep its own time.
  query_timeout: 35_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c TimeZone=UTC',
} as const;

const defaultSize = 10;

export function createPool(connection: PoolConfig, log: Logger, size = defaultSize): PostgresPool {
  const pool = new Pool({ ...sessionSettings, ...connection, max: size, types: columnTypes });
  // Either event would end the process if nobody listened. The pool itself drops a connection lost while
  // idle; one lost in use fails its statement, and the loss is reported there.
  pool.on('error', (error) => log.warn({ err: error }, 'An idle PostgreSQL connection was lost.'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: (statement, values) => query(pool, statement, values),
    transaction: (work) => inTransaction(pool, work),
    ping: async () => void (await query(pool, sql.ping)),
    close: () => pool.end(),
  };
}

async function query<Row>(pool: Pool, statement: string, values?: readonly unknown[]): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const { rows } = await execute<Row>(client, statement, values);
    client.release();
    return rows;
  } catch (error) {
    client.release(!leavesConnectionUsable(error));
    throw error;
  }
}

/** The driver's own pool reconnects after every refused statement, which costs far more than the statement. */
function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
