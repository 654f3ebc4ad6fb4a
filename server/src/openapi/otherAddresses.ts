import { adLineTypes, contract, procedureBase } from '@magpie/contract';
import { batches } from './batches.ts';
import { errorPages, errorRefs, limitHeaders } from './responses.ts';
import { fieldsOf, refTo, type JsonObject } from './schemas.ts';

const jsonObject = { type: 'object' };

/** What is at an address besides procedures. */
export function otherAddresses(): Readonly<Record<string, JsonObject>> {
  return {
    [`${procedureBase}/{names}`]: batches(),
    '/api/ingest': { post: ingest },
    '/api/export/ads.csv': { get: exportCsv() },
    '/b/{slug}': { get: publicBoard('publicBoardPage', 'Show a published board as a page.', 'text/html') },
    '/b/{slug}.json': {
      get: publicBoard(
        'publicBoard',
        'Get a published board and a page of its ads, as everybody may.',
        'application/json',
      ),
    },
    '/logos/{advertiserId}.svg': { get: logo },
    '/healthz': {
      get: open('healthz', 'Tell that the process is alive.', {
        200: answered('It is.', 'application/json', jsonObject),
      }),
    },
    '/readyz': {
      get: open('readyz', 'Tell whether engines answer, migrations are done and the first demo is loaded.', {
        200: answered('It is ready.', 'application/json', readiness),
        503: answered('It is not; checks says what is missing.', 'application/json', readiness),
      }),
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

function answered(description: string, type: string, schema: JsonObject): JsonObject {
  return { description, content: { [type]: { schema } } };
}

/** What needs no key. */
function open(operationId: string, summary: string, responses: JsonObject): JsonObject {
  return { operationId, tags: ['other'], summary, security: [], responses };
}

const ingestLine = { oneOf: [refTo('IngestedBatch'), refTo('IngestedStream'), refTo('Error')] };

const ingest = {
  operationId: 'ingest',
  tags: ['other'],
  summary: 'Push ads in the open format, as a stream of JSON Lines.',
  description:
    "Needs an owner's key with the scope `admin`. Answered while it is read, with a line for each batch that is on disk. The last line has the sums, or an error where something went wrong on the way. Counted against the limit `write`.",
  security: [{ apiKey: ['admin'] }],
  parameters: [
    {
      name: 'source',
      in: 'query',
      description: 'The name under which these ads are counted.',
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
    content: Object.fromEntries(adLineTypes.map((type) => [type, { schema: refTo('OpenAd') }])),
  },
  responses: {
    200: {
      ...answered(
        'A line for each batch, then one with the sums or an error.',
        'application/x-ndjson',
        ingestLine,
      ),
      headers: limitHeaders,
    },
    ...errorRefs(400, 401, 403, 405, 408, 415, 429, 500, 503),
  },
};

function exportCsv(): JsonObject {
  return {
    operationId: 'exportAdsCsv',
    tags: ['other'],
    summary: 'Get the saved ads as a table.',
    description:
      'Takes the parameters of `ads.list` as plain ones; a list is given as several, or separated by commas. Without a limit it is all of them. Needs a key with the scope `read`, counted against the limit `read`.',
    security: [{ apiKey: ['read'] }],
    parameters: fieldsOf(contract.ads.list).map(({ name, required, schema }) => ({
      name,
      in: 'query',
      required,
      schema,
    })),
    responses: {
      200: { ...answered('The table.', 'text/csv', { type: 'string' }), headers: limitHeaders },
      ...errorRefs(400, 401, 403, 404, 405, 429, 431, 500, 503),
    },
  };
}

function publicBoard(
  operationId: string,
  summary: string,
  type: 'text/html' | 'application/json',
): JsonObject {
  const isPage = type === 'text/html';
  const schema = isPage ? { type: 'string' } : refTo('PublicBoardPage');
  const refusals = isPage ? errorPages : errorRefs;
  return {
    ...open(operationId, summary, {
      200: answered('The board.', type, schema),
      302: {
        description: 'The board was asked for by its number and has a slug: this leads there.',
        headers: { Location: { schema: { type: 'string' } } },
      },
      ...refusals(400, 404, 429, 500, 503),
    }),
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'The slug of the board, or its number.',
        schema: { type: 'string' },
      },
      {
        name: 'cursor',
        in: 'query',
        description: 'The nextCursor of the page before.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
  };
}

const logo = {
  ...open('logo', 'Get the monogram of an advertiser.', {
    200: answered('The picture.', 'image/svg+xml', { type: 'string' }),
    ...errorRefs(404),
  }),
  parameters: [{ name: 'advertiserId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
};

const metrics = {
  operationId: 'metrics',
  tags: ['other'],
  summary: 'Get the metrics of this node, as Prometheus reads them.',
  description: "From this machine without a key; from another with an owner's key of the scope `admin`.",
  security: [{}, { apiKey: ['admin'] }],
  responses: {
    200: answered('The metrics.', 'text/plain', { type: 'string' }),
    ...errorRefs(401, 403, 429),
  },
};
