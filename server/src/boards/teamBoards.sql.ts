import { toColumns } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { filterColumns, markAdded, type LibraryOwner, tombstoneColumns } from './savedAds.sql.ts';

export function boardsOfTeam(tx: Postgres, teamId: number): Promise<{ id: number; authorId: string }[]> {
  return tx.query(`SELECT id, author_id AS "authorId" FROM boards WHERE team_id = $1 ORDER BY position`, [
    teamId,
  ]);
}

export async function liftFromForeignParents(tx: Postgres, teamId: number) {
  await tx.query(
    `UPDATE boards child
     SET parent_board_id = NULL
     FROM boards parent
     WHERE child.team_id = $1 AND parent.id = child.parent_board_id AND parent.author_id <> child.author_id`,
    [teamId],
  );
}

export async function changeBoardAuthor(tx: Postgres, teamId: number, from: string, to: string) {
  await tx.query(
    `UPDATE boards SET author_id = $3, updated_at = now() WHERE team_id = $1 AND author_id = $2`,
    [teamId, from, to],
  );
}

export interface MovingAd {
  readonly id: number;
  readonly hash: string;
  readonly isOnOtherBoards: boolean;
}

export function movingAds(tx: Postgres, boardIds: readonly number[]) {
  return tx.query<MovingAd>(
    `WITH moving AS (
       SELECT DISTINCT saved_ad_id AS id FROM board_ads WHERE board_id = ANY ($1)
     ), on_other_boards AS (
       SELECT DISTINCT id FROM moving JOIN board_ads link ON link.saved_ad_id = id AND link.board_id <> ALL ($1)
     )
     SELECT id, ad_hash AS hash, on_other_boards.id IS NOT NULL AS "isOnOtherBoards"
     FROM moving JOIN saved_ads USING (id) LEFT JOIN on_other_boards USING (id)
     ORDER BY id`,
    [boardIds],
  );
}

export async function existingCopies(
  tx: Postgres,
  scope: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash FROM saved_ads WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/** Moves saved ads to an owner without copies of them. Tombstones keep cursors of the old scope valid. */
export async function transferAds(
  tx: Postgres,
  savedAdIds: readonly number[],
  { userId, teamId }: LibraryOwner,
) {
  await tx.query(
    `WITH left_behind AS (
       INSERT INTO forgotten_ads (${tombstoneColumns}) SELECT ${tombstoneColumns} FROM saved_ads WHERE id = ANY ($1)
     )
     UPDATE saved_ads SET user_id = $2, team_id = $3 WHERE id = ANY ($1)`,
    [savedAdIds, userId, teamId],
  );
}

export interface CopyPair {
  readonly copy: number;
  readonly original: number;
}

const unnested = `unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)`;

export function copyToOwner(tx: Postgres, savedAdIds: readonly number[], { userId, teamId }: LibraryOwner) {
  return tx.query<CopyPair>(
    `WITH originals AS (
       SELECT * FROM saved_ads WHERE id = ANY ($1)
     ), added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, stage, incomplete, ${filterColumns})
       SELECT $2, $3, ad_hash, saved_at, note, stage, incomplete, ${filterColumns} FROM originals
       RETURNING id, ad_hash
     ), ${markAdded}, paired AS (
       SELECT added.id AS copy, originals.id AS original FROM added JOIN originals USING (ad_hash)
     ), snapshots AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad, measured)
       SELECT copy, snapshot.ad, snapshot.measured FROM paired JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = original
     )
     SELECT copy, original FROM paired`,
    [savedAdIds, userId, teamId],
  );
}

/** Keeps the notes and stages that the copies have. */
export async function fillNotes(tx: Postgres, pairs: readonly CopyPair[]) {
  await tx.query(
    `UPDATE saved_ads there
     SET note = coalesce(there.note, original.note), stage = coalesce(there.stage, original.stage)
     FROM ${unnested} JOIN saved_ads original ON original.id = pair.original
     WHERE there.id = pair.copy
       AND (there.note IS NULL AND original.note IS NOT NULL OR there.stage IS NULL AND original.stage IS NOT NULL)`,
    toColumns(pairs, 'copy', 'original'),
  );
}

export async function linkCopies(tx: Postgres, pairs: readonly CopyPair[], boardIds: readonly number[]) {
  await tx.query(
    `UPDATE board_ads link
     SET saved_ad_id = pair.copy
     FROM ${unnested}
     WHERE link.saved_ad_id = pair.original AND link.board_id = ANY ($3)`,
    [...toColumns(pairs, 'copy', 'original'), boardIds],
  );
}

export async function deleteSomeSavedAds(tx: Postgres, scope: string, most: number) {
  const rows = await tx.query(
    `DELETE FROM saved_ads WHERE id IN (SELECT id FROM saved_ads WHERE scope = $1 LIMIT $2) RETURNING id`,
    [scope, most],
  );
  return rows.length;
}

export async function deleteScopeBoards(tx: Postgres, scope: string) {
  await tx.query(`DELETE FROM boards WHERE scope = $1`, [scope]);
  await tx.query(`DELETE FROM forgotten_ads WHERE scope = $1`, [scope]);
}
