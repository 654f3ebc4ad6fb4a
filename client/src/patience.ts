/** What of an answer is used here, whole: a connection that is lost on the way is noticed before anybody reads it. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  json(): Promise<unknown>;
}

export interface Patience {
  /** How often a request is sent again. */
  readonly retries: number;
  /** How long each may take until its answer is here. */
  readonly timeoutSeconds: number;
}

/** Too many calls, a proxy that reaches no server, a server without room or one that stops: it may soon be otherwise. */
const passing: ReadonlySet<number> = new Set([429, 502, 503]);
/** Who is asked to wait longer is told so instead. */
const longestWaitSeconds = 60;
const firstPauseMilliseconds = 500;

/**
 * Sends a request until it has an answer that will not be another a moment later, at most `retries` times again. Only for
 * requests that may arrive twice: queries, and mutations with an `Idempotency-Key`.
 */
export async function sendPatiently(
  send: typeof fetch,
  { retries, timeoutSeconds }: Patience,
  address: string,
  request: RequestInit,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    const outcome = await sendOnce(send, timeoutSeconds, address, request);
    const milliseconds = retry < retries ? waitAfter(outcome, retry) : null;
    if (milliseconds !== null) await pause(milliseconds, request.signal);
    else if (outcome instanceof Error) throw outcome;
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
  const timer = setTimeout(() => tooLate.abort(), timeoutSeconds * 1000);
  const signals = request.signal ? [request.signal, tooLate.signal] : [tooLate.signal];
  try {
    const response = await send(address, { ...request, signal: AbortSignal.any(signals) });
    const { ok, status, headers } = response;
    const text = await response.text();
    return { ok, status, headers, json: () => parsed(text, `${origin} answered ${status}`) };
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

async function parsed(text: string, told: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${told} with something that is not JSON; it seems to be no Magpie.`);
  }
}

/** Node says why in the cause of its error; what it does not even send, it refuses in the error itself. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error();
  const told = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return told === '' ? '' : `: ${told.replace(/\.$/, '')}`;
}

/** Milliseconds until the next try; null when there is no use in one. */
function waitAfter(outcome: Answer | Error, retry: number): number | null {
  if (!(outcome instanceof Error)) {
    if (!passing.has(outcome.status)) return null;
    const seconds = secondsUntil(outcome.headers.get('retry-after'));
    if (seconds !== null) return seconds > longestWaitSeconds ? null : seconds * 1000;
  }
  // Not all who lost the same server come back at the same moment.
  return firstPauseMilliseconds * 2 ** retry * (0.5 + Math.random() / 2);
}

/** `Retry-After` is a number of seconds, or of some proxies a date. */
function secondsUntil(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
