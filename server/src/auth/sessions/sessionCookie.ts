import { createHmac, timingSafeEqual } from 'node:crypto';

/** Shared with better-auth: a token and its signature. */
const sessionCookieName = 'magpie.session_token';

/** The lifetime of a session after its last renewal. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** The token in a Cookie header; undefined without a session cookie, null if its signature is invalid. */
export function tokenIn(cookies: string | undefined, secret: string): string | null | undefined {
  const value = cookieValue(cookies);
  if (value === undefined) return undefined;
  const [, token = '', signature = ''] = /^([\w-]{1,255})\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? [];
  const given = Buffer.from(signature, 'base64');
  const expected = signatureOf(token, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/** The Set-Cookie header of a session. */
export function sessionCookie(token: string, secret: string): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`);
  return `${sessionCookieName}=${value}; Max-Age=${sessionSeconds}; Path=/; HttpOnly; SameSite=Lax`;
}

/** Browsers send the cookie with the most specific path first. */
function cookieValue(cookies = ''): string | undefined {
  const prefix = `${sessionCookieName}=`;
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
