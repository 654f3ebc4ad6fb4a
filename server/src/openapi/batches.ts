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
      ...told('batch', 'Make several queries in one request.'),
      parameters: [{ name: 'input', in: 'query', content: inputs }],
      responses,
    },
    post: {
      ...told('batch.post', 'Make several calls in one request; mutations are made one after the other.'),
      requestBody: { content: inputs },
      responses,
    },
  };
}

function told(operationId: string, summary: string): JsonObject {
  return {
    operationId,
    tags: ['other'],
    summary,
    description:
      'Each call needs the scope of its procedure and counts against its limit. When all calls are refused with one status, the list of refusals has that status.',
  };
}

const inputs = {
  'application/json': {
    schema: {
      type: 'object',
      description: 'The inputs by the places of the calls, from 0.',
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
  200: { description: 'The answers, in the order of the calls.', ...list },
  207: { description: 'Answers and refusals of different statuses, in the order of the calls.', ...list },
  default: {
    description: 'The request was refused as a whole, or each of its calls with this status.',
    headers: { ...requestId, 'Retry-After': headerRef('Retry-After') },
    content: {
      'application/json': {
        schema: { anyOf: [refTo('Error'), { type: 'array', items: refTo('Error') }] },
      },
    },
  },
};
