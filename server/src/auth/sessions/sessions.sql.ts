import { deleteBatch } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly isOwner: boolean;
  readonly expiresAt: Date;
  readonly useIsStale: boolean;
  /** Whether it was created or renewed more than a day ago. Sessions without "remember me" expire before that. */
  readonly isDayOld: boolean;
}

export async function findLiveSession(db: Postgres, tokenSha256: Buffer): Promise<LiveSession | undefined> {
  const rows = await db.query<LiveSession>(
    `SELECT session.id, session.user_id AS "userId", person.is_owner AS "isOwner",
            session.expires_at AS "expiresAt",
            session.last_used_at < now() - interval '1 minute' AS "useIsStale",
            session.updated_at < now() - interval '1 day' AS "isDayOld"
     FROM sessions session JOIN users person ON person.id = session.user_id
     WHERE session.token_sha256 = $1 AND session.expires_at > now()`,
    [tokenSha256],
  );
  return rows[0];
}

export async function recordSessionUse(db: Postgres, id: string): Promise<void> {
  await db.query(`UPDATE sessions SET last_used_at = now() WHERE id = $1`, [id]);
}

export async function renewSession(db: Postgres, id: string, seconds: number): Promise<Date | undefined> {
  const [row] = await db.query<{ expiresAt: Date }>(
    `UPDATE sessions
     SET expires_at = now() + $2 * interval '1 second', updated_at = now(), last_used_at = now()
     WHERE id = $1 AND updated_at < now() - interval '1 day'
     RETURNING expires_at AS "expiresAt"`,
    [id, seconds],
  );
  return row?.expiresAt;
}

export interface SessionRow {
  readonly id: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export function listSessions(db: Postgres, userId: string): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    `SELECT id, nullif(address, '') AS address, nullif(user_agent, '') AS "userAgent",
            created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
     FROM sessions
     WHERE user_id = $1 AND expires_at > now()
     ORDER BY last_used_at DESC, id
     LIMIT 1000`,
    [userId],
  );
}

export async function endSession(tx: Postgres, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING id`, [
    userId,
    id,
  ]);
  return rows.length > 0;
}

export async function deleteOtherSessions(
  tx: Postgres,
  userId: string,
  exceptId: string | null,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND expires_at > now() RETURNING id`,
    [userId, exceptId],
  );
  return rows.map(({ id }) => id);
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly tokenSha256: Buffer;
  readonly address: string;
  readonly userAgent: string;
  readonly expiresAt: Date;
}

export async function insertLinkSession(tx: Postgres, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO sessions (id, user_id, token_sha256, address, user_agent, expires_at, by_link)
     VALUES ($1, $2, $3, $4, $5, $6, true)`,
    [session.id, session.userId, session.tokenSha256, session.address, session.userAgent, session.expiresAt],
  );
}

/** Whether a password may be set without the current one: none is set, or a sign-in link created the session recently. */
export async function maySetPassword(tx: Postgres, sessionId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM sessions session
     WHERE id = $1 AND (
       (by_link AND created_at > now() - interval '1 hour')
       OR NOT EXISTS (SELECT FROM sign_in_methods WHERE user_id = session.user_id AND provider = 'credential'))`,
    [sessionId],
  );
  return rows.length > 0;
}

export async function isRecentSession(tx: Postgres, sessionId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM sessions WHERE id = $1 AND created_at > now() - interval '1 hour' AND expires_at > now()`,
    [sessionId],
  );
  return rows.length > 0;
}

export async function findPassword(db: Postgres, userId: string): Promise<string | null> {
  const [row] = await db.query<{ password: string }>(
    `SELECT password FROM sign_in_methods WHERE provider = 'credential' AND account = $1`,
    [userId],
  );
  return row?.password ?? null;
}

/** Locks the password until the transaction ends; false if it has changed. */
export async function lockPassword(tx: Postgres, userId: string, digest: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM sign_in_methods WHERE provider = 'credential' AND account = $1 AND password = $2 FOR SHARE`,
    [userId, digest],
  );
  return rows.length > 0;
}

export async function changePassword(
  tx: Postgres,
  { userId, old, digest }: Readonly<Record<'userId' | 'old' | 'digest', string>>,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE sign_in_methods SET password = $3, updated_at = now()
     WHERE provider = 'credential' AND account = $1 AND password = $2
     RETURNING id`,
    [userId, old, digest],
  );
  return rows.length > 0;
}

export async function setPassword(
  tx: Postgres,
  { id, userId, digest }: Readonly<Record<'id' | 'userId' | 'digest', string>>,
): Promise<void> {
  await tx.query(
    `INSERT INTO sign_in_methods (id, user_id, provider, account, password)
     VALUES ($1, $2, 'credential', $2, $3)
     ON CONFLICT (provider, account) DO UPDATE SET password = excluded.password, updated_at = now()`,
    [id, userId, digest],
  );
}

export function deleteExpiredSessions(db: Postgres): Promise<number> {
  return deleteBatch(db, 'sessions', `expires_at < now()`);
}
