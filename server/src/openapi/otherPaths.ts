import { adStreamContentTypes, contract, procedureBase } from '@magpie/contract';
import { importContentType } from '@magpie/contract/limits';
import { errorPages, errorRefs, headerRef, commonHeaderRefs } from './responses.ts';
import { listFields, refTo, type JsonObject } from './schemas.ts';

const jsonObject = { type: 'object' };

export function otherPaths(): Readonly<Record<string, JsonObject>> {
  return {
    [`${procedureBase}/{names}`]: batches(),
    '/api/ingest': { post: ingest },
    '/api/import': { post: importFile },
    '/api/import/preview': { post: previewImport },
    '/api/export/ads.csv': { get: exportCsv() },
    '/api/export/creatives.zip': { get: creativesZip },
    '/b/{slug}': { get: publicBoard('publicBoardPage', 'Show a published board as a page.', 'text/html') },
    '/b/{slug}.json': {
      get: publicBoard(
        'publicBoard',
        'Get a published board and a page of its ads, without a key.',
        'application/json',
      ),
    },
    '/logos/{advertiserId}.svg': { get: logo },
    '/healthz': {
      get: publicOperation('healthz', 'Check that the process is alive.', {
        200: response('The process is alive.', 'application/json', jsonObject),
      }),
    },
    '/readyz': {
      get: publicOperation(
        'readyz',
        'Check that the engines respond, migrations are done and the owner exists.',
        {
          200: response('The node is ready.', 'application/json', readiness),
          503: response('The node is not ready; see checks.', 'application/json', readiness),
        },
      ),
    },
    '/metrics': { get: metrics },
  };
}

const readiness = {
  type: 'object',
  required: ['ready', 'checks'],
  properties: {
    ready: { type: 'boolean' },
    checks: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function response(description: string, type: string, schema: JsonObject): JsonObject {
  return { description, content: { [type]: { schema } } };
}

function publicOperation(operationId: string, summary: string, responses: JsonObject): JsonObject {
  return { operationId, tags: ['other'], summary, security: [], responses };
}

const ingestLine = { oneOf: [refTo('IngestedBatch'), refTo('IngestedStream'), refTo('Error')] };

const ingest = {
  operationId: 'ingest',
  tags: ['other'],
  summary: 'Push ads in the open format, as a stream of JSON Lines.',
  description:
    "Needs an owner's key with the scope `admin`. The response is streamed, with a line for each batch that is on disk. The last line has the totals, or an error. Counts against the rate limit `write`.",
  security: [{ apiKey: ['admin'] }],
  parameters: [
    {
      name: 'source',
      in: 'query',
      description: 'The name of the source of these ads.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9][\\w.-]{0,59}$', default: 'ingest' },
    },
    {
      name: 'Content-Encoding',
      in: 'header',
      schema: { type: 'string', enum: ['identity', 'gzip'] },
    },
  ],
  requestBody: {
    required: true,
    content: Object.fromEntries(adStreamContentTypes.map((type) => [type, { schema: refTo('OpenAd') }])),
  },
  responses: {
    200: {
      ...response(
        'A line for each batch, then one with the totals or an error.',
        'application/x-ndjson',
        ingestLine,
      ),
      headers: commonHeaderRefs,
    },
    ...errorRefs(400, 401, 403, 405, 408, 415, 429, 500, 503),
  },
};

const importParameters = [
  { name: 'name', in: 'query', description: 'The name of the file.', schema: { type: 'string' } },
  {
    name: 'modifiedAt',
    in: 'query',
    description: 'When the file was last changed, for records without a time.',
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: 'platform',
    in: 'query',
    description: 'For a table: the platform of its ads.',
    schema: { type: 'string' },
  },
  {
    name: 'map',
    in: 'query',
    description: 'For a table: `<field>=<column>`; can be repeated.',
    schema: { type: 'array', items: { type: 'string' } },
  },
];

function importOperation(
  operationId: string,
  summary: string,
  description: string,
  ok: JsonObject,
): JsonObject {
  return {
    operationId,
    tags: ['other'],
    summary,
    description: `Needs an owner's key with the scope \`admin\`. ${description} Counts against the rate limit \`write\`.`,
    security: [{ apiKey: ['admin'] }],
    parameters: importParameters,
    requestBody: {
      required: true,
      content: { [importContentType]: { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      200: { ...ok, headers: commonHeaderRefs },
      ...errorRefs(400, 401, 403, 405, 408, 413, 415, 429, 500, 503),
    },
  };
}

const importFile = importOperation(
  'importFile',
  'Import a file of ads in any supported format.',
  'The file is imported while it arrives. The response is streamed: lines with the progress, then one with the result or an error.',
  response('Lines with the progress, then the result or an error.', 'application/x-ndjson', {
    oneOf: [refTo('ImportProgress'), refTo('ImportResult'), refTo('Error')],
  }),
);

const previewImport = importOperation(
  'previewImport',
  'Recognise a file of ads by its beginning, without recording anything.',
  'Takes up to 4 MB.',
  response('What the file contains.', 'application/json', refTo('ImportPreview')),
);

function exportCsv(): JsonObject {
  return {
    operationId: 'exportAdsCsv',
    tags: ['other'],
    summary: 'Get the saved ads as CSV.',
    description:
      'Accepts the parameters of `ads.list` as query parameters; repeat a parameter for a list, or separate values by commas. Without `limit`, returns all ads. Needs a key with the scope `read`. Counts against the rate limit `read`.',
    security: [{ apiKey: ['read'] }],
    parameters: [
      ...listFields(contract.ads.list).map(({ name, required, schema }) => ({
        name,
        in: 'query',
        required,
        schema,
      })),
      ...listFields(contract.ads.getMany).map(({ name, schema }) => ({
        name,
        in: 'query',
        required: false,
        description: 'Only these ads, also ones that are not saved; without other parameters.',
        schema,
      })),
    ],
    responses: {
      200: { ...response('The CSV file.', 'text/csv', { type: 'string' }), headers: commonHeaderRefs },
      ...errorRefs(400, 401, 403, 404, 405, 429, 431, 500, 503),
    },
  };
}

const creativesZip: JsonObject = {
  operationId: 'downloadCreatives',
  tags: ['other'],
  summary: 'Get the kept images and videos of a board as a zip file.',
  description:
    'At most 5,000 files and 2 GB. Needs a key with the scope `read`. Counts against the rate limit `read`.',
  security: [{ apiKey: ['read'] }],
  parameters: [{ name: 'boardId', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } }],
  responses: {
    200: {
      ...response('The zip file.', 'application/zip', { type: 'string', format: 'binary' }),
      headers: commonHeaderRefs,
    },
    ...errorRefs(400, 401, 403, 404, 405, 429, 431, 500, 503),
  },
};

function publicBoard(
  operationId: string,
  summary: string,
  type: 'text/html' | 'application/json',
): JsonObject {
  const isPage = type === 'text/html';
  const schema = isPage ? { type: 'string' } : refTo('PublicBoardPage');
  const refusals = isPage ? errorPages : errorRefs;
  return {
    ...publicOperation(operationId, summary, {
      200: response('The board.', type, schema),
      302: {
        description: 'Redirects a board id to its slug.',
        headers: { Location: { schema: { type: 'string' } } },
      },
      ...refusals(400, 404, 429, 500, 503),
    }),
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'The slug of the board, or its id.',
        schema: { type: 'string' },
      },
      {
        name: 'cursor',
        in: 'query',
        description: 'The nextCursor of the previous page.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
  };
}

const logo = {
  ...publicOperation('logo', 'Get the monogram of an advertiser.', {
    200: response('The image.', 'image/svg+xml', { type: 'string' }),
    ...errorRefs(404),
  }),
  parameters: [{ name: 'advertiserId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
};

const metrics = {
  operationId: 'metrics',
  tags: ['other'],
  summary: 'Get the metrics of this node, in the Prometheus format.',
  description: "Needs no key from the same machine; otherwise an owner's key with the scope `admin`.",
  security: [{}, { apiKey: ['admin'] }],
  responses: {
    200: response('The metrics.', 'text/plain', { type: 'string' }),
    ...errorRefs(401, 403, 429),
  },
};

function batches(): JsonObject {
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
      ...batchInfo('batch', 'Make several queries in one request.'),
      parameters: [{ name: 'input', in: 'query', content: batchInputs }],
      responses: batchResponses,
    },
    post: {
      ...batchInfo('batch.post', 'Make several calls in one request; mutations run in order.'),
      requestBody: { content: batchInputs },
      responses: batchResponses,
    },
  };
}

function batchInfo(operationId: string, summary: string): JsonObject {
  return {
    operationId,
    tags: ['other'],
    summary,
    description:
      'Each call needs the scope of its procedure and counts against its rate limit. If all calls fail with the same status, the response has that status.',
  };
}

const batchInputs = {
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
const resultList = {
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

const batchResponses = {
  200: { description: 'The results, in the order of the calls.', ...resultList },
  207: {
    description: 'Results and errors with different statuses, in the order of the calls.',
    ...resultList,
  },
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
