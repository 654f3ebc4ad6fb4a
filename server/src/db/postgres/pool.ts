import { DatabaseError, Pool, type PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from './postgres.ts';
import * as sql from './session.sql.ts';
import { execute } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { columnTypes } from './types.ts';

export interface PostgresPool extends Postgres {
  /** Connections of their own for exports, which last long: no request waits behind one. */
  readonly forExports: Postgres;
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
  // Whatever the database or the account has of its own: values are read as these write them.
  options: '-c TimeZone=UTC -c DateStyle=ISO,MDY -c IntervalStyle=postgres -c extra_float_digits=1',
} as const;

/** For connections that wait for locks, for the network and for disks as long as these take. */
export const withoutTimeouts = {
  statement_timeout: 0,
  query_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
} as const;

const defaultSize = 10;

/** As many as there are exports at once (`http/exportCsv.ts`, `http/accountExport.ts`), so that none waits for another. */
const exportConnections = 6;

/**
 * Single statements and transactions have connections of their own: transactions wait for each other's locks, and who
 * only reads does not wait with them.
 */
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
  // Either event would end the process if nobody listened. The pool itself drops a connection lost while
  // idle; one lost in use fails its statement, and the loss is reported there.
  pool.on('error', (error) => log.warn({ err: error }, 'An idle PostgreSQL connection was lost.'));
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

/** The driver's own pool reconnects after every refused statement, which costs far more than the statement. */
function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
