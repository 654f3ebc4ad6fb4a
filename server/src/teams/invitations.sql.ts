import type { Team } from '@magpie/contract';
import { accountDeletedError } from '@magpie/contract/errors';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface InvitationRow {
  readonly tokenSha256: Buffer;
  readonly teamId: number;
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  readonly isUsed: boolean;
  readonly hasAccount: boolean;
}

const invitationRows = `
  SELECT invitation.token_sha256 AS "tokenSha256", team.id AS "teamId", team.name AS "teamName",
         invitation.email, member.role,
         invitation.expires_at AS "expiresAt", invitation.status = 'used' AS "isUsed",
         EXISTS (SELECT FROM users WHERE lower(email) = lower(invitation.email)) AS "hasAccount"
  FROM invitations invitation
  JOIN teams team ON team.id = invitation.team_id
  JOIN team_members member ON member.team_id = team.id AND lower(member.email) = lower(invitation.email)
    AND (member.joined_at IS NULL) = (invitation.status = 'open')`;

export async function findInvitation(db: Postgres, tokenSha256: Buffer) {
  const rows = await db.query<InvitationRow>(
    `${invitationRows}
     WHERE (invitation.token_sha256 = $1 OR invitation.link_sha256 = $1) AND invitation.status <> 'void'`,
    [tokenSha256],
  );
  return rows[0];
}

export async function findOpenInvitation(db: Postgres, teamId: number, email: string) {
  const rows = await db.query<InvitationRow>(
    `${invitationRows}
     WHERE invitation.team_id = $1 AND lower(invitation.email) = lower($2) AND invitation.status = 'open'`,
    [teamId, email],
  );
  return rows[0];
}

interface NewInvitation extends Pick<InvitationRow, 'tokenSha256' | 'teamId' | 'email' | 'expiresAt'> {
  readonly linkSha256: Buffer;
  readonly invitedBy: string;
}

export async function insertInvitation(tx: Postgres, invitation: NewInvitation) {
  const { tokenSha256, linkSha256, teamId, invitedBy, email, expiresAt } = invitation;
  await tx.query(
    `INSERT INTO invitations (token_sha256, link_sha256, team_id, invited_by, email, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenSha256, linkSha256, teamId, invitedBy, email, expiresAt],
  );
}

export async function voidInvitations(tx: Postgres, teamId: number, email: string) {
  await tx.query(
    `UPDATE invitations SET status = 'void' WHERE team_id = $1 AND lower(email) = lower($2) AND status <> 'void'`,
    [teamId, email],
  );
}

/** The seconds until each recent invitation for this team or by this user is older than 24 hours, oldest first. */
export async function recentlySent(tx: Postgres, teamId: number, userId: string) {
  const rows = await tx.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM sent_at + interval '24 hours' - now()))::integer AS seconds
     FROM invitations
     WHERE (team_id = $1 OR invited_by = $2) AND sent_at > now() - interval '24 hours'
     ORDER BY sent_at`,
    [teamId, userId],
  );
  return rows.map(({ seconds }) => seconds);
}

export async function markUsed(tx: Postgres, tokenSha256: Buffer) {
  await tx.query(`UPDATE invitations SET status = 'used' WHERE token_sha256 = $1`, [tokenSha256]);
}

export function deleteOldInvitations(db: Postgres) {
  return deleteBatch(db, 'invitations', `sent_at < now() - interval '90 days'`);
}

export interface PersonName {
  readonly name: string | null;
  readonly email: string;
  readonly isVerified: boolean;
}

export async function findPersonName(db: Postgres, userId: string) {
  const [row] = await db.query<PersonName>(
    `SELECT name, email, email_verified AS "isVerified" FROM users WHERE id = $1`,
    [userId],
  );
  if (row === undefined) throw accountDeletedError();
  return row;
}
