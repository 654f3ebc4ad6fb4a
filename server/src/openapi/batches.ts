import { headerRef } from './responses.ts';
import { refTo, type JsonObject } from './schemas.ts';

/** Several calls in one request. */
export function batches(): JsonObject {
  return {
    parameters: [
      {
        name: 'names',
        in: 'path',
        required: true,
        description: 'The names of at most 50 procedures, separated by commas.',
        schema: { type: 'string' },
        example: 'boards.list,notifications.unreadCount',
      },
      { name: 'batch', in: 'query', required: true, schema: { const: '1' } },
    ],
    get: {
      ...operationInfo('batch', 'Make several queries in one request.'),
      parameters: [{ name: 'input', in: 'query', content: inputs }],
      responses,
    },
    post: {
      ...operationInfo('batch.post', 'Make several calls in one request; mutations run in order.'),
      requestBody: { content: inputs },
      responses,
    },
  };
}

function operationInfo(operationId: string, summary: string): JsonObject {
  return {
    operationId,
    tags: ['other'],
    summary,
    description:
      'Each call needs the scope of its procedure and counts against its rate limit. If all calls fail with the same status, the response has that status.',
  };
}

const inputs = {
  'application/json': {
    schema: {
      type: 'object',
      description: 'The inputs by the index of the call, from 0.',
      patternProperties: { '^\\d+$': {} },
    },
    example: { 0: {}, 1: {} },
  },
};

const requestId = { 'X-Request-Id': headerRef('X-Request-Id') };
const list = {
  headers: requestId,
  content: {
    'application/json': {
      schema: {
        type: 'array',
        items: { anyOf: [{ type: 'object', required: ['result'] }, refTo('Error')] },
      },
    },
  },
};

const responses = {
  200: { description: 'The results, in the order of the calls.', ...list },
  207: { description: 'Results and errors with different statuses, in the order of the calls.', ...list },
  default: {
    description: 'The whole request failed, or every call failed with this status.',
    headers: { ...requestId, 'Retry-After': headerRef('Retry-After') },
    content: {
      'application/json': {
        schema: { anyOf: [refTo('Error'), { type: 'array', items: refTo('Error') }] },
      },
    },
  },
};
