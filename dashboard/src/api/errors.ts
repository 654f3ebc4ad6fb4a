import type { MagpieRouter } from '@magpie/client';
import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { TRPCClientError } from '@trpc/client';
import { signedOutSentence } from './session.ts';
import { FormRefused } from './signIn.ts';

type Refusal = TRPCClientError<MagpieRouter>;

function isRefusal(error: unknown): error is Refusal {
  return error instanceof TRPCClientError;
}

/** The HTTP status of an answer; undefined when there was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof FormRefused) return error.status === 0 ? undefined : error.status;
  return isRefusal(error) ? error.data?.httpStatus : undefined;
}

export function isSignedOut(error: unknown): boolean {
  return statusOf(error) === 401;
}

/** What the server answered to be too much, or did not answer, may work a moment later. */
export function mayBeTriedAgain(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 429 || status === 502 || status === 503;
}

const longestWait = 60;

/** Seconds that the server asks to wait; undefined when it does not. */
export function retryAfter(error: unknown): number | undefined {
  if (!isRefusal(error) || statusOf(error) !== 429) return undefined;
  const { response } = (error.meta ?? {}) as { readonly response?: Response };
  const seconds = retryAfterSeconds(response?.headers.get('retry-after')) ?? 5;
  return Math.min(Math.max(seconds, 1), longestWait);
}

/** Milliseconds before the next try: as long as the server asks, else longer each time. */
export function waitBefore(error: unknown, failures: number): number {
  const seconds = retryAfter(error);
  return seconds === undefined ? Math.min(1000 * 2 ** failures, 15_000) : seconds * 1000;
}

/** Names that the server offers in place of one that it does not know. */
export function suggestionsOf(error: unknown): readonly string[] {
  return isRefusal(error) ? (error.data?.suggestions ?? []) : [];
}

/** What is wrong with which field of what was sent. */
export function issuesOf(error: unknown): readonly { readonly path: string; readonly message: string }[] {
  return isRefusal(error) ? (error.data?.issues ?? []) : [];
}

/** What was found where something else was looked for. */
export function foundOf(error: unknown): Readonly<Record<string, unknown>> | null {
  return isRefusal(error) ? (error.data?.found ?? null) : null;
}

/** What to tell a person: the server's own sentence, which says what would be right, or what to do without one. */
export function sentenceOf(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined) return 'The server did not answer. Check the connection and try again.';
  if (status >= 500 && status !== 503 && status !== 504)
    return 'Something went wrong on the server. Try again; if it stays so, tell whoever runs this Magpie.';
  // The server's own is meant for programs.
  if (status === 401 && isRefusal(error)) return signedOutSentence;
  return error instanceof Error ? error.message : 'This did not work. Try again.';
}
