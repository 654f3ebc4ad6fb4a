import { z } from 'zod';
import {
  apiUrl,
  ConnectorRefused,
  queryCountry,
  queryDay,
  type ConnectorTools,
  attemptsExhausted,
  describeState,
} from '../connector.ts';
import { isTransient, type JsonResponse, requestJson, withRetries } from '../fetchJson.ts';
import { getPath, readCount, readString } from '@magpie/sources/mapping/fields';

const secret = z.string().trim().min(1, { error: 'must not be empty' }).max(200);
const businessId = z.string().regex(/^\d{1,19}$/, { error: 'must be the digits of a business id, as text' });

export const tiktokQuery = z
  .strictObject({
    clientKey: secret.describe('The client key of your application at developers.tiktok.com.'),
    clientSecret: secret.describe('The client secret of your application.'),
    searchTerm: z
      .string()
      .trim()
      .min(1)
      .max(50, { error: 'must have at most 50 characters' })
      .optional()
      .describe('Words in the ad or in the name of its advertiser.'),
    searchType: z
      .enum(['exact_phrase', 'fuzzy_phrase'])
      .default('exact_phrase')
      .describe('Whether the words must appear as an exact phrase.'),
    advertiserIds: z.array(businessId).max(100).default([]).describe('Business ids of advertisers.'),
    countries: z
      .array(queryCountry)
      .max(60)
      .default([])
      .describe('Countries where the ads were shown: two-letter codes; default: all.'),
    from: queryDay.optional().describe('The first day on which ads were published.'),
    to: queryDay.optional().describe('The last day; default: yesterday, the latest day that TikTok has.'),
    lastDays: z
      .int()
      .min(1)
      .max(3650)
      .default(30)
      .describe('Number of days up to the last one; ignored when the first is given.'),
    details: z
      .boolean()
      .default(false)
      .describe('Whether to fetch text, landing page and countries of each ad, with one request per ad.'),
    most: z.int().min(1).max(1_000_000).default(10_000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://open.tiktokapis.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    if (value.searchTerm === undefined || value.advertiserIds.length === 0) return;
    const message = 'must not be combined with searchTerm: TikTok would ignore it';
    issues.push({ code: 'custom', path: ['advertiserIds'], message, input: value.advertiserIds });
  });

export type TiktokQuery = z.output<typeof tiktokQuery>;

export type QueryDays = ReturnType<typeof splitRange>[number];

const dayLength = 86_400_000;
/** TikTok accepts ranges of up to a year, after October 1, 2022 and before today. */
const maxRangeDays = 365;
const firstDay = '2022-10-02';

/** The queried days, split into ranges that TikTok accepts. */
export function splitRange(query: Pick<TiktokQuery, 'from' | 'to' | 'lastDays'>, now: number) {
  const yesterday = dayAfter(now, -1);
  const last = query.to === undefined || query.to > yesterday ? yesterday : query.to;
  const wanted = query.from ?? dayAfter(Date.parse(last), 1 - query.lastDays);
  const first = wanted < firstDay ? firstDay : wanted;
  if (first > last) {
    throw new ConnectorRefused(
      `TikTok has data from ${firstDay} to ${yesterday}; the range ${wanted} to ${query.to ?? last} is outside.`,
      { retryable: false },
    );
  }
  const ranges: { first: string; last: string }[] = [];
  for (let start = first; start <= last; start = dayAfter(Date.parse(start), maxRangeDays)) {
    const end = dayAfter(Date.parse(start), maxRangeDays - 1);
    ranges.push({ first: start, last: end < last ? end : last });
  }
  return ranges;
}

function dayAfter(time: number, days: number): string {
  return new Date(time + days * dayLength).toISOString().slice(0, 10);
}

export type SendQuery = (path: string, body: string) => Promise<JsonResponse>;

const retries = { name: 'TikTok', maxTries: 6, firstWait: 2000 };
/** Renews a token early, so that it does not expire in transit. */
const margin = 60_000;

/** Retries while TikTok is busy, and renews an expired token. */
export function createTiktokSender(query: TiktokQuery, tools: ConnectorTools): SendQuery {
  let token = { text: '', endsAt: 0 };

  const currentToken = async (): Promise<string> => {
    if (token.endsAt - margin <= tools.now()) token = await newToken(query, tools);
    return token.text;
  };

  const sendWithToken = async (path: string, body: string): Promise<JsonResponse> =>
    withRetries(tools, retries, async () =>
      send(tools, buildUrl(query, path), body, {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await currentToken()}`,
      }),
    );

  return async (path, body) => {
    const outcome = await sendWithToken(path, body);
    if (outcome.status !== 401) return outcome;
    token = { text: '', endsAt: 0 };
    return sendWithToken(path, body);
  };
}

function buildUrl(query: TiktokQuery, path: string): string {
  return `${query.baseUrl.replace(/\/$/, '')}${path}`;
}

async function newToken(query: TiktokQuery, tools: ConnectorTools) {
  const form = new URLSearchParams({
    client_key: query.clientKey,
    client_secret: query.clientSecret,
    grant_type: 'client_credentials',
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const outcome = await withRetries(tools, retries, () =>
    send(tools, buildUrl(query, '/v2/oauth/token/'), form.toString(), headers),
  );
  const text = readString(getPath(outcome.value, 'access_token'), 4000);
  if (text !== null) {
    const seconds = readCount(getPath(outcome.value, 'expires_in')) ?? 7200;
    return { text, endsAt: tools.now() + seconds * 1000 };
  }
  if (isTransient(outcome.status)) throw toRefusal(outcome);
  const reason = readReason(outcome.value, ['error', 'error_description']).replaceAll(
    query.clientSecret,
    '…',
  );
  throw new ConnectorRefused(
    `TikTok issued no access token for this client key and secret${reason}; check them at developers.tiktok.com.`,
    { retryable: false },
  );
}

/** Statuses for error codes that arrive with status 200. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['ok', 200],
  ['access_token_invalid', 401],
  ['scope_not_authorized', 403],
  ['rate_limit_exceeded', 429],
  ['internal_error', 500],
]);

function readStatus(value: unknown): number {
  const code = getPath(value, 'error', 'code');
  return typeof code === 'string' ? (statuses.get(code) ?? 400) : 200;
}

function send(
  tools: ConnectorTools,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<JsonResponse> {
  return requestJson(tools, { readStatus }, url, { method: 'POST', headers, body });
}

export function toRefusal({ status, value }: JsonResponse): ConnectorRefused {
  if (isTransient(status)) return attemptsExhausted(`TikTok ${describeState(status)}`, retries.maxTries);
  const reason = readReason(getPath(value, 'error'), ['code', 'message']);
  const advice =
    status === 401
      ? 'TikTok rejected a new access token; check the client key and secret at developers.tiktok.com'
      : status === 403
        ? 'The application may not read the ad library; apply for research.adlib.basic at developers.tiktok.com'
        : `TikTok rejected the query with status ${status}; change the query`;
  return new ConnectorRefused(`${advice}${reason}.`, { retryable: false });
}

function readReason(error: unknown, names: readonly string[]): string {
  const parts = names.map((name) => readString(getPath(error, name), 200)).filter((part) => part !== null);
  // Error messages may quote a token.
  return parts.length === 0 ? '' : ` (${parts.join(': ').replaceAll(/clt\.[^\s,;"')]+/g, '…')})`;
}
