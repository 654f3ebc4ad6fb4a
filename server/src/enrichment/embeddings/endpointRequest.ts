import { setTimeout as sleep } from 'node:timers/promises';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { callService, ServiceError } from '../../integrations/externalService.ts';

const attempts = 5;
const firstPauseMilliseconds = 250;
/** Upper bound for the server's `Retry-After`. */
const maxPauseMilliseconds = 60_000;
const requestMilliseconds = 60_000;
/** 64 vectors of 4,096 components take 6 MB as text. */
const maxResponseBytes = 64 * 1024 * 1024;

/** The result of one attempt: the response, or the problem and the pause before the next attempt. */
type Outcome = { readonly response: unknown } | { readonly problem: string; readonly pause: number | null };

/** Retries while the server is busy or unreachable; other errors are thrown at once. */
export async function postJson(url: URL, body: unknown, key: string | undefined): Promise<unknown> {
  let pause = firstPauseMilliseconds;
  let problem = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await post(url, body, key);
    if ('response' in outcome) return outcome.response;
    problem = outcome.problem;
    if (attempt < attempts) await sleep(Math.min(outcome.pause ?? pause, maxPauseMilliseconds));
    pause *= 2;
  }
  throw unavailable(url, `${problem}, ${attempts} times in a row`);
}

async function post(url: URL, body: unknown, key: string | undefined): Promise<Outcome> {
  try {
    const limits = { maxBytes: maxResponseBytes, milliseconds: requestMilliseconds };
    const { status, retryAfter, text } = await callService(url, { key: key ?? null, body, ...limits });
    if (status >= 200 && status < 300) return { response: parsed(url, text) };
    if (status !== 429 && status < 500) throw refused(url, status, text);
    return { problem: `responded with status ${status}`, pause: retryAfter };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.reason === 'size') throw unavailable(url, error.message);
    return { problem: error.message, pause: null };
  }
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(url, 'sent a response that is not JSON');
  }
}

function refused(url: URL, status: number, text: string): MagpieError {
  if (status === 401 || status === 403) {
    return unavailable(url, 'rejected the API key; check MAGPIE_EMBEDDINGS_KEY');
  }
  return unavailable(url, `rejected the request with ${status}: ${sanitizeForMessage(text.trim(), 200)}`);
}

/** Shows the origin only, because path or query may contain a secret. */
function unavailable(url: URL, problem: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', `The embeddings endpoint at ${url.origin} ${problem}.`);
}
