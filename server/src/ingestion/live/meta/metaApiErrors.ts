import { tryParseJson } from '../../../integrations/json.ts';
import { getPath, readCount, isObject, getList, readString } from '@magpie/sources/mapping/fields';

export type ResponseOutcome =
  | { readonly kind: 'page'; readonly page: unknown }
  /** Retry later: `state` completes "Meta …". */
  | { readonly kind: 'later'; readonly state: string; readonly isThrottled: boolean }
  | { readonly kind: 'smaller' }
  | { readonly kind: 'without'; readonly field: string }
  | { readonly kind: 'refused'; readonly message: string };

const throttleCodes: ReadonlySet<number> = new Set([4, 17, 32, 613]);
/** "An unknown error" and "service temporarily unavailable". */
const transientCodes: ReadonlySet<number> = new Set([1, 2]);

export function interpretResponse(status: number, text: string): ResponseOutcome {
  const body = tryParseJson(text);
  const error = getPath(body, 'error');
  if (isObject(error)) return interpretError(error);
  if (status === 200 && Array.isArray(getPath(body, 'data'))) return { kind: 'page', page: body };
  if (status === 429) return throttled;
  // Not JSON, or not from this API: probably an HTML page of a proxy.
  if (status === 200 || status >= 500) return failing(status);
  return {
    kind: 'refused',
    message: `Meta rejected the query with status ${status}; check baseUrl and version.`,
  };
}

const throttled: ResponseOutcome = { kind: 'later', state: 'is rate limiting requests', isThrottled: true };

function failing(status: number): ResponseOutcome {
  return { kind: 'later', state: `returned an unusable response (${status})`, isThrottled: false };
}

function interpretError(error: Record<string, unknown>): ResponseOutcome {
  const code = readCount(getPath(error, 'code')) ?? 0;
  const message = readString(getPath(error, 'message'), 500) ?? '';
  if (throttleCodes.has(code)) return throttled;
  if (/reduce the amount of data/i.test(message)) return { kind: 'smaller' };
  const field = /nonexisting field \((\w{1,100})\)/.exec(message)?.[1];
  if (field !== undefined) return { kind: 'without', field };
  if (transientCodes.has(code) || getPath(error, 'is_transient') === true) return failing(code);
  return { kind: 'refused', message: refusal(code, readCount(getPath(error, 'error_subcode')) ?? 0, error) };
}

const newToken = 'create a new one at developers.facebook.com/tools/explorer and set it as accessToken';

const verifyAccount = `Facebook requires the account of the access token to log in and verify itself; do so, then ${newToken}.`;

/** Token errors by the subcode of error 190. */
const tokenErrors: ReadonlyMap<number, string> = new Map([
  [458, `The account of the access token removed the application; log in to it again and ${newToken}.`],
  [459, verifyAccount],
  [460, `The access token became invalid when the password of its account changed; ${newToken}.`],
  [463, `The access token has expired; ${newToken}.`],
  [464, `The account of the access token is not confirmed; confirm it at facebook.com, then ${newToken}.`],
  [467, `The access token is no longer valid; ${newToken}.`],
  [490, verifyAccount],
]);

function refusal(code: number, subcode: number, error: Record<string, unknown>): string {
  if (code === 190 || code === 102) {
    return tokenErrors.get(subcode) ?? `Meta rejected the access token; ${newToken}.`;
  }
  if (code === 10 || code === 200) {
    return 'The account of the access token may not read the Ad Library; confirm it at facebook.com/ID and follow the steps at facebook.com/ads/library/api.';
  }
  const reason =
    readString(getPath(error, 'error_user_msg'), 300) ??
    readString(getPath(error, 'message'), 300) ??
    'no reason given';
  const what = code === 100 || code === 1009 ? 'a parameter of the query' : `the query with error ${code}`;
  return `Meta rejected ${what}; change the query (${reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}).`;
}

const usageHeaders = ['x-business-use-case-usage', 'x-app-usage'];
const maxUsageLength = 10_000;
/** Percent of the hourly quota; above it the next request may be rejected. */
const nearlyUsedUp = 95;

export interface Usage {
  /** Minutes until requests are accepted again; 0 if they are. */
  readonly regainMinutes: number;
  readonly isNearlyUsedUp: boolean;
}

/** The quota from the headers: `{call_count, …}`, or a list of these for each business id. */
export function readApiUsage(headers: Headers): Usage {
  const records = usageHeaders.flatMap((name) => {
    const usage = tryParseJson((headers.get(name) ?? '').slice(0, maxUsageLength));
    return isObject(usage)
      ? Object.keys(usage)
          .flatMap((id) => getList(usage, id))
          .concat(usage)
      : [];
  });
  const highest = (field: string): number =>
    Math.max(0, ...records.map((record) => readCount(getPath(record, field)) ?? 0));
  const percent = Math.max(...['call_count', 'total_cputime', 'total_time'].map(highest));
  return {
    regainMinutes: highest('estimated_time_to_regain_access'),
    isNearlyUsedUp: percent >= nearlyUsedUp,
  };
}
