import * as sql from './oauth.sql.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { hashSecret, newSecret } from '../../rpc/secret.ts';
import { isSameResource } from './authorizationRequest.ts';
import { OAuthError, toResource } from './sites.ts';
import type { Logger } from '../../config/log.ts';
import { createAuthCache, type AuthCache } from '../authCache.ts';

export const accessSeconds = 3600;
/** The lifetime of a refresh token. An app unused for longer has to be authorized again. */
const refreshSeconds = 30 * 86_400;

type TokenResponse = Awaited<ReturnType<typeof issue>>;

export type TokenForm = ReadonlyMap<string, string>;

export interface TokenEndpoint {
  exchange(form: TokenForm, address: string): Promise<TokenResponse>;
  /** RFC 7009. Succeeds for an unknown token. */
  revoke(form: TokenForm, address: string): Promise<void>;
}

export function createTokenEndpoint(db: Postgres, clearCache: () => void): TokenEndpoint {
  /** Errors are returned from the transaction instead of thrown, so that a disconnect is committed. */
  const commitOrThrow = async (work: (tx: Postgres) => Promise<TokenResponse | OAuthError>) => {
    const outcome = await db.transaction(work);
    if (!(outcome instanceof OAuthError)) return outcome;
    clearCache();
    throw outcome;
  };
  return {
    exchange: (form, address) => {
      const grant = required(form, 'grant_type');
      if (grant === 'authorization_code') return commitOrThrow((tx) => exchangeCode(tx, form, address));
      if (grant === 'refresh_token') return commitOrThrow((tx) => rotate(tx, form, address));
      throw new OAuthError(
        'unsupported_grant_type',
        'The grant_type must be authorization_code or refresh_token.',
      );
    },
    revoke: async (form, address) => {
      await db.transaction((tx) => revoke(tx, form, address));
      clearCache();
    },
  };
}

function required(form: TokenForm, name: string): string {
  const value = form.get(name);
  if (value !== undefined && value !== '') return value;
  throw new OAuthError('invalid_request', `The form has no ${name}.`);
}

async function exchangeCode(
  tx: Postgres,
  form: TokenForm,
  address: string,
): Promise<TokenResponse | OAuthError> {
  const code = hashSecret(required(form, 'code'));
  const verifier = required(form, 'code_verifier');
  const app = await sql.lockAppOfCode(tx, code);
  if (app === undefined) throw invalidGrant('code');
  assertSameClient(form, app.clientId, 'code');
  if (app.isUsed) return disconnect(tx, app, address, 'authorization code presented twice');
  if (app.isExpired || !verifiesChallenge(verifier, app.codeChallenge)) throw invalidGrant('code');
  if ((form.get('redirect_uri') ?? app.redirectUri) !== app.redirectUri) throw invalidGrant('code');
  assertSameResource(form, app.resource);
  await sql.markCodeUsed(tx, code);
  return issue(tx, app);
}

async function rotate(tx: Postgres, form: TokenForm, address: string): Promise<TokenResponse | OAuthError> {
  const token = hashSecret(required(form, 'refresh_token'));
  const app = await sql.lockAppOfRefreshToken(tx, token);
  if (app === undefined) throw invalidGrant('refresh token');
  assertSameClient(form, app.clientId, 'refresh token');
  if (app.isUsed) return disconnect(tx, app, address, 'refresh token presented twice');
  if (app.isExpired) throw invalidGrant('refresh token');
  assertSameResource(form, app.resource);
  const more = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (!more.every((scope) => (app.scopes as readonly string[]).includes(scope))) {
    throw new OAuthError(
      'invalid_scope',
      'The scope exceeds the granted scope; request authorization again.',
    );
  }
  await sql.markTokenUsed(tx, token);
  return issue(tx, app);
}

async function issue(tx: Postgres, { appId, scopes }: Pick<sql.PresentedCode, 'appId' | 'scopes'>) {
  const [access, refresh] = [newSecret('mga_'), newSecret('mgr_')];
  const tokens = [
    { tokenSha256: hashSecret(access), appId, kind: 'access', seconds: accessSeconds },
    { tokenSha256: hashSecret(refresh), appId, kind: 'refresh', seconds: refreshSeconds },
  ] as const;
  for (const token of tokens) await sql.insertToken(tx, token);
  return {
    access_token: access,
    token_type: 'Bearer' as const,
    expires_in: accessSeconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

/** A code or token used twice was stolen, and either use may be the thief's: both lose access. */
async function disconnect(
  tx: Postgres,
  { appId, userId, clientName }: Pick<sql.PresentedCode, 'appId' | 'userId' | 'clientName'>,
  address: string,
  reason: string,
): Promise<OAuthError> {
  await sql.deleteApp(tx, appId);
  const entry = { actorId: userId, subject: `app:${appId}`, address };
  await addAuditEntry(tx, { ...entry, act: 'app.disconnected', details: { app: clientName, reason } });
  return invalidGrant(reason.startsWith('refresh') ? 'refresh token' : 'code');
}

function verifiesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const proof = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(proof), Buffer.from(challenge));
}

function assertSameClient(form: TokenForm, clientId: string, what: string): void {
  if (required(form, 'client_id') !== clientId) throw invalidGrant(what);
}

function assertSameResource(form: TokenForm, resource: string): void {
  if (isSameResource(form.get('resource') ?? resource, resource)) return;
  throw new OAuthError('invalid_target', `This authorization is only valid for ${resource}.`);
}

/** The same message for every cause, so that guesses reveal nothing. */
function invalidGrant(what: string): OAuthError {
  return new OAuthError(
    'invalid_grant',
    `This ${what} is not valid: it is unknown, expired, used, revoked or belongs to another client.`,
  );
}

async function revoke(tx: Postgres, form: TokenForm, address: string): Promise<void> {
  const token = required(form, 'token');
  const clientId = required(form, 'client_id');
  const app = await sql.findAppOfToken(tx, hashSecret(token));
  if (app === undefined) return;
  if (app.clientId !== clientId)
    throw new OAuthError('invalid_client', 'This token belongs to another client.');
  if (!(await sql.deleteApp(tx, app.appId))) return;
  const [subject, details] = [`app:${app.appId}`, { reason: 'revoked by the app' }];
  const entry = { actorId: app.userId, subject, via: subject, address };
  await addAuditEntry(tx, { ...entry, act: 'app.disconnected', details });
}

export function isAccessToken(token: string): boolean {
  return token.startsWith('mga_');
}

export function createAccessTokens(db: Postgres, log: Logger, sites: () => readonly string[]): AuthCache {
  return createAuthCache(async (token) => {
    const live = await sql.findLiveToken(db, hashSecret(token));
    if (live === undefined || !sites().map(toResource).includes(live.resource)) return undefined;
    const { appId, userId, isOwner, scopes, expiresAt } = live;
    if (live.useIsStale) {
      sql
        .recordAppUse(db, appId)
        .catch((error: unknown) => log.warn({ err: error }, 'last use of app not stored'));
    }
    const credential = { id: `app:${appId}`, secret: token };
    return {
      caller: { userId, isOwner, scopes: new Set(scopes), credential },
      expiresAt: expiresAt.getTime(),
    };
  });
}
