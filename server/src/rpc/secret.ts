import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 digits of base 62 hold 256 bits, 6 hold 32. */
const secretDigits = 43;
const checksumDigits = 6;
const shape = new RegExp(`^mgp_([A-Za-z0-9]{${secretDigits}})([A-Za-z0-9]{${checksumDigits}})$`);

export function newApiKey(): string {
  return newSecret('mgp_');
}

/** A prefix for the type, 256 random bits, and a checksum that lets secret scanners recognize it. */
export function newSecret(prefix: 'mgp_' | 'mga_' | 'mgr_' | 'mgc_'): string {
  const secret = base62(randomBytes(32), secretDigits);
  return `${prefix}${secret}${computeChecksum(secret)}`;
}

export function isMistyped(apiKey: string): boolean {
  const [, secret, checksum] = shape.exec(apiKey) ?? [];
  return apiKey.startsWith('mgp_') && (secret === undefined || computeChecksum(secret) !== checksum);
}

/** Keys have enough entropy for an unsalted digest, which the database can look up. */
export function hashSecret(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

export function toKeyPrefix(apiKey: string): string {
  return apiKey.slice(0, 12);
}

/** For links; 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function newUserId(): string {
  return base62(randomBytes(15), 20);
}

function computeChecksum(secret: string): string {
  return base62(createHash('sha256').update(secret).digest().subarray(0, 4), checksumDigits);
}

function base62(bytes: Uint8Array, digits: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit += 1) {
    text = `${alphabet[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}
