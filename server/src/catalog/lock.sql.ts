import type { Postgres } from '../kernel/postgres/postgres.ts';

/**
 * Waits until no other node writes to the index, until the transaction ends. Recording reads, merges and
 * writes; two that did so at once would each lose what the other found.
 */
export async function takeTurn(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('magpie catalog'))`);
}
