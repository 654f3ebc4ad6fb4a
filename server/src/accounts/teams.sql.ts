import type { Team } from '@magpie/contract';
import type { Postgres } from '../kernel/postgres/postgres.ts';

export interface NewTeam {
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
}

/** Adds a team, or finds the one with that slug, which stays as it is. */
export async function addOrFindTeam(
  tx: Postgres,
  { slug, name, createdAt }: NewTeam,
): Promise<{ id: number; created: boolean }> {
  const [added] = await tx.query<{ id: number }>(
    `INSERT INTO teams (slug, name, created_at, updated_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (slug) DO NOTHING
     RETURNING id`,
    [slug, name, createdAt],
  );
  if (added !== undefined) return { id: added.id, created: true };
  const [known] = await tx.query<{ id: number }>(`SELECT id FROM teams WHERE slug = $1`, [slug]);
  if (known === undefined) throw new Error('the team was not returned');
  return { id: known.id, created: false };
}

export interface NewMember {
  /** Null for somebody who was invited and has not joined. */
  readonly userId: string | null;
  readonly email: string;
  readonly role: Team['role'];
  readonly invitedAt: string;
  readonly joinedAt: string | null;
}

/** Adds somebody to a team; whoever is in it or invited to it keeps the role that they have. */
export async function addMember(tx: Postgres, teamId: number, member: NewMember): Promise<void> {
  await tx.query(
    `INSERT INTO team_members (team_id, user_id, email, role, invited_at, joined_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [teamId, member.userId, member.email, member.role, member.invitedAt, member.joinedAt],
  );
}

/** The role of a person in a team: null for a team without that person, undefined for a team that does not exist. */
export async function roleInTeam(
  db: Postgres,
  teamId: number,
  userId: string,
): Promise<Team['role'] | null | undefined> {
  const rows = await db.query<{ role: Team['role'] | null }>(
    `SELECT member.role
     FROM teams team
     LEFT JOIN team_members member
       ON member.team_id = team.id AND member.user_id = $2 AND member.joined_at IS NOT NULL
     WHERE team.id = $1`,
    [teamId, userId],
  );
  return rows[0]?.role;
}
