import type { Comment } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';
import type { CopyPair } from './teamBoards.sql.ts';

export interface StoredComment extends WithDates<Comment, 'createdAt' | 'updatedAt'> {
  /** The owner of the copy, if it is a person. */
  readonly ownerId: string | null;
}

const comments = `
  SELECT comment.id, saved.ad_hash AS hash, saved.team_id AS "teamId", saved.user_id AS "ownerId", comment.text,
    comment.author_id AS "authorId", coalesce(author.name, author.email) AS "authorName",
    comment.created_at AS "createdAt", comment.updated_at AS "updatedAt"
  FROM comments comment
  JOIN saved_ads saved ON saved.id = comment.saved_ad_id
  LEFT JOIN users author ON author.id = comment.author_id`;

export function listComments(db: Postgres, savedAdId: number) {
  return db.query<StoredComment>(`${comments} WHERE comment.saved_ad_id = $1 ORDER BY comment.id`, [
    savedAdId,
  ]);
}

export async function findComment(db: Postgres, id: number) {
  const rows = await db.query<StoredComment>(`${comments} WHERE comment.id = $1`, [id]);
  return rows[0];
}

export async function countComments(db: Postgres, savedAdId: number) {
  const rows = await db.query<{ comments: number }>(
    `SELECT count(*) AS comments FROM comments WHERE saved_ad_id = $1`,
    [savedAdId],
  );
  return rows[0]?.comments ?? 0;
}

export async function insertComment(tx: Postgres, savedAdId: number, authorId: string, text: string) {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO comments (saved_ad_id, author_id, text) VALUES ($1, $2, $3) RETURNING id`,
    [savedAdId, authorId, text],
  );
  return rows[0]?.id ?? 0;
}

export async function updateComment(tx: Postgres, id: number, text: string) {
  await tx.query(`UPDATE comments SET text = $2, updated_at = now() WHERE id = $1`, [id, text]);
}

export async function deleteComment(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM comments WHERE id = $1`, [id]);
}

/** Moves the comments of originals that are about to be deleted. */
export async function moveComments(tx: Postgres, pairs: readonly CopyPair[]) {
  await tx.query(
    `UPDATE comments comment SET saved_ad_id = pair.copy
     FROM unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)
     WHERE comment.saved_ad_id = pair.original`,
    [pairs.map(({ copy }) => copy), pairs.map(({ original }) => original)],
  );
}

export interface CommentToRestore {
  readonly savedAdId: number;
  readonly authorId: string | null;
  readonly text: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** Comments are equal if saved ad, text and time of creation are. */
export async function restoreComments(tx: Postgres, all: readonly CommentToRestore[]) {
  if (all.length === 0) return;
  await tx.query(
    `INSERT INTO comments (saved_ad_id, author_id, text, created_at, updated_at)
     SELECT given."savedAdId", given."authorId", given.text, given."createdAt", given."updatedAt"
     FROM jsonb_to_recordset($1) AS given ("savedAdId" bigint, "authorId" text, text text, "createdAt" timestamptz,
       "updatedAt" timestamptz, place integer)
     WHERE NOT EXISTS (
       SELECT FROM comments known
       WHERE known.saved_ad_id = given."savedAdId" AND known.text = given.text AND known.created_at = given."createdAt")
     ORDER BY given.place`,
    [JSON.stringify(all.map((comment, place) => ({ ...comment, place })))],
  );
}
