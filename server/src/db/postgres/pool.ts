import { DatabaseError, Pool, type PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import * as sql from './session.sql.ts';
import { execute, type Postgres, columnTypes } from './statement.ts';
import { inTransaction } from './transaction.ts';

export interface PostgresPool extends Postgres {
  /** Separate connections for exports, which take long: no request waits behind one. */
  readonly forExports: Postgres;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Timeouts of every connection, in milliseconds: a request waits ten seconds for a connection and thirty for a
 * statement; a leaked transaction releases its locks after a minute.
 */
const sessionSettings = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  // For a server that hangs and does not apply its own timeout.
  query_timeout: 35_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  // Overrides settings of the database and the account: the parsers of values expect these formats.
  options: '-c TimeZone=UTC -c DateStyle=ISO,MDY -c IntervalStyle=postgres -c extra_float_digits=1',
} as const;

export const withoutTimeouts = {
  statement_timeout: 0,
  query_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
} as const;

const defaultSize = 10;

/** The number of concurrent exports (`http/exportCsv.ts`, `http/accountExport.ts`), so that none waits for another. */
const exportConnections = 6;

/** Transactions wait for each other's locks, and single statements must not wait with them. */
export function createPool(connection: PoolConfig, log: Logger, size = defaultSize): PostgresPool {
  const forTransactions = Math.ceil(size / 2);
  const transactions = connections(connection, log, forTransactions);
  const statements = connections(connection, log, Math.max(1, size - forTransactions));
  const exports = connections(connection, log, exportConnections);
  return {
    query: (statement, values) => query(statements, statement, values),
    transaction: (work) => inTransaction(transactions, work),
    forExports: {
      query: (statement, values) => query(exports, statement, values),
      transaction: (work) => inTransaction(exports, work),
    },
    ping: async () => void (await query(statements, sql.ping)),
    close: async () => void (await Promise.all([statements.end(), transactions.end(), exports.end()])),
  };
}

function connections(connection: PoolConfig, log: Logger, max: number): Pool {
  const pool = new Pool({ ...sessionSettings, ...connection, max, types: columnTypes });
  // Without a listener either event would end the process. The pool drops a connection that is lost while idle;
  // one lost in use fails its statement, which reports it.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'idle PostgreSQL connection lost');
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
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

/** The driver's pool would reconnect after every failed statement, which costs far more than the statement. */
function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
