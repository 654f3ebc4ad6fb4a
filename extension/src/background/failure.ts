import { isApiError } from '@magpie/client';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { TRPCClientError } from '@trpc/client';

export interface SaveFailure {
  /** `refused`: permanent. `key`: until the key is replaced. `later`: can be retried. */
  readonly kind: 'refused' | 'key' | 'later';
  readonly message: string;
  readonly answered: boolean;
  /** From `Retry-After`; 0 without one. */
  readonly waitSeconds: number;
}

const maxWait = 3600;

/** There was no response at all; any other error means that there was one. */
export class NoResponseError extends Error {}

export function toFailure(error: unknown): SaveFailure {
  const answered = !listCauses(error).some((cause) => cause instanceof NoResponseError);
  const base = { answered, waitSeconds: readWaitSeconds(error) };
  if (!isApiError(error)) {
    const message = answered ? 'The response did not come from Magpie.' : 'The server cannot be reached.';
    return { ...base, kind: 'later', message };
  }
  const { httpStatus } = error.data;
  if (httpStatus === 401)
    return { ...base, kind: 'key', message: 'The server rejected the API key. Enter a new one.' };
  if (httpStatus === 429) return { ...base, kind: 'later', message: 'The server is rate limiting requests.' };
  if (httpStatus >= 500 || httpStatus === 408)
    return { ...base, kind: 'later', message: 'Something went wrong on the server.' };
  return { ...base, kind: 'refused', message: error.message };
}

function listCauses(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : [];
}

function readWaitSeconds(error: unknown): number {
  if (!(error instanceof TRPCClientError)) return 0;
  const { response } = (error.meta ?? {}) as { readonly response?: { readonly headers: Headers } };
  return Math.min(retryAfterSeconds(response?.headers.get('retry-after')) ?? 0, maxWait);
}
