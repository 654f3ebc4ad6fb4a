import { deleteBatch } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { AppScope } from './sites.ts';

export interface NewApp {
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly redirectUri: string;
  readonly scopes: readonly AppScope[];
  readonly resource: string;
}

export async function insertApp(tx: Postgres, app: NewApp): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO connected_apps (user_id, client_id, client_name, client_host, redirect_uri, scopes, resource)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING id`,
    [app.userId, app.clientId, app.clientName, app.clientHost, app.redirectUri, app.scopes, app.resource],
  );
  if (row === undefined) throw new Error('the new app was not returned');
  return row.id;
}

export interface NewCode {
  readonly codeSha256: Buffer;
  readonly appId: number;
  readonly codeChallenge: string;
  readonly seconds: number;
}

export async function insertCode(tx: Postgres, code: NewCode): Promise<void> {
  await tx.query(
    `INSERT INTO authorization_codes (code_sha256, app_id, code_challenge, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
    [code.codeSha256, code.appId, code.codeChallenge, code.seconds],
  );
}

/** The app of a code or refresh token, locked until the transaction ends to serialize concurrent uses. */
interface Presented {
  readonly appId: number;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly AppScope[];
  readonly resource: string;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
}

const presented = `app.id AS "appId", app.user_id AS "userId", app.client_id AS "clientId", app.client_name AS "clientName",
  app.redirect_uri AS "redirectUri", app.scopes, app.resource,
  given.used_at IS NOT NULL AS "isUsed", given.expires_at <= now() AS "isExpired"`;

export interface PresentedCode extends Presented {
  readonly codeChallenge: string;
}

async function lockApp<Row extends Presented>(
  tx: Postgres,
  { table, condition, columns }: Readonly<Record<'table' | 'condition' | 'columns', string>>,
  sha256: Buffer,
): Promise<Row | undefined> {
  await tx.query(
    `SELECT FROM connected_apps WHERE id = (SELECT app_id FROM ${table} given WHERE ${condition}) FOR UPDATE`,
    [sha256],
  );
  const [row] = await tx.query<Row>(
    `SELECT ${columns} FROM ${table} given JOIN connected_apps app ON app.id = given.app_id WHERE ${condition}`,
    [sha256],
  );
  return row;
}

export function lockAppOfCode(tx: Postgres, codeSha256: Buffer): Promise<PresentedCode | undefined> {
  const columns = `${presented}, given.code_challenge AS "codeChallenge"`;
  return lockApp(
    tx,
    { table: 'authorization_codes', condition: 'given.code_sha256 = $1', columns },
    codeSha256,
  );
}

export function lockAppOfRefreshToken(tx: Postgres, tokenSha256: Buffer): Promise<Presented | undefined> {
  const condition = `given.token_sha256 = $1 AND given.kind = 'refresh'`;
  return lockApp(tx, { table: 'app_tokens', condition, columns: presented }, tokenSha256);
}

export async function markCodeUsed(tx: Postgres, codeSha256: Buffer): Promise<void> {
  await tx.query(`UPDATE authorization_codes SET used_at = now() WHERE code_sha256 = $1`, [codeSha256]);
}

export async function markTokenUsed(tx: Postgres, tokenSha256: Buffer): Promise<void> {
  await tx.query(`UPDATE app_tokens SET used_at = now() WHERE token_sha256 = $1`, [tokenSha256]);
}

export interface NewToken {
  readonly tokenSha256: Buffer;
  readonly appId: number;
  readonly kind: 'access' | 'refresh';
  readonly seconds: number;
}

export async function insertToken(tx: Postgres, token: NewToken): Promise<void> {
  await tx.query(
    `INSERT INTO app_tokens (token_sha256, app_id, kind, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
    [token.tokenSha256, token.appId, token.kind, token.seconds],
  );
}

export interface LiveToken {
  readonly appId: number;
  readonly userId: string;
  readonly isOwner: boolean;
  readonly scopes: readonly AppScope[];
  readonly resource: string;
  readonly expiresAt: Date;
  readonly useIsStale: boolean;
}

export async function findLiveToken(db: Postgres, tokenSha256: Buffer): Promise<LiveToken | undefined> {
  const [row] = await db.query<LiveToken>(
    `SELECT app.id AS "appId", app.user_id AS "userId", person.is_owner AS "isOwner", app.scopes, app.resource,
       token.expires_at AS "expiresAt",
       app.last_used_at IS NULL OR app.last_used_at < now() - interval '1 minute' AS "useIsStale"
     FROM app_tokens token
     JOIN connected_apps app ON app.id = token.app_id
     JOIN users person ON person.id = app.user_id
     WHERE token.token_sha256 = $1 AND token.kind = 'access' AND token.expires_at > now()`,
    [tokenSha256],
  );
  return row;
}

export async function recordAppUse(db: Postgres, appId: number): Promise<void> {
  await db.query(
    `UPDATE connected_apps SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [appId],
  );
}

export async function findAppOfToken(
  db: Postgres,
  tokenSha256: Buffer,
): Promise<{ readonly appId: number; readonly userId: string; readonly clientId: string } | undefined> {
  const [row] = await db.query<{ appId: number; userId: string; clientId: string }>(
    `SELECT app.id AS "appId", app.user_id AS "userId", app.client_id AS "clientId"
     FROM app_tokens token JOIN connected_apps app ON app.id = token.app_id
     WHERE token.token_sha256 = $1`,
    [tokenSha256],
  );
  return row;
}

export interface AppRow {
  readonly id: number;
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly redirectUri: string;
  readonly scopes: AppScope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

export function listApps(db: Postgres, userId: string): Promise<AppRow[]> {
  return db.query<AppRow>(
    `SELECT app.id, app.client_name AS "clientName", app.client_host AS "clientHost",
       app.redirect_uri AS "redirectUri", app.scopes, app.created_at AS "createdAt",
       app.last_used_at AS "lastUsedAt", max(token.expires_at) AS "expiresAt"
     FROM connected_apps app
     JOIN app_tokens token ON token.app_id = app.id AND token.used_at IS NULL AND token.expires_at > now()
     WHERE app.user_id = $1
     GROUP BY app.id
     ORDER BY app.created_at DESC, app.id DESC`,
    [userId],
  );
}

export async function countApps(db: Postgres, userId: string): Promise<number> {
  const [row] = await db.query<{ apps: number }>(
    `SELECT count(*) AS apps FROM connected_apps app
     WHERE user_id = $1
       AND (EXISTS (SELECT FROM app_tokens WHERE app_id = app.id AND expires_at > now())
         OR EXISTS (SELECT FROM authorization_codes WHERE app_id = app.id AND expires_at > now()))`,
    [userId],
  );
  return row?.apps ?? 0;
}

export async function appOwner(db: Postgres, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM connected_apps WHERE id = $1`,
    [id],
  );
  return row?.userId;
}

export async function deleteApp(tx: Postgres, id: number): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM connected_apps WHERE id = $1 RETURNING id`, [id]);
  return rows.length > 0;
}

export async function deleteUserApps(tx: Postgres, userId: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(`DELETE FROM connected_apps WHERE user_id = $1 RETURNING id`, [
    userId,
  ]);
  return rows.map(({ id }) => id);
}

/** Codes are kept for a day after expiry, to detect the reuse of an intercepted code. */
export async function deleteExpiredAppSecrets(db: Postgres): Promise<number> {
  const codes = await deleteBatch(db, 'authorization_codes', `expires_at < now() - interval '1 day'`);
  const tokens = await deleteBatch(db, 'app_tokens', `expires_at < now()`);
  const apps = await deleteBatch(
    db,
    'connected_apps',
    `NOT EXISTS (SELECT FROM app_tokens WHERE app_id = connected_apps.id)
       AND NOT EXISTS (SELECT FROM authorization_codes WHERE app_id = connected_apps.id)`,
  );
  return codes + tokens + apps;
}
