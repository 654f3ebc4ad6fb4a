import type { Stage } from '@magpie/contract';
import { toColumns } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { ArchivedAd, ArchivedBoard } from './archive/format.ts';
import type { StoredBoard } from './boards.sql.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import type { SavedAdColumns } from './savedAdColumns.ts';
import { filterColumns, markAdded, type LibraryOwner } from './savedAds.sql.ts';

/** Ignores the case of the address. */
export async function findUserIdByEmail(db: Postgres, email: string) {
  const rows = await db.query<{ id: string }>(`SELECT id FROM users WHERE lower(email) = lower($1)`, [email]);
  return rows[0]?.id;
}

export interface ExistingBoard extends Pick<StoredBoard, 'id' | 'name' | 'parentBoardId'> {
  /** In UTC, to the microsecond. */
  readonly createdAt: string;
}

export function boardsOfScope(db: Postgres, scope: string) {
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
  readonly hasStage: boolean;
  readonly boardIds: readonly number[];
}

export function findSavedAds(db: Postgres, scope: string, hashes: readonly string[]) {
  return db.query<ExistingSavedAd>(
    `SELECT id, ad_hash AS hash, saved_at AS "savedAt", incomplete, note IS NOT NULL AS "hasNote", stage IS NOT NULL AS "hasStage",
       ARRAY (SELECT board_id FROM board_ads WHERE saved_ad_id = saved.id) AS "boardIds"
     FROM saved_ads saved
     WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
}

interface BoardToRestore extends Omit<ArchivedBoard, 'board' | 'owner' | 'author' | 'parent' | 'order'> {
  readonly authorId: string;
  readonly teamId: number | null;
  readonly position: number;
}

export async function restoreBoard(tx: Postgres, board: BoardToRestore) {
  const { authorId, teamId, name, slug, description, position } = board;
  const { published, views, createdAt, updatedAt } = board;
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO boards
       (author_id, team_id, name, slug, description, position, published, views, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (slug) DO NOTHING
     RETURNING id`,
    [authorId, teamId, name, slug, description, position, published, views, createdAt, updatedAt],
  );
  return rows[0]?.id;
}

export async function restoreParents(
  tx: Postgres,
  pairs: readonly (readonly [board: number, parent: number])[],
) {
  await tx.query(
    `UPDATE boards board
     SET parent_board_id = pair.parent
     FROM unnest($1::bigint[], $2::bigint[]) AS pair (board, parent)
     WHERE board.id = pair.board`,
    [pairs.map(([board]) => board), pairs.map(([, parent]) => parent)],
  );
}

interface SavedAdToRestore extends Pick<ArchivedAd, 'hash' | 'savedAt' | 'note' | 'incomplete'> {
  readonly stage: Stage | null;
  readonly columns: SavedAdColumns;
  readonly ad: SavedSnapshot;
}

export async function restoreSavedAds(
  tx: Postgres,
  { userId, teamId }: LibraryOwner,
  ads: readonly SavedAdToRestore[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; hash: string }>(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, stage, incomplete, ${filterColumns})
       SELECT $1, $2, ad_hash, saved_at, note, stage, incomplete, ${filterColumns}
       FROM json_populate_recordset(NULL::saved_ads, $3)
       RETURNING id, ad_hash
     ), ${markAdded}, snapshots AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad)
       SELECT id, ad FROM added JOIN json_to_recordset($4) AS given (hash text, ad jsonb) ON given.hash = ad_hash
     )
     SELECT id, ad_hash AS hash FROM added`,
    [
      userId,
      teamId,
      JSON.stringify(ads.map(toRow)),
      JSON.stringify(ads.map(({ hash, ad }) => ({ hash, ad }))),
    ],
  );
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/** JSON cannot represent Infinity, but PostgreSQL parses it from text. */
function toRow({ hash, savedAt, note, stage, incomplete, columns }: SavedAdToRestore): object {
  const named = Object.entries(columns).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return { ad_hash: hash, saved_at: savedAt, note, stage, incomplete, ...Object.fromEntries(named) };
}

export interface LinkToRestore {
  readonly boardId: number;
  readonly savedAdId: number;
  readonly addedAt: string;
}

export async function restoreLinks(tx: Postgres, links: readonly LinkToRestore[]) {
  await tx.query(
    `INSERT INTO board_ads (board_id, saved_ad_id, added_at)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[])
     ON CONFLICT DO NOTHING`,
    toColumns(links, 'boardId', 'savedAdId', 'addedAt'),
  );
}

export interface IncompleteAd {
  readonly id: number;
  readonly scope: string;
  readonly hash: string;
}

export function incompleteAdsAfter(db: Postgres, id: number, limit: number) {
  return db.query<IncompleteAd>(
    `SELECT id, scope, ad_hash AS hash FROM saved_ads WHERE incomplete AND id > $1 ORDER BY id LIMIT $2`,
    [id, limit],
  );
}
