/** Whether a statement in this database waits for a lock that somebody holds. */
export const somebodyWaits = `SELECT EXISTS (
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
) AS waits`;

/** Takes an exclusive lock until the transaction ends. */
export const lockOut = (table: 'boards' | 'users' | 'api_keys' | 'kept_media' | 'rule_firings'): string =>
  `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`;
