import type { Postgres } from '../db/postgres/postgres.ts';

/** Queries shared by imports of boards and saved ads. */

/** Ignores the case of the address. */
export async function findUserIdByEmail(db: Postgres, email: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM users WHERE lower(email) = lower($1)`, [email]);
  return rows[0]?.id;
}

export interface ExistingBoard {
  readonly id: number;
  readonly name: string;
  readonly parentBoardId: number | null;
  /** In UTC, to the microsecond. */
  readonly createdAt: string;
}

/** The boards of a scope, in order. */
export function boardsOfScope(db: Postgres, scope: string): Promise<ExistingBoard[]> {
  return db.query<ExistingBoard>(
    `SELECT id, name, parent_board_id AS "parentBoardId",
       to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"
     FROM boards
     WHERE scope = $1
     ORDER BY position, id`,
    [scope],
  );
}

export interface ExistingSavedAd {
  readonly id: number;
  readonly hash: string;
  readonly savedAt: Date;
  readonly incomplete: boolean;
  readonly hasNote: boolean;
  readonly boardIds: readonly number[];
}

/** The ads among these that are saved in a scope. */
export function findSavedAds(
  db: Postgres,
  scope: string,
  hashes: readonly string[],
): Promise<ExistingSavedAd[]> {
  return db.query<ExistingSavedAd>(
    `SELECT id, ad_hash AS hash, saved_at AS "savedAt", incomplete, note IS NOT NULL AS "hasNote",
       ARRAY (SELECT board_id FROM board_ads WHERE saved_ad_id = saved.id) AS "boardIds"
     FROM saved_ads saved
     WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
}
