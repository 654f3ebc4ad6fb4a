import { hash, verify } from '@node-rs/argon2';

/** The OWASP minimum for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function isPassword(password: string, digest: string): Promise<boolean> {
  return verify(digest, password);
}
