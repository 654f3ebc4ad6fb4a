import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { Sighting } from './merge.ts';

/**
 * Waits until no other node writes to the index, until the transaction ends. Recording reads, merges and
 * writes; two that did so at once would each lose what the other found.
 */
export async function takeTurn(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('magpie catalog'))`);
}

/** When each source last told of ads. */
export async function noteFreshness(tx: Postgres, { source }: Sighting): Promise<void> {
  await tx.query(
    `INSERT INTO source_freshness (source, last_import_at) VALUES ($1, now())
     ON CONFLICT (source) DO UPDATE SET last_import_at = now()`,
    [source],
  );
}
