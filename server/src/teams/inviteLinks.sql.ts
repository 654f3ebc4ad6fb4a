import type { InviteLink } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

export type InviteLinkRow = WithDates<InviteLink, 'createdAt' | 'expiresAt'>;

const columns = `link.id, link.role, link.single_use AS "singleUse", link.uses, creator.name AS "createdBy",
  link.created_at AS "createdAt", link.expires_at AS "expiresAt"`;

const source = `invite_links link LEFT JOIN users creator ON creator.id = link.created_by`;

export function listInviteLinks(db: Postgres, teamId: number) {
  return db.query<InviteLinkRow>(
    `SELECT ${columns} FROM ${source} WHERE link.team_id = $1 AND link.expires_at > now() ORDER BY link.id DESC`,
    [teamId],
  );
}

export async function findInviteLink(db: Postgres, teamId: number, id: number) {
  const rows = await db.query<InviteLinkRow>(
    `SELECT ${columns} FROM ${source} WHERE link.team_id = $1 AND link.id = $2`,
    [teamId, id],
  );
  return rows[0];
}

interface NewInviteLink extends Pick<InviteLinkRow, 'role' | 'singleUse' | 'expiresAt'> {
  readonly teamId: number;
  readonly tokenSha256: Buffer;
  readonly createdBy: string;
}

export async function insertInviteLink(tx: Postgres, link: NewInviteLink) {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO invite_links (team_id, token_sha256, role, single_use, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
    [link.teamId, link.tokenSha256, link.role, link.singleUse, link.createdBy, link.expiresAt],
  );
  return rows[0]?.id;
}

export async function deleteInviteLink(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM invite_links WHERE id = $1`, [id]);
}

export interface TokenLink extends Pick<InviteLinkRow, 'id' | 'role' | 'singleUse' | 'uses' | 'expiresAt'> {
  readonly teamId: number;
  readonly teamName: string;
}

export async function findLinkByToken(db: Postgres, tokenSha256: Buffer) {
  const rows = await db.query<TokenLink>(
    `SELECT link.id, link.team_id AS "teamId", team.name AS "teamName", link.role, link.single_use AS "singleUse",
       link.uses, link.expires_at AS "expiresAt"
     FROM invite_links link JOIN teams team ON team.id = link.team_id
     WHERE link.token_sha256 = $1`,
    [tokenSha256],
  );
  return rows[0];
}

export async function countUse(tx: Postgres, id: number) {
  await tx.query(`UPDATE invite_links SET uses = uses + 1 WHERE id = $1`, [id]);
}

/** Whether a link that is open allows another account; counts it. */
export async function consumeSignUp(
  db: Postgres,
  tokenSha256: Buffer,
  most: { readonly single: number; readonly several: number },
) {
  const rows = await db.query(
    `UPDATE invite_links
     SET sign_ups = sign_ups + 1
     WHERE token_sha256 = $1 AND expires_at > now() AND NOT (single_use AND uses > 0)
       AND sign_ups < CASE WHEN single_use THEN $2::integer ELSE $3::integer END
     RETURNING id`,
    [tokenSha256, most.single, most.several],
  );
  return rows.length > 0;
}

/** Joins with the role of the link, also a user whose address was invited by mail. */
export async function joinByLink(
  tx: Postgres,
  { teamId, role }: Pick<TokenLink, 'teamId' | 'role'>,
  user: { readonly id: string; readonly email: string },
) {
  await tx.query(
    `WITH invited AS (
       UPDATE team_members SET user_id = $2, role = $4, joined_at = now()
       WHERE team_id = $1 AND lower(email) = lower($3) AND joined_at IS NULL
       RETURNING id
     )
     INSERT INTO team_members (team_id, user_id, email, role, joined_at)
     SELECT $1, $2, $3, $4, now() WHERE NOT EXISTS (SELECT FROM invited)`,
    [teamId, user.id, user.email, role],
  );
}

export function deleteOldInviteLinks(db: Postgres) {
  return deleteBatch(db, 'invite_links', `expires_at < now() - interval '7 days'`);
}
