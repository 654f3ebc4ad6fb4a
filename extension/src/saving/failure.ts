import { isRefusal } from '@magpie/client';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { TRPCClientError } from '@trpc/client';

/** Why a call had no success, and what that means for what was to be sent. */
export interface Failure {
  /** `refused`: for good. `key`: until the key is right. `later`: may work at another time. */
  readonly kind: 'refused' | 'key' | 'later';
  readonly sentence: string;
  /** Whether anything answered at all. */
  readonly answered: boolean;
  /** How long the server asks to wait; 0 when it does not. */
  readonly waitSeconds: number;
}

const longestWait = 3600;

/** Its message is a sentence for the person; that of other errors is not. */
export class Told extends Error {}

/** Nothing answered; other errors mean that something did. */
export class NoAnswer extends Error {}

export function failureOf(error: unknown): Failure {
  const answered = !causesOf(error).some((cause) => cause instanceof NoAnswer);
  const rest = { answered, waitSeconds: waitOf(error) };
  if (!isRefusal(error)) {
    const sentence = answered ? 'Something other than Magpie answered.' : 'The server cannot be reached.';
    return { ...rest, kind: 'later', sentence };
  }
  const { httpStatus } = error.data;
  if (httpStatus === 401)
    return { ...rest, kind: 'key', sentence: 'The server does not know the key: enter a new one.' };
  if (httpStatus === 429) return { ...rest, kind: 'later', sentence: 'The server asks to wait a little.' };
  if (httpStatus >= 500 || httpStatus === 408)
    return { ...rest, kind: 'later', sentence: 'Something went wrong on the server.' };
  return { ...rest, kind: 'refused', sentence: error.message };
}

function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function waitOf(error: unknown): number {
  if (!(error instanceof TRPCClientError)) return 0;
  const { response } = (error.meta ?? {}) as { readonly response?: { readonly headers: Headers } };
  return Math.min(retryAfterSeconds(response?.headers.get('retry-after')) ?? 0, longestWait);
}
