import { isRefusal } from '@magpie/client';
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

export function failureOf(error: unknown): Failure {
  const response = responseOf(error);
  const rest = { answered: response !== undefined, waitSeconds: waitOf(response) };
  if (!isRefusal(error)) {
    const sentence =
      response === undefined ? 'The server cannot be reached.' : 'Something other than Magpie answered.';
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

interface Answered {
  readonly headers: Headers;
}

function responseOf(error: unknown): Answered | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.meta as { readonly response?: Answered } | undefined)?.response;
}

function waitOf(response: Answered | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWait) : 0;
}
