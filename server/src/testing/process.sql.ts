/** Whether a statement in this database waits for a lock that somebody holds. */
export const somebodyWaits = `SELECT EXISTS (
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE pg_database.datname = current_database() AND NOT pg_locks.granted
) AS waits`;

/** Waits for whoever uses the table, and then keeps everybody out until the transaction ends. */
export const lockOut = (table: 'boards' | 'users' | 'api_keys'): string =>
  `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`;
