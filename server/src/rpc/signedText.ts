import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A text that only this instance can have made, for one purpose and until a time: the end of a link that works
 * without signing in. It can be read by whoever has it. Letters, digits, `-`, `_` and `.`, so it fits into an address.
 */
export function signed(secret: string, purpose: string, payload: string, expiresAt: Date): string {
  const text = `${Math.floor(expiresAt.getTime() / 1000)}.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${signatureOf(secret, purpose, text).toString('base64url')}`;
}

/** What was signed; null when it was not, for another purpose, or its time has passed. */
export function readSigned(secret: string, purpose: string, text: string, now: Date): string | null {
  const [, body = '', expires, payload = '', signature = ''] =
    /^((\d{1,12})\.([\w-]*))\.([\w-]{43})$/.exec(text) ?? [];
  const expected = signatureOf(secret, purpose, body);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) * 1000 > now.getTime() ? Buffer.from(payload, 'base64url').toString() : null;
}

/** A purpose has a key of its own, so that no text could be taken for one of another purpose. */
function signatureOf(secret: string, purpose: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return createHmac('sha256', key).update(text).digest();
}
