import { ConnectorRefused, type ConnectorTools } from '../live/connector.ts';
import { parseExactly } from '../reading/exactJson.ts';
import { type Exchange, exchange } from '../live/exchange.ts';
import { waitOrEnd } from '../live/waiting.ts';
import { at, countOf, textOf } from '../mapping/fields.ts';
import type { TiktokQuery } from './tiktokApiQuery.ts';

/** What came of a request: the answer, or a status other than 200 and what TikTok said. */
interface Outcome {
  readonly status: number;
  readonly value: unknown;
  /** Milliseconds that TikTok asks to wait, where it does. */
  readonly wait: number | null;
}

export interface TiktokClient {
  /** Waits and asks again while TikTok is busy, and makes a new token when the old one has run out. */
  ask(path: string, body: string): Promise<Outcome>;
}

const mostTries = 6;
/** A token is renewed a little early, so that it does not run out on the way. */
const margin = 60_000;
const unreachable = 0;

export function tiktokClient(query: TiktokQuery, tools: ConnectorTools): TiktokClient {
  let token = { text: '', endsAt: 0 };

  const currentToken = async (): Promise<string> => {
    if (token.endsAt - margin <= tools.now()) token = await newToken(query, tools);
    return token.text;
  };

  const ask = async (path: string, body: string): Promise<Outcome> =>
    persistently(tools, async () =>
      send(tools, addressOf(query, path), body, {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await currentToken()}`,
      }),
    );

  return {
    async ask(path, body) {
      const outcome = await ask(path, body);
      if (outcome.status !== 401) return outcome;
      token = { text: '', endsAt: 0 };
      return ask(path, body);
    },
  };
}

function addressOf(query: TiktokQuery, path: string): string {
  return `${query.baseUrl.replace(/\/$/, '')}${path}`;
}

async function newToken(query: TiktokQuery, tools: ConnectorTools) {
  const form = new URLSearchParams({
    client_key: query.clientKey,
    client_secret: query.clientSecret,
    grant_type: 'client_credentials',
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const outcome = await persistently(tools, () =>
    send(tools, addressOf(query, '/v2/oauth/token/'), form.toString(), headers),
  );
  const text = textOf(at(outcome.value, 'access_token'), 4000);
  if (text !== null) {
    const seconds = countOf(at(outcome.value, 'expires_in')) ?? 7200;
    return { text, endsAt: tools.now() + seconds * 1000 };
  }
  if (isTransient(outcome.status)) throw refusalOf(outcome);
  const reason = reasonOf(outcome.value, ['error', 'error_description']).replaceAll(query.clientSecret, '…');
  throw new ConnectorRefused(
    `TikTok gives no access token for this client key and secret${reason}; check them at developers.tiktok.com.`,
    { retryable: false },
  );
}

/** Twice as long before each further try. */
async function persistently(tools: ConnectorTools, attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (!isTransient(outcome.status) || tries === mostTries) return outcome;
    const wait = outcome.wait ?? 1000 * 2 ** tries;
    await waitOrEnd(tools, `TikTok ${stateOf(outcome.status)}`, wait);
  }
}

async function send(
  tools: ConnectorTools,
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  try {
    return outcomeOf(await exchange(tools, address, { method: 'POST', headers, body }));
  } catch (error) {
    // The run is over, and nothing is to be tried again.
    tools.signal.throwIfAborted();
    return { status: unreachable, value: error, wait: null };
  }
}

/** What an error is worth that comes with the status of a success. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['ok', 200],
  ['access_token_invalid', 401],
  ['scope_not_authorized', 403],
  ['rate_limit_exceeded', 429],
  ['internal_error', 500],
]);

function outcomeOf({ status, headers, text }: Exchange): Outcome {
  const wait = waitOf(headers.get('retry-after'));
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    // A page for people, from something between us and TikTok.
    return { status: status === 200 ? 502 : status, value: undefined, wait };
  }
  const code = at(value, 'error', 'code');
  const told = typeof code === 'string' ? (statuses.get(code) ?? 400) : 200;
  return { status: status === 200 ? told : status, value, wait };
}

function waitOf(retryAfter: string | null): number | null {
  const seconds = countOf(retryAfter);
  return seconds === null ? null : Math.max(seconds, 1) * 1000;
}

function isTransient(status: number): boolean {
  return status === unreachable || status === 429 || status >= 500;
}

function stateOf(status: number): string {
  if (status === unreachable) return 'cannot be reached';
  return status === 429 ? 'takes no more requests for now' : `fails to answer (${status})`;
}

/** Why a query was refused, for the operator. */
export function refusalOf({ status, value }: Outcome): ConnectorRefused {
  if (isTransient(status)) {
    const message = `TikTok ${stateOf(status)}, also after ${mostTries} tries; the next run will ask again.`;
    return new ConnectorRefused(message, { retryable: true, cause: value });
  }
  const reason = reasonOf(at(value, 'error'), ['code', 'message']);
  const advice =
    status === 401
      ? 'TikTok does not accept even a new access token; check the client key and secret at developers.tiktok.com'
      : status === 403
        ? 'The application may not read the ad library; apply for research.adlib.basic at developers.tiktok.com'
        : `TikTok refuses the query with status ${status}; change what is asked for`;
  return new ConnectorRefused(`${advice}${reason}.`, { retryable: false });
}

function reasonOf(error: unknown, names: readonly string[]): string {
  const told = names.map((name) => textOf(at(error, name), 200)).filter((part) => part !== null);
  // Whoever quotes a token back must not have it shown.
  return told.length === 0 ? '' : ` (${told.join(': ').replaceAll(/clt\.[^\s,;"')]+/g, '…')})`;
}
