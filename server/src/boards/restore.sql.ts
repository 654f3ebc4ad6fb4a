import type { Postgres } from '../db/postgres/postgres.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import type { SavedAdColumns } from './savedAdColumns.ts';
import { filterColumns, markAdded, type Owner } from './savedAds.sql.ts';

export interface BoardToRestore {
  readonly authorId: string;
  readonly teamId: number | null;
  readonly name: string;
  readonly slug: string | null;
  readonly description: string | null;
  readonly position: number;
  readonly published: boolean;
  readonly views: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Inserts a board from an archive; undefined if its slug is taken. */
export async function restoreBoard(tx: Postgres, board: BoardToRestore): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO boards
       (author_id, team_id, name, slug, description, position, published, views, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (slug) DO NOTHING
     RETURNING id`,
    [
      board.authorId,
      board.teamId,
      board.name,
      board.slug,
      board.description,
      board.position,
      board.published,
      board.views,
      board.createdAt,
      board.updatedAt,
    ],
  );
  return rows[0]?.id;
}

/** Sets the parents of boards without changing `updated_at`. */
export async function restoreParents(
  tx: Postgres,
  pairs: readonly (readonly [board: number, parent: number])[],
): Promise<void> {
  await tx.query(
    `UPDATE boards board
     SET parent_board_id = pair.parent
     FROM unnest($1::bigint[], $2::bigint[]) AS pair (board, parent)
     WHERE board.id = pair.board`,
    [pairs.map(([board]) => board), pairs.map(([, parent]) => parent)],
  );
}

export interface SavedAdToRestore {
  readonly hash: string;
  readonly savedAt: string;
  readonly note: string | null;
  readonly incomplete: boolean;
  readonly columns: SavedAdColumns;
  readonly ad: SavedSnapshot;
}

/** Inserts new saved ads in order; returns their ids by hash. */
export async function restoreSavedAds(
  tx: Postgres,
  { userId, teamId }: Owner,
  ads: readonly SavedAdToRestore[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; hash: string }>(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, incomplete, ${filterColumns})
       SELECT $1, $2, ad_hash, saved_at, note, incomplete, ${filterColumns}
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
      JSON.stringify(ads.map(rowOf)),
      JSON.stringify(ads.map(({ hash, ad }) => ({ hash, ad }))),
    ],
  );
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/** JSON cannot represent Infinity, but PostgreSQL parses it from text. */
function rowOf({ hash, savedAt, note, incomplete, columns }: SavedAdToRestore): object {
  const named = Object.entries(columns).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return { ad_hash: hash, saved_at: savedAt, note, incomplete, ...Object.fromEntries(named) };
}

export interface LinkToRestore {
  readonly boardId: number;
  readonly savedAdId: number;
  readonly addedAt: string;
}

/** Links saved ads to boards of the same scope, unless already linked. */
export async function restoreLinks(tx: Postgres, links: readonly LinkToRestore[]): Promise<void> {
  await tx.query(
    `INSERT INTO board_ads (board_id, saved_ad_id, added_at)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[])
     ON CONFLICT DO NOTHING`,
    [
      links.map(({ boardId }) => boardId),
      links.map(({ savedAdId }) => savedAdId),
      links.map(({ addedAt }) => addedAt),
    ],
  );
}
