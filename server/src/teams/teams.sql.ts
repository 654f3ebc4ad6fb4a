import type { Member, Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import { logoUri } from '../integrations/images/logo.sql.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

export async function addOrFindTeam(
  tx: Postgres,
  { slug, name, createdAt }: Pick<Team, 'slug' | 'name' | 'createdAt'>,
) {
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

type NewMember = Pick<Member, 'userId' | 'email' | 'role' | 'invitedAt' | 'joinedAt'>;

/** Joins only users who have joined, so that an invitation does not reveal whether an account exists. */
const theirAccount = `LEFT JOIN users person ON person.id = member.user_id AND member.joined_at IS NOT NULL`;
const addressNow = `coalesce(person.email, member.email)`;

export async function addMember(tx: Postgres, teamId: number, member: NewMember) {
  await tx.query(
    `INSERT INTO team_members (team_id, user_id, email, role, invited_at, joined_at)
     SELECT $1, $2, $3, $4, $5, $6
     WHERE NOT EXISTS (SELECT FROM team_members member ${theirAccount}
                       WHERE member.team_id = $1 AND lower(${addressNow}) = lower($3))
     ON CONFLICT DO NOTHING`,
    [teamId, member.userId, member.email, member.role, member.invitedAt, member.joinedAt],
  );
}

export type TeamRow = WithDates<Team, 'createdAt' | 'updatedAt'>;

const teamColumns = `team.id, team.name, team.slug, own.role,
         CASE WHEN own.joined_at IS NULL THEN 'invited' ELSE 'active' END AS status,
         (SELECT count(*) FROM team_members WHERE team_id = team.id AND joined_at IS NOT NULL) AS "memberCount",
         team.created_at AS "createdAt", team.updated_at AS "updatedAt"`;

const teamsOf = `
  SELECT ${teamColumns}
  FROM team_members own JOIN teams team ON team.id = own.team_id
  WHERE own.user_id = $1 AND own.joined_at IS NOT NULL`;

/** Invitations that a user can accept. Requires a verified address: another one may belong to someone else. */
const invitationsOf = `
  FROM users person
  JOIN invitations invitation ON lower(invitation.email) = lower(person.email)
    AND invitation.status = 'open' AND invitation.expires_at > now()
  JOIN team_members own ON own.team_id = invitation.team_id
    AND lower(own.email) = lower(invitation.email) AND own.joined_at IS NULL
  JOIN teams team ON team.id = own.team_id
  WHERE person.id = $1 AND person.email_verified
    AND NOT EXISTS (
      SELECT FROM team_members joined
      WHERE joined.team_id = team.id AND joined.user_id = person.id AND joined.joined_at IS NOT NULL)`;

export function listTeams(db: Postgres, userId: string) {
  return db.query<TeamRow>(
    `${teamsOf} UNION ALL SELECT ${teamColumns} ${invitationsOf} ORDER BY status, id`,
    [userId],
  );
}

export async function invitedMember(db: Postgres, teamId: number, userId: string) {
  const rows = await db.query<StoredMember>(
    `SELECT own.id, NULL AS "userId", own.email, NULL AS name, own.role, 'invited' AS status,
            own.invited_at AS "invitedAt", own.joined_at AS "joinedAt"
     ${invitationsOf} AND team.id = $2`,
    [userId, teamId],
  );
  return rows[0];
}

export async function findTeam(db: Postgres, id: number, userId: string) {
  const rows = await db.query<TeamRow>(`${teamsOf} AND team.id = $2`, [userId, id]);
  return rows[0];
}

export async function lockTeam(tx: Postgres, id: number) {
  await tx.query(`SELECT FROM teams WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}

/** Counts the teams of a user; locks the user, so that the quota holds until the transaction ends. */
export async function countUserTeams(tx: Postgres, userId: string) {
  await tx.query(`SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM team_members WHERE user_id = $1 AND joined_at IS NOT NULL`,
    [userId],
  );
  return row?.count ?? 0;
}

export async function insertTeam(tx: Postgres, name: string, slug: string) {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO teams (name, slug) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING RETURNING id`,
    [name, slug],
  );
  return rows[0]?.id;
}

export async function insertOwner(tx: Postgres, teamId: number, userId: string) {
  const rows = await tx.query(
    `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
     SELECT $1, id, email, 'owner', now() FROM users WHERE id = $2
     RETURNING id`,
    [teamId, userId],
  );
  return rows.length > 0;
}

export async function slugsLike(tx: Postgres, stem: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ slug: string }>(
    `SELECT slug FROM teams WHERE slug = $1 OR starts_with(slug, $1 || '-')`,
    [stem],
  );
  return new Set(rows.map(({ slug }) => slug));
}

/** Null leaves a field unchanged. Throws a violation of `teams_slug_key` if the slug is taken. */
export async function updateTeam(tx: Postgres, id: number, name: string | null, slug: string | null) {
  await tx.query(
    `UPDATE teams SET name = coalesce($2, name), slug = coalesce($3, slug), updated_at = now() WHERE id = $1`,
    [id, name, slug],
  );
}

export async function findLogo(db: Postgres, id: number) {
  const [row] = await db.query<{ logo: string | null }>(
    `SELECT ${logoUri('logo')} AS logo FROM teams WHERE id = $1`,
    [id],
  );
  return row?.logo ?? null;
}

export async function updateLogo(tx: Postgres, id: number, logo: Buffer | null) {
  await tx.query(`UPDATE teams SET logo = $2, updated_at = now() WHERE id = $1`, [id, logo]);
}

/** Deletes members and invitations too; boards must be deleted before. */
export async function deleteTeam(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM teams WHERE id = $1`, [id]);
}

export type StoredMember = WithDates<Member, 'invitedAt' | 'joinedAt'> & { readonly id: number };

const membersOf = `
  SELECT member.id, person.id AS "userId", ${addressNow} AS email, person.name, member.role,
         CASE WHEN member.joined_at IS NULL THEN 'invited' ELSE 'active' END AS status,
         member.invited_at AS "invitedAt", member.joined_at AS "joinedAt"
  FROM team_members member ${theirAccount}
  WHERE member.team_id = $1`;

export function listMembers(db: Postgres, teamId: number) {
  return db.query<StoredMember>(
    `${membersOf}
     ORDER BY member.joined_at IS NULL, member.role <> 'owner', member.joined_at, member.invited_at, member.id`,
    [teamId],
  );
}

export async function memberWithId(db: Postgres, teamId: number, userId: string) {
  const rows = await db.query<StoredMember>(`${membersOf} AND person.id = $2`, [teamId, userId]);
  return rows[0];
}

/** A member or invitation by address; members take precedence. */
export async function memberWithAddress(db: Postgres, teamId: number, email: string) {
  const rows = await db.query<StoredMember>(
    `${membersOf} AND lower(${addressNow}) = lower($2)
     ORDER BY member.joined_at NULLS LAST
     LIMIT 1`,
    [teamId, email],
  );
  return rows[0];
}

export async function countMembers(tx: Postgres, teamId: number) {
  const [row] = await tx.query<{ count: number }>(`SELECT count(*) FROM team_members WHERE team_id = $1`, [
    teamId,
  ]);
  return row?.count ?? 0;
}

export async function countOwners(tx: Postgres, teamId: number) {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) FROM team_members WHERE team_id = $1 AND role = 'owner' AND joined_at IS NOT NULL`,
    [teamId],
  );
  return row?.count ?? 0;
}

/** Turns an invitation into a membership. Throws a violation of `team_members_team_id_user_id_key` for a member. */
export async function joinTeam(
  tx: Postgres,
  teamId: number,
  user: { readonly id: string; readonly email: string },
) {
  await tx.query(
    `UPDATE team_members SET user_id = $2, joined_at = now()
     WHERE team_id = $1 AND lower(email) = lower($3) AND joined_at IS NULL`,
    [teamId, user.id, user.email],
  );
}

export async function updateRole(tx: Postgres, memberId: number, role: Team['role']) {
  await tx.query(`UPDATE team_members SET role = $2 WHERE id = $1`, [memberId, role]);
}

export async function deleteMember(tx: Postgres, memberId: number) {
  await tx.query(`DELETE FROM team_members WHERE id = $1`, [memberId]);
}
