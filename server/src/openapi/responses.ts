import type { ErrorStatus } from '@magpie/contract/errors';
import type { JsonObject } from './schemas.ts';
import { meanings } from './statuses.ts';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

/** What answers tell in their headers. */
export const headers = {
  'X-Request-Id': { description: 'On every answer: under which the log has this request.', schema: text },
  'RateLimit-Policy': {
    description: 'The limit: its name, how many calls (q) in how many seconds (w).',
    schema: text,
    example: '"read";q=600;w=60',
  },
  RateLimit: {
    description: 'How many calls are left (r), and in how many seconds the next place is free (t).',
    schema: text,
    example: '"read";r=599;t=60',
  },
  'X-RateLimit-Limit': { description: 'The same for older clients: how many calls.', schema: whole },
  'X-RateLimit-Remaining': { description: 'How many are left.', schema: whole },
  'X-RateLimit-Reset': { description: 'When the next place is free, as a Unix time.', schema: whole },
  'Retry-After': { description: 'Seconds after which a repeat may succeed.', schema: whole },
  'X-Cache': {
    description: 'Whether the answer was kept from an earlier call.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  Age: { description: 'How many seconds ago it was computed.', schema: whole },
  'Idempotent-Replayed': {
    description: 'true on the first answer given again to the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
} satisfies JsonObject;

export function headerRef(header: keyof typeof headers): JsonObject {
  return { $ref: `#/components/headers/${header}` };
}

/** What every limited answer has. */
export const limitHeaders = {
  'X-Request-Id': headerRef('X-Request-Id'),
  'RateLimit-Policy': headerRef('RateLimit-Policy'),
  RateLimit: headerRef('RateLimit'),
  'X-RateLimit-Limit': headerRef('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': headerRef('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': headerRef('X-RateLimit-Reset'),
};

const withRetry: ReadonlySet<number> = new Set([429, 503]);

function refusal(status: ErrorStatus, content: JsonObject): JsonObject {
  return {
    description: meanings[status],
    headers: {
      'X-Request-Id': headerRef('X-Request-Id'),
      ...(withRetry.has(status) && { 'Retry-After': headerRef('Retry-After') }),
    },
    content,
  };
}

const errorJson = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Each refusal by its status. */
export const errorResponses: JsonObject = Object.fromEntries(
  Object.keys(meanings).map((status) => [status, refusal(Number(status) as ErrorStatus, errorJson)]),
);

export function errorRefs(...statuses: readonly ErrorStatus[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** Refusals of a page, which people are told on a page. */
export function errorPages(...statuses: readonly ErrorStatus[]): JsonObject {
  const page = { 'text/html': { schema: text } };
  return Object.fromEntries(statuses.map((status) => [status, refusal(status, page)]));
}
