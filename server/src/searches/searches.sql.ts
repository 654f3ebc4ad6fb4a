import type { SavedSearch } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

export type SearchRow = WithDates<SavedSearch, 'createdAt' | 'updatedAt'>;

const columns = `id, name, filters, created_at AS "createdAt", updated_at AS "updatedAt"`;

export function listSearches(db: Postgres, userId: string) {
  return db.query<SearchRow>(
    `SELECT ${columns} FROM saved_searches WHERE user_id = $1 ORDER BY lower(name) COLLATE "C", id`,
    [userId],
  );
}

/** Serializes creation per user until the transaction ends, so that the quota holds. */
export async function lockSearchCreation(tx: Postgres, userId: string) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('saved searches of ' || $1, 0))`, [userId]);
}

export async function countSearches(db: Postgres, userId: string) {
  const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM saved_searches WHERE user_id = $1`, [
    userId,
  ]);
  return row?.count ?? 0;
}

export async function insertSearch(
  tx: Postgres,
  userId: string,
  { name, filters }: Pick<SavedSearch, 'name' | 'filters'>,
) {
  const [row] = await tx.query<SearchRow>(
    `INSERT INTO saved_searches (user_id, name, filters) VALUES ($1, $2, $3) RETURNING ${columns}`,
    [userId, name, JSON.stringify(filters)],
  );
  return row;
}

interface SearchChange {
  readonly name?: string | undefined;
  readonly filters?: SavedSearch['filters'] | undefined;
}

/** Undefined if the person has no such search. */
export async function updateSearch(
  tx: Postgres,
  userId: string,
  id: number,
  { name, filters }: SearchChange,
) {
  const [row] = await tx.query<SearchRow>(
    `UPDATE saved_searches
     SET name = coalesce($3, name), filters = coalesce($4::jsonb, filters), updated_at = now()
     WHERE user_id = $1 AND id = $2
     RETURNING ${columns}`,
    [userId, id, name ?? null, filters === undefined ? null : JSON.stringify(filters)],
  );
  return row;
}

export async function deleteSearch(tx: Postgres, userId: string, id: number): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM saved_searches WHERE user_id = $1 AND id = $2 RETURNING id`, [
    userId,
    id,
  ]);
  return rows.length > 0;
}
