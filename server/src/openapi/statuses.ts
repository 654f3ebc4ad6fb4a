import type { Procedure } from '@magpie/contract';
import { type ErrorCode, type ErrorStatus, httpStatusOf } from '@magpie/contract/errors';

/** Every error status and its meaning. */
export const statusDescriptions: Readonly<Record<ErrorStatus, string>> = {
  400: 'The input is invalid; the message names the field and the expected value.',
  401: 'The API key is missing, unknown, expired or revoked.',
  403: 'The key lacks the scope, or the resource belongs to somebody else.',
  404: 'The resource does not exist.',
  405: 'The method is not supported; the header Allow lists the supported ones.',
  408: 'The request did not arrive in time.',
  409: 'It conflicts with existing data, or the Idempotency-Key was used with another input or for a secret that was shown.',
  413: 'The body is too large.',
  415: 'The body has a media type or a Content-Encoding that is not supported.',
  416: 'The file does not have the requested range.',
  422: 'The content at the given URL cannot be used.',
  429: 'Too many calls; Retry-After is the number of seconds to wait.',
  431: 'The URL or the headers are too long; send a long input by POST.',
  500: 'Something went wrong on our side; the log has the cause under the request id.',
  503: 'The database does not respond, or the disk is almost full; Retry-After is the number of seconds to wait.',
  504: 'The given URL did not respond.',
};

/** Statuses of every procedure. */
const commonStatuses = [400, 401, 403, 429, 500, 503] as const;

/** The error statuses of a procedure called by this method. */
export function errorStatusesOf({ kind, errors = {} }: Procedure, method: 'GET' | 'POST'): ErrorStatus[] {
  const declared = (Object.keys(errors) as ErrorCode[]).map(httpStatusOf);
  const ofMutations = kind === 'mutation' ? [409 as const] : [];
  const ofMethod = method === 'POST' ? ([408, 413, 415] as const) : ([431] as const);
  return [...commonStatuses, ...declared, ...ofMutations, ...ofMethod].toSorted((one, other) => one - other);
}
