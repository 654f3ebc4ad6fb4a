import type { Procedure } from '@magpie/contract';
import type { ErrorStatus } from '@magpie/contract/errors';

/** Every status with which a call can be refused or fail, and when that is. */
export const meanings: Readonly<Record<ErrorStatus, string>> = {
  400: 'The input is not right; the message names the field and says what it takes.',
  401: 'There is no API key, or it is unknown, expired or revoked.',
  403: 'The key lacks the scope, or what was asked for belongs to somebody else.',
  404: 'What was asked for is not there.',
  405: 'The method is not one by which this is called; the header Allow lists them.',
  408: 'The request did not arrive in time.',
  409: 'It does not fit what is there already, or the Idempotency-Key was used with another input or for a secret that was shown.',
  413: 'The body is larger than is taken.',
  415: 'The body has a media type or a Content-Encoding that is not supported.',
  416: 'A part of a file was asked for that the file does not have.',
  422: 'What is at the given address cannot be used.',
  429: 'There were more calls than the limit allows; Retry-After says in how many seconds to come back.',
  431: 'The address or the headers are longer than is taken; a long input goes by POST.',
  500: 'Something went wrong on our side; the log has the cause under the request id.',
  503: 'The database does not answer, or the disk is almost full; Retry-After says when to try again.',
  504: 'The given address did not answer.',
};

/** What can become of any call. */
const always = [400, 401, 403, 429, 500, 503] as const;

/** With which statuses a procedure may refuse a call by a method that it takes, or fail. */
export function refusalsOf({ kind, refuses = [] }: Procedure, method: 'GET' | 'POST'): ErrorStatus[] {
  const ofMutations = kind === 'mutation' ? [409 as const] : [];
  const ofMethod = method === 'POST' ? ([408, 413, 415] as const) : ([431] as const);
  return [...always, ...refuses, ...ofMutations, ...ofMethod].toSorted((one, other) => one - other);
}
