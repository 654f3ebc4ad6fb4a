import type { MagpieRouter } from '@magpie/client';
import type { ErrorDetails } from '@magpie/contract';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { TRPCClientError } from '@trpc/client';
import { FormError } from './api/signIn.ts';
import { libCopy } from './copy.ts';

type ApiError = TRPCClientError<MagpieRouter>;

function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError;
}

/** The HTTP status of the response; undefined without a response. */
export function httpStatus(error: unknown): number | undefined {
  if (error instanceof FormError) return error.status === 0 ? undefined : error.status;
  return isApiError(error) ? error.data?.httpStatus : undefined;
}

export function isSignedOut(error: unknown): boolean {
  return httpStatus(error) === 401;
}

/** Rate limits, gateway errors and missing responses may be temporary. */
export function isRetryable(error: unknown): boolean {
  const status = httpStatus(error);
  return status === undefined || status === 429 || status === 502 || status === 503;
}

const maxRetryAfter = 60;

/** The `Retry-After` seconds of a 429 response; undefined for any other error. */
export function retryAfter(error: unknown): number | undefined {
  if (!isApiError(error) || httpStatus(error) !== 429) return undefined;
  const { response } = (error.meta ?? {}) as { readonly response?: Response };
  const seconds = retryAfterSeconds(response?.headers.get('retry-after')) ?? 5;
  return Math.min(Math.max(seconds, 1), maxRetryAfter);
}

/** Milliseconds before the next attempt: `Retry-After`, else exponential backoff. */
export function retryDelay(error: unknown, failures: number): number {
  const seconds = retryAfter(error);
  return seconds === undefined ? Math.min(1000 * 2 ** failures, 15_000) : seconds * 1000;
}

/** The unknown name in a request; undefined for any other error. */
export function unknownName(error: unknown): string | number | undefined {
  return isApiError(error) ? error.data?.value : undefined;
}

export function getSuggestions(error: unknown): readonly string[] {
  return isApiError(error) ? (error.data?.suggestions ?? []) : [];
}

export interface Issue {
  /** `channels.1.target` */
  readonly path: string;
  /** `channels` */
  readonly field: string;
  /** The message without the path. */
  readonly problem: string;
  readonly message: string;
}

export function getIssues(error: unknown): readonly Issue[] {
  return isApiError(error) ? (error.data?.issues ?? []).map(readIssue) : [];
}

/** A message that describes a field starts with its path. */
export function readIssue({ path, message }: Pick<Issue, 'path' | 'message'>): Issue {
  const isAboutPath = message.startsWith(`${path} `);
  return {
    path,
    field: path.split('.')[0] ?? '',
    problem: isAboutPath ? message.slice(path.length + 1) : message,
    message,
  };
}

export function foundDetails(error: unknown): ErrorDetails['found'] {
  return isApiError(error) ? error.data?.found : undefined;
}

/** A message for the user: the server's own, or a generic one where it would not help. */
export function describeError(error: unknown): string {
  const status = httpStatus(error);
  if (status === undefined) return libCopy.noResponse;
  if (status >= 500 && status !== 503 && status !== 504) return libCopy.serverError;
  // The server's message is for API clients.
  if (status === 401 && isApiError(error)) return libCopy.signedOut;
  return error instanceof Error ? error.message : libCopy.unknownError;
}
