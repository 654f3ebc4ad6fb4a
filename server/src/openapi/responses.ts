import type { Procedure } from '@magpie/contract';
import { type ErrorCode, type ErrorStatus, toHttpStatus } from '@magpie/contract/errors';
import type { JsonObject } from './schemas.ts';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

export const headers = {
  'X-Request-Id': { description: 'On every response: the id of this request in the log.', schema: text },
  'RateLimit-Policy': {
    description: 'The rate limit: its name, the number of calls (q) and the seconds (w).',
    schema: text,
    example: '"read";q=600;w=60',
  },
  RateLimit: {
    description: 'The remaining calls (r), and the seconds until the next reset (t).',
    schema: text,
    example: '"read";r=599;t=60',
  },
  'X-RateLimit-Limit': { description: 'The same for older clients: the number of calls.', schema: whole },
  'X-RateLimit-Remaining': { description: 'The remaining calls.', schema: whole },
  'X-RateLimit-Reset': { description: 'The next reset, as a Unix time.', schema: whole },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: whole },
  'X-Cache': {
    description: 'Whether the response came from the cache.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  Age: { description: 'Age of the response in seconds.', schema: whole },
  'Idempotent-Replayed': {
    description: 'true if this is the stored response to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
} satisfies JsonObject;

export function headerRef(header: keyof typeof headers): JsonObject {
  return { $ref: `#/components/headers/${header}` };
}

export const commonHeaderRefs = {
  'X-Request-Id': headerRef('X-Request-Id'),
  'RateLimit-Policy': headerRef('RateLimit-Policy'),
  RateLimit: headerRef('RateLimit'),
  'X-RateLimit-Limit': headerRef('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': headerRef('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': headerRef('X-RateLimit-Reset'),
};

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

const commonStatuses = [400, 401, 403, 429, 500, 503] as const;

export function listErrorStatuses({ kind, errors = {} }: Procedure, method: 'GET' | 'POST'): ErrorStatus[] {
  const declared = (Object.keys(errors) as ErrorCode[]).map(toHttpStatus);
  const ofMutations = kind === 'mutation' ? [409 as const] : [];
  const ofMethod = method === 'POST' ? ([408, 413, 415] as const) : ([431] as const);
  return [...commonStatuses, ...declared, ...ofMutations, ...ofMethod].toSorted((one, other) => one - other);
}

const withRetry: ReadonlySet<number> = new Set([429, 503]);

function errorResponse(status: ErrorStatus, content: JsonObject): JsonObject {
  return {
    description: statusDescriptions[status],
    headers: {
      'X-Request-Id': headerRef('X-Request-Id'),
      ...(withRetry.has(status) && { 'Retry-After': headerRef('Retry-After') }),
    },
    content,
  };
}

const errorJson = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export const errorResponses: JsonObject = Object.fromEntries(
  Object.keys(statusDescriptions).map((status) => [
    status,
    errorResponse(Number(status) as ErrorStatus, errorJson),
  ]),
);

export function errorRefs(...statuses: readonly ErrorStatus[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

export function errorPages(...statuses: readonly ErrorStatus[]): JsonObject {
  const page = { 'text/html': { schema: text } };
  return Object.fromEntries(statuses.map((status) => [status, errorResponse(status, page)]));
}
