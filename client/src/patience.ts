import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { redirection } from './site.ts';

/** What of an answer is used here, whole: a connection that is lost on the way is noticed before anybody reads it. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

export interface RetryOptions {
  /** How often a request is sent again. */
  readonly retries: number;
  /** How long each may take until its answer is here. */
  readonly timeoutSeconds: number;
  /** Told of each wait before another try, and why, in a sentence. */
  readonly onWait?: ((seconds: number, reason: string) => void) | undefined;
}

/** Too many calls, a proxy that reaches no server, a server without room or one that stops: it may soon be otherwise. */
const passing: ReadonlySet<number> = new Set([429, 502, 503]);
/** All waits of a call together. Who is asked to wait longer is told so instead. */
const longestWaitSeconds = 60;
const firstPauseSeconds = 0.5;
/** What a timer takes; a longer one ends at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Sends a request until it has an answer that will not be another a moment later, at most `retries` times again. Only for
 * requests that may arrive twice: queries, and mutations with an `Idempotency-Key`.
 */
export async function sendPatiently(
  send: typeof fetch,
  { retries, timeoutSeconds, onWait }: RetryOptions,
  address: string,
  request: RequestInit,
): Promise<Answer> {
  for (let retry = 0, waited = 0; ; retry += 1) {
    const outcome = await sendOnce(send, timeoutSeconds, address, request);
    const seconds = retry < retries ? waitAfter(outcome, retry) : Infinity;
    waited += seconds;
    if (waited <= longestWaitSeconds) {
      onWait?.(seconds, await sentenceOf(outcome, address));
      await pause(seconds, request.signal);
    } else if (outcome instanceof Error) throw outcome;
    else return outcome;
  }
}

async function sendOnce(
  send: typeof fetch,
  timeoutSeconds: number,
  address: string,
  request: RequestInit,
): Promise<Answer | Error> {
  const { origin } = new URL(address);
  const tooLate = new AbortController();
  const milliseconds = timeoutSeconds * 1000;
  const timer = milliseconds > longestTimer ? undefined : setTimeout(() => tooLate.abort(), milliseconds);
  const signals = request.signal ? [request.signal, tooLate.signal] : [tooLate.signal];
  try {
    // The key is for this address alone, and a POST would come to another one as a GET.
    const asked = { ...request, redirect: 'manual', signal: AbortSignal.any(signals) } as const;
    const response = await send(address, asked);
    const { ok, status, headers } = response;
    const text = await response.text();
    return { ok, status, headers, json: () => parsed(text, address, response) };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    // Whoever let it wait for so long is not asked for the same once more.
    if (tooLate.signal.aborted) {
      throw new Error(`No answer came from ${origin} within ${timeoutSeconds} seconds.`, { cause: error });
    }
    return new Error(`No answer came from ${origin}${reasonOf(error)}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function parsed(text: string, address: string, response: Response): Promise<unknown> {
  const problem = redirection(address, response);
  if (problem !== null) throw new Error(problem);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${new URL(address).origin} answered ${response.status} with something that is not JSON; it seems to be no Magpie.`,
    );
  }
}

/** Why there is no answer yet: in the words of the server, where they are known. */
async function sentenceOf(outcome: Answer | Error, address: string): Promise<string> {
  if (outcome instanceof Error) return outcome.message;
  const told = (await outcome.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = told?.error?.message;
  return typeof message === 'string' ? message : `${new URL(address).origin} answered ${outcome.status}.`;
}

/** Node says why in the cause of its error; what it does not even send, it refuses in the error itself. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error();
  const told = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return told === '' ? '' : `: ${told.replace(/\.$/, '')}`;
}

/** Seconds until the next try; infinitely many when there is no use in one. */
function waitAfter(outcome: Answer | Error, retry: number): number {
  // Not all who lost the same server come back at the same moment.
  const usual = firstPauseSeconds * 2 ** retry * (0.5 + Math.random() / 2);
  if (outcome instanceof Error) return usual;
  return passing.has(outcome.status)
    ? (retryAfterSeconds(outcome.headers.get('retry-after')) ?? usual)
    : Infinity;
}

function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
