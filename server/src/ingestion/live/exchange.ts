import { ConnectorRefused, type ConnectorTools } from './connector.ts';

/** Far above the largest page of any source; protects the memory. */
const maxResponseBytes = 20 * 1024 * 1024;
const timeoutMilliseconds = 60_000;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request and reads the whole response, bounded in time and size. Null if there is none. */
export async function sendRequest(
  { fetch, signal: stopping }: ConnectorTools,
  url: string,
  init: RequestInit,
): Promise<HttpResponse | null> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMilliseconds)]);
  try {
    // A redirect would send the credentials to another host.
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    return { status: response.status, headers: response.headers, text: await readText(response) };
  } catch {
    stopping.throwIfAborted();
    return null;
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error(`the response is longer than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const minute = 60_000;
/** Sources run one after another, so a waiting one blocks the others. */
const maxWait = 2 * minute;
/** Longer waits are capped: the library may have recovered long before. */
const maxPostponement = 24 * 60 * minute;

/**
 * Waits before the next attempt. If the wait is too long, ends the run so that a later one continues.
 *
 * @param state the reason, as the start of a sentence: `TikTok is rate limiting requests`
 */
export async function waitOrPostpone(
  tools: ConnectorTools,
  state: string,
  milliseconds: number,
): Promise<void> {
  if (milliseconds > maxWait) {
    const retryAfter = Math.min(milliseconds, maxPostponement);
    throw new ConnectorRefused(`${state}; retry in ${Math.ceil(retryAfter / minute)} minutes.`, {
      retryable: true,
      retryAfter,
    });
  }
  tools.say(`${state}; retrying in ${Math.ceil(milliseconds / 1000)} s.`);
  await tools.sleep(milliseconds);
}

export function attemptsExhausted(state: string, attempts: number): ConnectorRefused {
  const message = `${state} after ${attempts} attempts; the next run will retry.`;
  return new ConnectorRefused(message, { retryable: true });
}
