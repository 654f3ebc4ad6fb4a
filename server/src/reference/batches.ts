import { errorRefs, headerRef } from './responses.ts';
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
      responses: { ...answers, ...errorRefs(400, 401, 429, 431, 500, 503) },
    },
    post: {
      ...told('batch.post', 'Make several calls in one request; mutations are made one after the other.'),
      requestBody: { content: inputs },
      responses: { ...answers, ...errorRefs(400, 401, 408, 413, 415, 429, 500, 503) },
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

const list = {
  headers: { 'X-Request-Id': headerRef('X-Request-Id') },
  content: {
    'application/json': {
      schema: {
        type: 'array',
        items: { anyOf: [{ type: 'object', required: ['result'] }, refTo('Error')] },
      },
    },
  },
};

const answers = {
  200: { description: 'The answers, in the order of the calls.', ...list },
  207: { description: 'Answers and refusals of different statuses, in the order of the calls.', ...list },
};
