import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { ErrorDetails } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { claimKey, storeResponse, readFirstCall, type IdempotencyKey } from './idempotency.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface IdempotentCall {
  readonly idempotencyKey: string;
  readonly batchIndex: number;
  readonly credential: { readonly id: string; readonly secret: string };
  readonly procedure: string;
  readonly input: unknown;
  /** The response contains a secret that is shown once: it is not stored, and a repeat is rejected. */
  readonly showsSecret: boolean;
}

export type IdempotentOutcome = { readonly json: string } | { readonly refusal: Refusal };

type Refusal = Pick<MagpieError, 'code' | 'message'> & ErrorDetails;

/**
 * Runs the work once per key. The claim, the work and the stored response are one transaction: after a SIGKILL
 * either all of it happened or nothing. Failures and rate limits are thrown and not stored: a repeat may succeed.
 */
export async function withIdempotency(
  tx: Postgres,
  call: IdempotentCall,
  work: (tx: Postgres) => Promise<string>,
): Promise<{ outcome: IdempotentOutcome; replayed: boolean }> {
  const key: IdempotencyKey = {
    credential: call.credential.id,
    keySha256: sha256(call.idempotencyKey),
    call: call.batchIndex,
  };
  const inputSha256 = sha256(canonicalJson(call.input));
  if (await claimKey(tx, key, { procedure: call.procedure, inputSha256 })) {
    const outcome = await toOutcome(() => tx.transaction(work));
    const repeated = 'json' in outcome && call.showsSecret ? { refusal: secretAlreadyShown } : outcome;
    await storeResponse(tx, key, encrypt(repeated, call));
    return { outcome, replayed: false };
  }
  const first = await readFirstCall(tx, key);
  if (first?.procedure !== call.procedure || !first.inputSha256.equals(inputSha256)) {
    throw new MagpieError(
      'CONFLICT',
      'This Idempotency-Key was used for another call in the last 24 hours; use a new key for a new call.',
    );
  }
  return { outcome: decrypt(first.answer, call), replayed: true };
}

const secretAlreadyShown = {
  code: 'CONFLICT',
  message:
    'A call with this Idempotency-Key succeeded, and its secret is shown only once; use a new key to get a new secret.',
} as const satisfies Refusal;

async function toOutcome(work: () => Promise<string>): Promise<IdempotentOutcome> {
  try {
    return { json: await work() };
  } catch (error) {
    if (!(error instanceof MagpieError) || isRetryable(error)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, ...details } };
  }
}

function isRetryable({ code, httpStatus }: MagpieError): boolean {
  return code === 'TOO_MANY_REQUESTS' || httpStatus >= 500;
}

/** Stored responses may contain private data, so they are encrypted with a key from the caller's credential. */
function encrypt(outcome: IdempotentOutcome, call: IdempotentCall): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(call), nonce);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(stored: Buffer | null, call: IdempotentCall): IdempotentOutcome {
  if (stored === null) throw new Error('a committed idempotency key has no stored response');
  const cipher = createDecipheriv('aes-256-gcm', encryptionKey(call), stored.subarray(0, 12));
  cipher.setAuthTag(stored.subarray(12, 28));
  const decrypted = Buffer.concat([cipher.update(stored.subarray(28)), cipher.final()]);
  return JSON.parse(decrypted.toString('utf8')) as IdempotentOutcome;
}

function encryptionKey({ credential }: IdempotentCall): Buffer {
  return Buffer.from(hkdfSync('sha256', credential.secret, '', 'magpie: answer kept for a repeat', 32));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** JSON with sorted keys, so that the same input always has the same digest. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? 'null';
}

function sortKeys(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
