import { setTimeout as sleep } from 'node:timers/promises';
import { MagpieError, shown } from '../../kernel/errors.ts';

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
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      // A key is for the address that it was given for.
      redirect: 'manual',
      signal: AbortSignal.timeout(requestMilliseconds),
    });
    text = await boundedText(url, response);
  } catch (error) {
    if (error instanceof MagpieError) throw error;
    return { problem: 'could not be reached', pause: null };
  }
  if (response.ok) return { answer: parsed(url, text) };
  if (response.status !== 429 && response.status < 500) throw refused(url, response.status, text);
  return { problem: `answered ${response.status}`, pause: retryAfter(response.headers.get('retry-after')) };
}

async function boundedText(url: URL, response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > longestAnswerBytes) throw unavailable(url, 'sent more than 64 MB for one request');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(url, 'answered something that is not JSON');
  }
}

/** Seconds or a date, in milliseconds from now; null when the header says neither. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
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
