import type { contract, OutputOf } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import { logoUri } from '../integrations/images/logo.sql.ts';

export interface ProfileRow extends Omit<OutputOf<typeof contract.account.get>, 'createdAt'> {
  readonly createdAt: Date;
}

export async function findProfile(db: Postgres, userId: string): Promise<ProfileRow | undefined> {
  const rows = await db.query<ProfileRow>(
    `SELECT id AS "userId", email, name, email_verified AS "emailVerified", is_owner AS "isOwner",
       EXISTS (SELECT FROM sign_in_methods WHERE user_id = person.id AND password IS NOT NULL) AS "hasPassword",
       ${logoUri('logo')} AS logo, created_at AS "createdAt"
     FROM users person WHERE id = $1`,
    [userId],
  );
  return rows[0];
}

/** Undefined if the account was deleted. */
export async function updateLogo(tx: Postgres, userId: string, logo: Buffer | null) {
  const [row] = await tx.query<{ logo: string | null }>(
    `UPDATE users SET logo = $2, updated_at = now() WHERE id = $1 RETURNING ${logoUri('logo')} AS logo`,
    [userId, logo],
  );
  return row;
}

export async function lockPersonForDelete(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`SELECT FROM users WHERE id = $1 FOR UPDATE`, [userId]);
}

/** Counts the owners of this instance and locks them until the transaction ends. */
export async function countInstanceOwners(tx: Postgres): Promise<number> {
  const rows = await tx.query(`SELECT id FROM users WHERE is_owner ORDER BY id FOR NO KEY UPDATE`);
  return rows.length;
}

/** Deletes mailed links that were not opened. */
export async function deleteUserVerifications(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM verifications WHERE value = $1`, [userId]);
}

/** Cascades to keys, sessions, follows, saved searches, rules, notifications and webhooks. */
export async function deletePersonRow(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM users WHERE id = $1`, [userId]);
}

/** The queries of the account export with few rows. They must not select secrets. */
const parts = {
  profile: `SELECT id AS "userId", email, name, email_verified AS "emailVerified", is_owner AS "isOwner",
      ${logoUri('logo')} AS logo, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM users WHERE id = $1`,
  apiKeys: `SELECT id, name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
      expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM api_keys WHERE user_id = $1 ORDER BY id`,
  connectedApps: `SELECT id, client_name AS name, client_host AS host, redirect_uri AS "redirectUri", scopes,
      created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM connected_apps WHERE user_id = $1 ORDER BY id`,
  signInMethods: `SELECT provider, created_at AS "createdAt" FROM sign_in_methods WHERE user_id = $1 ORDER BY created_at`,
  sessions: `SELECT id, address, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt",
      expires_at AS "expiresAt"
    FROM sessions WHERE user_id = $1 ORDER BY created_at`,
  teams: `SELECT team.id, team.name, team.slug, member.role, member.invited_at AS "invitedAt",
      member.joined_at AS "joinedAt"
    FROM team_members member JOIN teams team ON team.id = member.team_id
    WHERE member.user_id = $1 ORDER BY team.id`,
  labels: `SELECT id, name, color FROM labels WHERE user_id = $1 ORDER BY id`,
  searches: `SELECT id, name, filters, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM saved_searches WHERE user_id = $1 ORDER BY id`,
  follows: `SELECT advertiser_id AS "advertiserId", name AS "companyName", followed_at AS "followedAt"
    FROM follows WHERE user_id = $1 ORDER BY followed_at, advertiser_id`,
  rules: `SELECT id, name, enabled, event, is_for_followed AS "isForFollowed", company_names AS "companyNames", platforms,
      keywords, threshold, times_usual AS "timesUsual", frequency, channels, last_fired_at AS "lastFiredAt", created_at AS "createdAt",
      updated_at AS "updatedAt"
    FROM rules WHERE user_id = $1 ORDER BY id`,
  webhooks: `SELECT id, url, enabled, disabled_reason AS "disabledReason", last_delivered_at AS "lastDeliveredAt",
      created_at AS "createdAt"
    FROM webhooks WHERE user_id = $1 ORDER BY id`,
  reports: `SELECT id, company_name AS "companyName", board_id AS "boardId", weekday, by_mail AS "byMail",
      created_at AS "createdAt", mailed_at AS "lastMailedAt"
    FROM report_subscriptions WHERE user_id = $1 ORDER BY id`,
  // Without contents, which are those of a team if its board is reported.
  sharedReports: `SELECT id, report->>'companyName' AS "companyName", board_id AS "boardId",
      report->>'from' AS "from", report->>'to' AS "to", created_at AS "createdAt", expires_at AS "expiresAt"
    FROM shared_reports WHERE user_id = $1 AND has_page ORDER BY id`,
} as const;

export async function accountParts(tx: Postgres, userId: string): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const [name, statement] of Object.entries(parts)) {
    found[name] = await tx.query<object>(statement, [userId]);
  }
  return found;
}

export const longParts = {
  comments: `SELECT comment.id, saved.ad_hash AS "adHash", saved.team_id AS "teamId", comment.text,
      comment.created_at AS "createdAt", comment.updated_at AS "updatedAt"
    FROM comments comment JOIN saved_ads saved ON saved.id = comment.saved_ad_id
    WHERE comment.author_id = $1 AND comment.id > $2 ORDER BY comment.id LIMIT $3`,
  notifications: `SELECT id, rule_id AS "ruleId", type, company_name AS "companyName", title, body,
      ad_hashes AS "adHashes", data, created_at AS "createdAt", read_at AS "readAt"
    FROM notifications WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
  // Actions by the user and on the user's address. Credentials and addresses of other actors are omitted.
  acts: `SELECT act.id, at, act, person.id IS NOT DISTINCT FROM actor_id AS "byYou", team_id AS "teamId", subject,
      CASE WHEN actor_id IS NULL OR actor_id = person.id THEN via END AS via,
      CASE WHEN actor_id IS NULL OR actor_id = person.id THEN address END AS address, details
    FROM acts act JOIN users person ON person.id = $1
    WHERE act.id > $2
      AND (actor_id = person.id OR (lower(subject) = lower(person.email) AND at >= person.created_at))
    ORDER BY act.id LIMIT $3`,
} as const;

export function longPartPage(
  tx: Postgres,
  part: keyof typeof longParts,
  userId: string,
  after: number,
  limit: number,
): Promise<{ readonly id: number }[]> {
  return tx.query<{ id: number }>(longParts[part], [userId, after, limit]);
}
