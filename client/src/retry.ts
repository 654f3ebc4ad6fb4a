import { retryAfterSeconds } from '@magpie/contract/retryAfter';
import { procedureBase } from '@magpie/contract/limits';

/** A response whose body is read completely, so that a connection lost halfway counts as a failed attempt. */
interface BufferedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

export interface RetryOptions {
  readonly retries: number;
  /** Timeout of each attempt, body included. */
  readonly timeoutSeconds: number;
  readonly onRetry?: ((seconds: number, reason: string) => void) | undefined;
}

const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503]);
/** Limit for all waits of a call together. A longer `Retry-After` makes the call fail at once. */
const maxWaitSeconds = 60;
const firstPauseSeconds = 0.5;
/** A longer `setTimeout` fires immediately. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** Only for requests that are safe to repeat: queries, and mutations with an `Idempotency-Key`. */
export async function sendWithRetries(
  send: typeof fetch,
  { retries, timeoutSeconds, onRetry }: RetryOptions,
  address: string,
  request: RequestInit,
): Promise<BufferedResponse> {
  for (let retry = 0, waited = 0; ; retry += 1) {
    const outcome = await sendOnce(send, timeoutSeconds, address, request);
    const seconds = retry < retries ? waitAfter(outcome, retry) : Infinity;
    waited += seconds;
    if (waited <= maxWaitSeconds) {
      onRetry?.(seconds, await errorMessage(outcome, address));
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
): Promise<BufferedResponse | Error> {
  const { origin } = new URL(address);
  const timeout = new AbortController();
  const milliseconds = timeoutSeconds * 1000;
  const timer =
    milliseconds > maxTimerMilliseconds ? undefined : setTimeout(() => timeout.abort(), milliseconds);
  const signals = request.signal ? [request.signal, timeout.signal] : [timeout.signal];
  try {
    // Following a redirect would send the key to another host and turn a POST into a GET.
    const options = { ...request, redirect: 'manual', signal: AbortSignal.any(signals) } as const;
    const response = await send(address, options);
    const { ok, status, headers } = response;
    const text = await response.text();
    return { ok, status, headers, json: () => parseBody(text, address, response) };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    // A timeout is not retried: the server may still be working on the request.
    if (timeout.signal.aborted) {
      throw new Error(`${origin} did not respond within ${timeoutSeconds} seconds.`, { cause: error });
    }
    return new Error(`${origin} did not respond${errorReason(error)}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function parseBody(text: string, address: string, response: Response): Promise<unknown> {
  const problem = redirectProblem(address, response);
  if (problem !== null) throw new Error(problem);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${new URL(address).origin} responded with status ${response.status} and a body that is not JSON; check that the url is a Magpie server.`,
    );
  }
}

/** Uses the server's own error message if there is one. */
async function errorMessage(outcome: BufferedResponse | Error, address: string): Promise<string> {
  if (outcome instanceof Error) return outcome.message;
  const body = (await outcome.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = body?.error?.message;
  return typeof message === 'string'
    ? message
    : `${new URL(address).origin} responded with status ${outcome.status}.`;
}

/** Node puts the reason of a network failure into `cause`, and that of an invalid request into the message. */
function errorReason(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error();
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`;
}

/** Seconds until the next attempt; Infinity if the failure is permanent. */
function waitAfter(outcome: BufferedResponse | Error, retry: number): number {
  // Jitter, so that clients of a restarted server do not all return at once.
  const backoff = firstPauseSeconds * 2 ** retry * (0.5 + Math.random() / 2);
  if (outcome instanceof Error) return backoff;
  return retryableStatuses.has(outcome.status)
    ? (retryAfterSeconds(outcome.headers.get('retry-after')) ?? backoff)
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

/** Also accepts the API address that the server prints. */
export function parseSite(url: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = new URL(
    URL.canParse(url) ? url : 'none:',
  );
  if (!/^https?:$/.test(protocol)) {
    throw new Error('url must be an http or https address, such as http://127.0.0.1:3000.');
  }
  if (`${username}${password}${search}${hash}` !== '') {
    throw new Error('url must not contain a user, a password, a query or a fragment.');
  }
  const site = `${origin}${pathname}`.replace(/\/+$/, '');
  return site.endsWith(procedureBase) ? site.slice(0, -procedureBase.length) : site;
}

/** The error message for a redirect; null for any other response. */
function redirectProblem(address: string, { type, status, headers }: Response): string | null {
  const location = headers.get('location');
  if (type !== 'opaqueredirect' && (location === null || status < 300 || status >= 400)) return null;
  const { origin } = new URL(address);
  // Browsers hide the status and the location.
  if (location === null || !URL.canParse(location, address)) {
    return `${origin} redirects to another address; use that one as the url.`;
  }
  const [site = '', procedure] = new URL(location, address).href.split(procedureBase);
  const advice = procedure === undefined ? ', which is not an API address' : '; use that as the url';
  return `${origin} redirects (${status}) to ${site}${advice}.`;
}
