import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { MagpieError } from '@magpie/contract/errors';
import { claimKey, keepAnswer, readFirstCall, type RepeatKey } from './idempotency.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

/** A mutation that may be repeated: its key, whose it is, and what makes two calls the same. */
export interface Repeatable {
  readonly idempotencyKey: string;
  /** Place in a batch, 0 outside one: the calls of a batch share one header. */
  readonly call: number;
  readonly credential: { readonly id: string; readonly secret: string };
  readonly procedure: string;
  readonly input: unknown;
  /** The answer holds a secret that is shown once: it is not stored, and a repeat is refused. */
  readonly showsSecret: boolean;
}

/** How a mutation ended: its payload as JSON, or the refusal that is its answer. */
export type Outcome = { readonly json: string } | { readonly refusal: Refusal };

type Refusal = Pick<MagpieError, 'code' | 'message'> &
  Partial<Pick<MagpieError, 'issues' | 'suggestions' | 'found'>>;

/**
 * Runs the work once per key. The claim, the work and the kept answer are one transaction: after a
 * SIGKILL either all of it happened or nothing did, and a repeat finds the one or does the other.
 * A failure, or a limit that passes, is thrown and so not kept: the repeat may succeed.
 */
export async function withIdempotency(
  tx: Postgres,
  repeatable: Repeatable,
  work: (tx: Postgres) => Promise<string>,
): Promise<{ outcome: Outcome; replayed: boolean }> {
  const key: RepeatKey = {
    credential: repeatable.credential.id,
    keySha256: sha256(repeatable.idempotencyKey),
    call: repeatable.call,
  };
  const inputSha256 = sha256(canonicalJson(repeatable.input));
  if (await claimKey(tx, key, { procedure: repeatable.procedure, inputSha256 })) {
    const outcome = await settle(() => tx.transaction(work));
    const repeated = 'json' in outcome && repeatable.showsSecret ? { refusal: secretWasShown } : outcome;
    await keepAnswer(tx, key, seal(repeated, repeatable));
    return { outcome, replayed: false };
  }
  const first = await readFirstCall(tx, key);
  if (first?.procedure !== repeatable.procedure || !first.inputSha256.equals(inputSha256)) {
    throw new MagpieError(
      'CONFLICT',
      'This Idempotency-Key was used for another call in the last 24 hours; take a new key for a new call.',
    );
  }
  return { outcome: unseal(first.answer, repeatable), replayed: true };
}

const secretWasShown = {
  code: 'CONFLICT',
  message:
    'A call with this Idempotency-Key succeeded, and its secret is shown only once; use a new key to get a new secret.',
} as const satisfies Refusal;

/** Tells a refusal, which is an answer, from what may be otherwise later, which is thrown on. */
async function settle(work: () => Promise<string>): Promise<Outcome> {
  try {
    return { json: await work() };
  } catch (error) {
    if (!(error instanceof MagpieError) || mayPass(error)) throw error;
    const { code, message, issues, suggestions, found } = error;
    return { refusal: { code, message, issues, suggestions, found } };
  }
}

function mayPass({ code, httpStatus }: MagpieError): boolean {
  return code === 'TOO_MANY_REQUESTS' || httpStatus >= 500;
}

/** Stored answers may hold private data, so they are encrypted with the caller's own credential. */
function seal(outcome: Outcome, repeatable: Repeatable): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(repeatable), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(answer: Buffer | null, repeatable: Repeatable): Outcome {
  if (answer === null) throw new Error('a committed idempotency key has no answer');
  const cipher = createDecipheriv('aes-256-gcm', sealingKey(repeatable), answer.subarray(0, 12));
  cipher.setAuthTag(answer.subarray(12, 28));
  const opened = Buffer.concat([cipher.update(answer.subarray(28)), cipher.final()]);
  return JSON.parse(opened.toString('utf8')) as Outcome;
}

function sealingKey({ credential }: Repeatable): Buffer {
  return Buffer.from(hkdfSync('sha256', credential.secret, '', 'magpie: answer kept for a repeat', 32));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** JSON with the keys of every object in order, so that the same input always has the same digest. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, withKeysInOrder) ?? 'null';
}

function withKeysInOrder(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
