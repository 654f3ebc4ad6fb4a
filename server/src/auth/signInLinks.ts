import type { Postgres } from '../db/postgres/postgres.ts';
import { byOperator, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { findEmail } from './people.sql.ts';
import { hashSecret, newToken, newUserId } from '../rpc/secret.ts';
import { sessionCookie, sessionSeconds, sessionCredential } from './sessions/sessionAuth.ts';
import { insertLinkSession } from './sessions/sessions.sql.ts';
import { insertLink, isLinkOpen, consumeLink } from './signInLinks.sql.ts';

export async function makeSignInLink(db: Postgres, userId: string): Promise<string> {
  const token = newToken();
  await db.transaction(async (tx) => {
    await insertLink(tx, hashSecret(token), userId);
    const subject = await findEmail(tx, userId);
    await addAuditEntry(tx, { ...byOperator, act: 'sign_in_link.created', subject });
  });
  return token;
}

export function buildSignInUrl(site: string, token: string): string {
  return `${site}/sign-in/${token}`;
}

export function isSignInLink(db: Postgres, token: string): Promise<boolean> {
  return isLinkOpen(db, hashSecret(token));
}

export function openSignInLink(
  db: Postgres,
  secret: string,
  opened: { readonly token: string; readonly address: string; readonly userAgent: string },
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const userId = await consumeLink(tx, hashSecret(opened.token));
    if (userId === undefined) return null;
    const { address, userAgent } = opened;
    const [id, token] = [newUserId(), newToken()];
    const expiresAt = new Date(Date.now() + sessionSeconds * 1000);
    const tokenSha256 = hashSecret(token);
    await insertLinkSession(tx, { id, userId, tokenSha256, address, userAgent, expiresAt });
    const via = sessionCredential(id);
    const details = { form: 'sign-in link' };
    await addAuditEntry(tx, { act: 'session.signed_in', actorId: userId, via, address, details });
    return sessionCookie(token, secret);
  });
}
