import { setTimeout as sleep } from 'node:timers/promises';
import { MagpieError, shown } from '@magpie/contract/errors';
import { askService, NoAnswer } from '../../integrations/outsideService.ts';

const attempts = 5;
const firstPauseMilliseconds = 250;
/** A server that asks for longer is asked again after this all the same. */
const longestPauseMilliseconds = 60_000;
const requestMilliseconds = 60_000;
/** 64 vectors of 4,096 components take 6 MB as text. */
const longestAnswerBytes = 64 * 1024 * 1024;

/** What came of one attempt: the answer, or why there is none and after how long to ask again. */
type Outcome = { readonly answer: unknown } | { readonly problem: string; readonly pause: number | null };

/** Asks again while the server is busy, broken or away, and tells a refusal at once. */
export async function postJson(url: URL, body: unknown, key: string | undefined): Promise<unknown> {
  let pause = firstPauseMilliseconds;
  let problem = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await post(url, body, key);
    if ('answer' in outcome) return outcome.answer;
    problem = outcome.problem;
    if (attempt < attempts) await sleep(Math.min(outcome.pause ?? pause, longestPauseMilliseconds));
    pause *= 2;
  }
  throw unavailable(url, `${problem}, ${attempts} times in a row`);
}

async function post(url: URL, body: unknown, key: string | undefined): Promise<Outcome> {
  try {
    const limits = { mostBytes: longestAnswerBytes, milliseconds: requestMilliseconds };
    const { status, retryAfter, text } = await askService(url, { key: key ?? null, body, ...limits });
    if (status >= 200 && status < 300) return { answer: parsed(url, text) };
    if (status !== 429 && status < 500) throw refused(url, status, text);
    return { problem: `answered ${status}`, pause: retryAfter };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.reason === 'size') throw unavailable(url, error.message);
    return { problem: error.message, pause: null };
  }
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(url, 'answered something that is not JSON');
  }
}

function refused(url: URL, status: number, text: string): MagpieError {
  if (status === 401 || status === 403) {
    return unavailable(url, 'refused the key; set MAGPIE_EMBEDDINGS_KEY to one that it accepts');
  }
  return unavailable(url, `refused the request with ${status}: ${shown(text.trim(), 200)}`);
}

/** The origin only: a path or query may hold a secret. */
function unavailable(url: URL, problem: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', `The embeddings endpoint at ${url.origin} ${problem}.`);
}
