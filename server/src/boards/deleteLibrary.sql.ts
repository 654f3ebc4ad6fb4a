import type { Postgres } from '../db/postgres/postgres.ts';

/** Deletes up to `most` saved ads of a scope with their board links; returns how many. */
export async function deleteSomeSavedAds(tx: Postgres, scope: string, most: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM saved_ads WHERE id IN (SELECT id FROM saved_ads WHERE scope = $1 LIMIT $2) RETURNING id`,
    [scope, most],
  );
  return rows.length;
}

/** Deletes the empty boards of a scope and its cursor tombstones. */
export async function deleteBoardsOf(tx: Postgres, scope: string): Promise<void> {
  await tx.query(`DELETE FROM boards WHERE scope = $1`, [scope]);
  await tx.query(`DELETE FROM forgotten_ads WHERE scope = $1`, [scope]);
}
