import type { Board } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

/** A board without its ad count, which is slow to compute for large boards. */
export type StoredBoard = WithDates<Omit<Board, 'adCount'>, 'createdAt' | 'updatedAt'>;

export type CountedBoard = WithDates<Board, 'createdAt' | 'updatedAt'>;

const factColumns = `board.id, board.name, board.slug, board.description, board.position AS "order", board.published,
  board.views, board.author_id AS "authorId", board.parent_board_id AS "parentBoardId", board.team_id AS "teamId",
  board.created_at AS "createdAt"`;

const boardColumns = `${factColumns}, board.updated_at AS "updatedAt"`;

/** Adding an ad changes a board, too. */
const countedColumns = `${factColumns},
  greatest(board.updated_at, (SELECT max(added_at) FROM board_ads WHERE board_id = board.id)) AS "updatedAt",
  (SELECT count(*) FROM board_ads WHERE board_id = board.id) AS "adCount"`;

export function listBoards(db: Postgres, scopes: readonly string[]) {
  return db.query<CountedBoard>(
    `SELECT ${countedColumns}
     FROM boards board
     WHERE board.scope = ANY ($1)
     ORDER BY board.position, board.id`,
    [scopes],
  );
}

export function listBoardsContaining(db: Postgres, scopes: readonly string[], hash: string) {
  return db.query<CountedBoard>(
    `SELECT ${countedColumns}
     FROM saved_ads saved
     JOIN board_ads link ON link.saved_ad_id = saved.id
     JOIN boards board ON board.id = link.board_id
     WHERE saved.scope = ANY ($1) AND saved.ad_hash = $2
     ORDER BY board.position, board.id`,
    [scopes, hash],
  );
}

export async function findStoredBoard(db: Postgres, id: number) {
  const rows = await db.query<StoredBoard>(`SELECT ${boardColumns} FROM boards board WHERE board.id = $1`, [
    id,
  ]);
  return rows[0];
}

export async function findCountedBoard(db: Postgres, id: number) {
  const rows = await db.query<CountedBoard>(
    `SELECT ${countedColumns} FROM boards board WHERE board.id = $1`,
    [id],
  );
  return rows[0];
}

type NewBoard = Pick<Board, 'name' | 'description' | 'authorId' | 'teamId' | 'parentBoardId'>;

export async function insertBoard(tx: Postgres, scope: string, board: NewBoard) {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO boards (name, description, author_id, team_id, parent_board_id, position)
     SELECT $2, $3, $4, $5, $6, count(*) FROM boards WHERE scope = $1
     RETURNING id`,
    [scope, board.name, board.description, board.authorId, board.teamId, board.parentBoardId],
  );
  if (row === undefined) throw new Error('the new board was not returned');
  return row.id;
}

interface BoardValues extends Pick<Board, 'name' | 'slug' | 'description' | 'published'> {
  readonly parent_board_id: number | null;
}

/** Violates `boards_slug_key` if another board has the slug. */
export async function updateBoard<Column extends keyof BoardValues>(
  tx: Postgres,
  id: number,
  column: Column,
  value: BoardValues[Column],
) {
  await tx.query(`UPDATE boards SET ${column} = $2, updated_at = now() WHERE id = $1`, [id, value]);
}

export async function updateBoardPosition(tx: Postgres, id: number, order: number) {
  await tx.query(
    `WITH moved AS (SELECT scope, position AS old FROM boards WHERE id = $1),
          target AS (SELECT least($2::integer, count(*)::integer - 1) AS new FROM boards WHERE scope = (SELECT scope FROM moved))
     UPDATE boards board
     SET position = CASE WHEN board.id = $1 THEN target.new
                         WHEN moved.old < target.new THEN board.position - 1
                         ELSE board.position + 1 END,
         updated_at = CASE WHEN board.id = $1 THEN now() ELSE board.updated_at END
     FROM moved, target
     WHERE board.scope = moved.scope
       AND board.position BETWEEN least(moved.old, target.new) AND greatest(moved.old, target.new)`,
    [id, order],
  );
}

export function subtree(tx: Postgres, id: number): Promise<{ id: number; authorId: string }[]> {
  return tx.query(
    `WITH RECURSIVE below AS (
       SELECT id, author_id FROM boards WHERE id = $1
       UNION
       SELECT child.id, child.author_id FROM boards child JOIN below ON child.parent_board_id = below.id
     )
     SELECT id, author_id AS "authorId" FROM below`,
    [id],
  );
}

export async function moveToScope(
  tx: Postgres,
  ids: readonly number[],
  teamId: number | null,
  scope: string,
) {
  await tx.query(
    `WITH there AS (SELECT count(*) AS boards FROM boards WHERE scope = $3),
          ranked AS (SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM boards WHERE id = ANY ($1))
     UPDATE boards board
     SET team_id = $2, position = there.boards + ranked.place, updated_at = now()
     FROM there, ranked
     WHERE board.id = ranked.id`,
    [ids, teamId, scope],
  );
}

export async function closeGaps(tx: Postgres, scope: string) {
  await tx.query(
    `UPDATE boards board SET position = dense.place
     FROM (SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM boards WHERE scope = $1) dense
     WHERE board.id = dense.id AND board.position <> dense.place`,
    [scope],
  );
}

export async function moveChildrenUp(tx: Postgres, id: number, parentBoardId: number | null) {
  await tx.query(`UPDATE boards SET parent_board_id = $2, updated_at = now() WHERE parent_board_id = $1`, [
    id,
    parentBoardId,
  ]);
}

const isOfItsOwn = `NOT EXISTS (
  SELECT FROM board_ads other WHERE other.saved_ad_id = link.saved_ad_id AND other.board_id <> link.board_id)`;

/** Whether the board has ads that are on no other one. */
export async function hasAdsOfItsOwn(tx: Postgres, id: number) {
  const rows = await tx.query(
    `SELECT 1 FROM board_ads link WHERE link.board_id = $1 AND ${isOfItsOwn} LIMIT 1`,
    [id],
  );
  return rows.length > 0;
}

export async function linkAdsOfItsOwn(tx: Postgres, id: number, targetId: number) {
  await tx.query(
    `INSERT INTO board_ads (board_id, saved_ad_id, added_at)
     SELECT $2, link.saved_ad_id, link.added_at FROM board_ads link WHERE link.board_id = $1 AND ${isOfItsOwn}`,
    [id, targetId],
  );
}

/** The first one, since names may repeat. */
export async function findBoardByName(tx: Postgres, scope: string, name: string) {
  const [row] = await tx.query<{ id: number }>(
    `SELECT id FROM boards WHERE scope = $1 AND name = $2 ORDER BY position, id LIMIT 1`,
    [scope, name],
  );
  return row?.id;
}

export async function deleteBoard(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM boards WHERE id = $1`, [id]);
}

export async function isSlugTaken(db: Postgres, slug: string) {
  const rows = await db.query(`SELECT id FROM boards WHERE slug = $1`, [slug]);
  return rows.length > 0;
}

export async function readDailySalt(db: Postgres, day: string, salt: Buffer) {
  const [row] = await db.query<{ salt: Buffer }>(
    `INSERT INTO visitor_salts AS existing (day, salt) VALUES ($1, $2)
     ON CONFLICT (day) DO UPDATE SET salt = existing.salt
     RETURNING salt`,
    [day, salt],
  );
  if (row === undefined) throw new Error('the salt of the day was not returned');
  return row.salt;
}

export async function countView(db: Postgres, boardId: number, day: string, visitor: Buffer) {
  await db.query(
    `WITH counted AS (
       INSERT INTO board_visitors (board_id, day, visitor)
       SELECT id, $2, $3 FROM boards WHERE id = $1 AND published
       ON CONFLICT DO NOTHING
       RETURNING board_id
     )
     UPDATE boards SET views = views + 1 WHERE id IN (SELECT board_id FROM counted)`,
    [boardId, day, visitor],
  );
}

/** Visitor digests and salts are kept for two days. */
export async function deleteOldVisitors(db: Postgres) {
  const isOld = `day < (now() AT TIME ZONE 'UTC')::date - 1`;
  await deleteBatch(db, 'visitor_salts', isOld);
  return deleteBatch(db, 'board_visitors', isOld);
}
