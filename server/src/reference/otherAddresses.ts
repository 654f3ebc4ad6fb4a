import { contract } from '@magpie/contract';
import { errorRefs, limitHeaders } from './responses.ts';
import { fieldsOf, refTo, type JsonObject } from './schemas.ts';

const jsonObject = { type: 'object' };

/** What is at an address besides procedures. */
export function otherAddresses(): Readonly<Record<string, JsonObject>> {
  return {
    '/api/ingest': { post: ingest },
    '/api/export/ads.csv': { get: exportCsv() },
    '/b/{slug}.json': { get: publicBoard },
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

const ingestLine = {
  type: 'object',
  properties: {
    acknowledged: { type: 'integer', description: 'Ads that are on disk so far.' },
    rejected: { type: 'integer', description: 'Lines that were not taken so far.' },
    done: { const: true, description: 'On the last line.' },
  },
};

const ingest = {
  operationId: 'ingest',
  tags: ['other'],
  summary: 'Push ads in the open format, as a stream of JSON Lines.',
  description:
    "Needs an owner's key with the scope `admin`. Answered while it is read, with a line for each batch that is on disk. Counted against the limit `write`.",
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
  requestBody: { required: true, content: { 'application/x-ndjson': { schema: refTo('OpenAd') } } },
  responses: {
    200: {
      ...answered('A line for each batch, the totals on the last.', 'application/x-ndjson', ingestLine),
      headers: limitHeaders,
    },
    ...errorRefs(400, 401, 403, 405, 415, 429, 500, 503),
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
      ...errorRefs(400, 401, 403, 404, 405, 429, 500, 503),
    },
  };
}

const publicBoard = {
  ...open('publicBoard', 'Get a published board and a page of its ads, as everybody may.', {
    200: answered('The board.', 'application/json', refTo('PublicBoardPage')),
    ...errorRefs(400, 404, 429, 500),
  }),
  parameters: [
    { name: 'slug', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'cursor',
      in: 'query',
      description: 'The nextCursor of the page before.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
};

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
