import type { Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Client } from './service.ts';

export type Person = Client & { readonly userId: string };

/** A team whose members have joined it, by their roles. */
export async function newTeam(db: Postgres, members: Partial<Record<Team['role'], Person>>): Promise<number> {
  const [team] = await db.query<{ id: number }>(
    `INSERT INTO teams (name, slug) VALUES ('Team', 'team-' || gen_random_uuid()) RETURNING id`,
  );
  const id = team?.id ?? 0;
  for (const [role, person] of Object.entries(members)) {
    await db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at) VALUES ($1, $2, $3, $4, now())`,
      [id, person.userId, `${role}-${person.userId}@example.com`, role],
    );
  }
  return id;
}

/** Fails when there is in the tables of boards and saved ads what must never be there. */
export async function assertConsistent(db: Postgres): Promise<void> {
  const flaws = await db.query<object>(
    `WITH RECURSIVE hung AS (
       SELECT id FROM boards WHERE parent_board_id IS NULL
       UNION ALL
       SELECT child.id FROM boards child JOIN hung ON child.parent_board_id = hung.id
     )
     SELECT 'a board below itself' AS flaw, id FROM boards WHERE id NOT IN (SELECT id FROM hung)
     UNION ALL
     SELECT 'a board below one of another scope', child.id
     FROM boards child JOIN boards parent ON parent.id = child.parent_board_id
     WHERE child.scope <> parent.scope
     UNION ALL
     SELECT 'on no board', id FROM saved_ads saved
     WHERE NOT EXISTS (SELECT FROM board_ads WHERE saved_ad_id = saved.id)
     UNION ALL
     SELECT 'on a board of another scope', saved.id
     FROM saved_ads saved JOIN board_ads link ON link.saved_ad_id = saved.id JOIN boards board ON board.id = link.board_id
     WHERE board.scope <> saved.scope
     UNION ALL
     SELECT 'without a snapshot', id FROM saved_ads saved
     WHERE NOT EXISTS (SELECT FROM saved_ad_snapshots WHERE saved_ad_id = saved.id)
     UNION ALL
     SELECT 'with a label of another scope', saved.id
     FROM saved_ads saved JOIN saved_ad_labels given ON given.saved_ad_id = saved.id JOIN labels label ON label.id = given.label_id
     WHERE label.scope <> saved.scope
     UNION ALL
     SELECT 'a scope whose order has gaps', max(id) FROM boards GROUP BY scope
     HAVING min(position) <> 0 OR max(position) <> count(*) - 1 OR count(DISTINCT position) <> count(*)`,
  );
  if (flaws.length > 0) throw new Error(`The library has flaws: ${JSON.stringify(flaws)}`);
}
