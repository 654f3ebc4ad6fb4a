import type { Exchange } from '../live/exchange.ts';
import { at, countOf, isObject, listAt, textOf } from '../mapping/fields.ts';

/** What an answer of the Graph API means for the next request. */
export type Verdict =
  | { readonly kind: 'page'; readonly page: unknown }
  /** Ask again after a while: `state` goes on from "Meta …". */
  | { readonly kind: 'later'; readonly state: string; readonly isThrottled: boolean }
  | { readonly kind: 'smaller' }
  | { readonly kind: 'without'; readonly field: string }
  | { readonly kind: 'refused'; readonly message: string };

const throttleCodes: ReadonlySet<number> = new Set([4, 17, 32, 613]);
/** "An unknown error" and "service temporarily unavailable". */
const passingCodes: ReadonlySet<number> = new Set([1, 2]);

export function verdictOf({ status, text }: Exchange): Verdict {
  const answer = parsed(text);
  const error = at(answer, 'error');
  if (isObject(error)) return verdictOnError(error);
  if (status === 200 && Array.isArray(at(answer, 'data'))) return { kind: 'page', page: answer };
  if (status === 429) return throttled;
  // Not JSON, or not of this API: a page for people, from something between us and Meta.
  if (status === 200 || status >= 500) return failing(status);
  return {
    kind: 'refused',
    message: `Meta refuses the query with status ${status}; check baseUrl and version.`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const throttled: Verdict = { kind: 'later', state: 'takes no more requests for now', isThrottled: true };

function failing(status: number): Verdict {
  return { kind: 'later', state: `fails to answer (${status})`, isThrottled: false };
}

function verdictOnError(error: Record<string, unknown>): Verdict {
  const code = countOf(at(error, 'code')) ?? 0;
  const said = textOf(at(error, 'message'), 500) ?? '';
  if (throttleCodes.has(code)) return throttled;
  if (/reduce the amount of data/i.test(said)) return { kind: 'smaller' };
  const field = /nonexisting field \((\w{1,100})\)/.exec(said)?.[1];
  if (field !== undefined) return { kind: 'without', field };
  if (passingCodes.has(code) || at(error, 'is_transient') === true) return failing(code);
  return { kind: 'refused', message: refusal(code, countOf(at(error, 'error_subcode')) ?? 0, error) };
}

const newToken = 'make a new one at developers.facebook.com/tools/explorer and give it as accessToken';

/** Why a token no longer works, by the subcode of error 190. */
const tokenTroubles: ReadonlyMap<number, string> = new Map([
  [458, `The account of the access token has removed the application; log in to it again and ${newToken}.`],
  [
    459,
    `Facebook wants the account of the access token to log in and confirm itself; do so, then ${newToken}.`,
  ],
  [460, `The access token ended when the password of its account was changed; ${newToken}.`],
  [463, `The access token has expired; ${newToken}.`],
  [464, `The account of the access token is not confirmed; confirm it at facebook.com, then ${newToken}.`],
  [467, `The access token is no longer valid; ${newToken}.`],
  [
    490,
    `Facebook wants the account of the access token to log in and confirm itself; do so, then ${newToken}.`,
  ],
]);

function refusal(code: number, subcode: number, error: Record<string, unknown>): string {
  if (code === 190 || code === 102) {
    return tokenTroubles.get(subcode) ?? `Meta does not accept the access token; ${newToken}.`;
  }
  if (code === 10 || code === 200) {
    return 'The account of the access token may not read the Ad Library; confirm it at facebook.com/ID and follow the steps at facebook.com/ads/library/api.';
  }
  const reason =
    textOf(at(error, 'error_user_msg'), 300) ?? textOf(at(error, 'message'), 300) ?? 'no reason given';
  const what = code === 100 || code === 1009 ? 'a parameter of the query' : `the query with error ${code}`;
  return `Meta refuses ${what}; change what is asked for (${reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}).`;
}

const usageHeaders = ['x-business-use-case-usage', 'x-app-usage'];
const longestUsage = 10_000;
/** In percent of what Meta grants in an hour; above it the next request may be the one that is refused. */
const nearlyUsedUp = 95;

export interface Usage {
  /** Minutes until requests are taken again; 0 when they are. */
  readonly regainMinutes: number;
  readonly isNearlyUsedUp: boolean;
}

/** What the headers tell of the quota: `{call_count, …}`, or a list of such under the id of each business. */
export function usageOf(headers: Headers): Usage {
  const records = usageHeaders.flatMap((name) => {
    const usage = parsed((headers.get(name) ?? '').slice(0, longestUsage));
    return isObject(usage)
      ? Object.keys(usage)
          .flatMap((id) => listAt(usage, id))
          .concat(usage)
      : [];
  });
  const highest = (field: string): number =>
    Math.max(0, ...records.map((record) => countOf(at(record, field)) ?? 0));
  const percent = Math.max(...['call_count', 'total_cputime', 'total_time'].map(highest));
  return {
    regainMinutes: highest('estimated_time_to_regain_access'),
    isNearlyUsedUp: percent >= nearlyUsedUp,
  };
}
