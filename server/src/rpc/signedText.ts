import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A token for links that work without signing in: signed by this instance, for one purpose, with an expiry. The
 * payload is not encrypted. Consists of letters, digits, `-`, `_` and `.`, so it is safe in a URL.
 */
export function signText(secret: string, purpose: string, payload: string, expiresAt: Date): string {
  const text = `${Math.floor(expiresAt.getTime() / 1000)}.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${computeSignature(secret, purpose, text).toString('base64url')}`;
}

/** The payload; null if the signature is invalid, for another purpose, or expired. */
export function verifySignedText(secret: string, purpose: string, text: string, now: Date): string | null {
  const [, body = '', expires, payload = '', signature = ''] =
    /^((\d{1,12})\.([\w-]*))\.([\w-]{43})$/.exec(text) ?? [];
  const expected = computeSignature(secret, purpose, body);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) * 1000 > now.getTime() ? Buffer.from(payload, 'base64url').toString() : null;
}

/** Each purpose has a separate key, so that a token for one purpose is invalid for another. */
function computeSignature(secret: string, purpose: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return createHmac('sha256', key).update(text).digest();
}
