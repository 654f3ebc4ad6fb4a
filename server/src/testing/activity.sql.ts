import type { Postgres } from '../db/postgres/postgres.ts';

/** Connections of this database that wait inside a transaction for somebody to go on. */
export async function connectionsLeftInTransaction(db: Postgres): Promise<number> {
  const rows = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows.length;
}

/** How many statements wait for a lock that somebody else holds. */
export async function statementsWaitingForLocks(db: Postgres): Promise<number> {
  const rows = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
