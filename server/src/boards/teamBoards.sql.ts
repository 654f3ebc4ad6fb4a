import type { Postgres } from '../db/postgres/postgres.ts';

/** The boards of a team, in order. */
export function boardsOfTeam(tx: Postgres, teamId: number): Promise<{ id: number; authorId: string }[]> {
  return tx.query(`SELECT id, author_id AS "authorId" FROM boards WHERE team_id = $1 ORDER BY position`, [
    teamId,
  ]);
}

/** Moves boards below a board of another author to the top level. */
export async function liftFromForeignParents(tx: Postgres, teamId: number): Promise<void> {
  await tx.query(
    `UPDATE boards child
     SET parent_board_id = NULL
     FROM boards parent
     WHERE child.team_id = $1 AND parent.id = child.parent_board_id AND parent.author_id <> child.author_id`,
    [teamId],
  );
}

export async function changeAuthor(tx: Postgres, teamId: number, from: string, to: string): Promise<void> {
  await tx.query(
    `UPDATE boards SET author_id = $3, updated_at = now() WHERE team_id = $1 AND author_id = $2`,
    [teamId, from, to],
  );
}
