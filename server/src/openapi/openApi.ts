import {
  restBridgePaths,
  contract,
  procedureBase,
  procedures,
  type Procedure,
  type RouterName,
} from '@magpie/contract';
import { readConfig } from '../config/config.ts';
import { readLimits } from '../rpc/rateLimit/rateLimit.ts';
import type { Example, Examples } from './examples.ts';
import { otherPaths } from './otherPaths.ts';
import {
  errorRefs,
  errorResponses,
  listErrorStatuses,
  headerRef,
  headers,
  commonHeaderRefs,
} from './responses.ts';
import { allSchemas, listFields, inputRef, outputRef, refTo, type JsonObject } from './schemas.ts';

export const routerDescriptions: Readonly<Record<RouterName, string>> = {
  boards: 'Boards contain saved ads, form a tree, and can be published as public pages.',
  ads: 'Saved ads of the caller and their teams, and all ads in the index.',
  searches: 'Saved searches of the caller.',
  labels: 'Labels for saved ads, of the caller and their teams.',
  comments: 'Comments on saved ads, for everyone who sees them.',
  companies: 'Companies that the caller follows, with notifications when they launch ads.',
  brandSpy:
    'Research on one advertiser: statistics, ad texts, headlines, landing pages, launches, competitors.',
  trending:
    'Leaderboards over a window of days, also available through the REST bridge, and the map of angles and offers.',
  notifications: 'The inbox, and the rules that create notifications.',
  teams: 'Teams, their members and invitations.',
  apiKeys: 'API keys.',
  aiImages: 'Images for a product, from templates or an external service.',
  cloneProducts: 'Products to make ads for, and data about them from their websites.',
  brandImages: 'Images to make ads with: logos, products, scenes.',
  tags: 'The tags that ads can have.',
  webhooks: 'Webhooks for signed notifications, and their delivery log.',
  sources: 'Scheduled queries to ad libraries.',
  audit: 'The log of security-relevant actions.',
  account: "The caller's account, sessions and data export.",
  reports: 'Weekly reports of brands and boards, by mail and by link.',
  system: 'Version, engines and contents of this instance.',
};

const defaultLimits = readLimits(readConfig({}));

export function openApi(examples: Examples): JsonObject {
  const ofProcedures = [...procedures].map(([name, procedure]) => [
    `${procedureBase}/${name}`,
    pathItem(name, procedure, examples.get(name)),
  ]);
  const ofBridge = Object.entries(restBridgePaths).map(([address, name]) => [
    address,
    { get: bridgedOperation(address, name, examples.get(name)) },
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Magpie',
      version: 'v1',
      summary: 'Open, self-hosted ad intelligence.',
      description:
        'Call queries by GET or POST, mutations by POST. Every input is accepted as is or as `{"json": input}`. Responses may gain fields: ignore unknown ones.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:3000' }],
    security: [{ apiKey: [] }],
    tags: [
      ...Object.keys(contract).map((name) => ({ name, description: routerDescriptions[name as RouterName] })),
      {
        name: 'bridge',
        description:
          'The REST bridge: procedures with plain query parameters, and responses without an envelope.',
      },
      { name: 'other', description: 'Paths that are not procedures.' },
    ],
    paths: Object.fromEntries([...ofProcedures, ...ofBridge, ...Object.entries(otherPaths())]),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. The roles that an operation lists are the scopes that the key must have.',
        },
      },
      schemas: { ...allSchemas(), Error: errorSchema },
      responses: errorResponses,
      headers,
    },
  };
}

function pathItem(name: string, procedure: Procedure, example: Example | undefined): JsonObject {
  const post = {
    ...operation(name, procedure, 'POST', example),
    requestBody: body(name, procedure, example),
  };
  if (procedure.kind === 'mutation') return { post };
  return {
    get: {
      ...operation(name, procedure, 'GET', example),
      parameters: listFields(procedure).length === 0 ? [] : [inputParameter(name, procedure, example)],
    },
    // For inputs that are too long for a URL. Without an example, because input and output are the same.
    post: {
      ...operation(name, procedure, 'POST', undefined),
      operationId: `${name}.post`,
      requestBody: body(name, procedure, undefined),
    },
  };
}

function operation(
  name: string,
  procedure: Procedure,
  method: 'GET' | 'POST',
  example: Example | undefined,
): JsonObject {
  const { kind, summary, access, extension, isDestructive } = procedure;
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    description: describeAccess(procedure),
    security: [{ apiKey: [access] }],
    ...(kind === 'mutation' && { parameters: [idempotencyKey(procedure)] }),
    responses: {
      200: {
        description: 'The result.',
        headers: responseHeaders(procedure),
        content: {
          'application/json': {
            schema: envelope(outputRef(name, procedure)),
            ...(example !== undefined && { example: { result: { data: example.output } } }),
          },
        },
      },
      ...errorRefs(...listErrorStatuses(procedure, method)),
    },
    'x-limit': defaultLimits[procedure.limit],
    ...(isDestructive === true && { 'x-destroys': true }),
    ...(extension === true && { 'x-extension': true }),
  };
}

export function describeAccess({ access, limit, cacheSeconds }: Procedure): string {
  const { quota, windowSeconds } = defaultLimits[limit];
  return [
    `Needs a key with the scope \`${access}\`.`,
    `Counts against the rate limit \`${limit}\`: ${quota} calls in any ${windowSeconds} seconds${limit === 'trending' ? '' : ' unless configured otherwise'}.`,
    ...(cacheSeconds === undefined ? [] : [`Responses are cached for ${cacheSeconds} seconds per URL.`]),
  ].join(' ');
}

function responseHeaders({ kind, cacheSeconds }: Procedure): JsonObject {
  return {
    ...commonHeaderRefs,
    ...(cacheSeconds !== undefined && { 'X-Cache': headerRef('X-Cache'), Age: headerRef('Age') }),
    ...(kind === 'mutation' && { 'Idempotent-Replayed': headerRef('Idempotent-Replayed') }),
  };
}

function envelope(data: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['result'],
    properties: { result: { type: 'object', required: ['data'], properties: { data } } },
  };
}

function isRequired(procedure: Procedure): boolean {
  return !procedure.input.safeParse(undefined).success;
}

/** Generated clients send plain fields as query parameters; nested fields need JSON. */
function inputParameter(name: string, procedure: Procedure, example: Example | undefined): JsonObject {
  const nested = listFields(procedure).filter(({ schema }) => !isPlainField(schema));
  const isDeepObject = nested.every(({ required }) => !required);
  const names = nested.map((field) => `\`${field.name}\``).join(', ');
  const described = { schema: inputRef(name), ...exampleInput(example) };
  return {
    name: 'input',
    in: 'query',
    description: isDeepObject
      ? `Either one parameter per field, such as \`input[limit]=2\`, or one URL-encoded JSON object: \`input={"limit":2}\`.${names === '' ? '' : ` Only as JSON: ${names}.`}`
      : 'One URL-encoded JSON object.',
    required: isRequired(procedure),
    ...(isDeepObject
      ? { style: 'deepObject', explode: true, ...described }
      : { content: { 'application/json': described } }),
  };
}

function isPlainField({ type, anyOf, oneOf, items }: JsonObject): boolean {
  const parts = [anyOf, oneOf, items].flat().filter((part): part is JsonObject => part !== undefined);
  return type !== 'object' && parts.every(isPlainField);
}

function exampleInput(example: Example | undefined): JsonObject {
  return example === undefined ? {} : { example: example.input };
}

function body(name: string, procedure: Procedure, example: Example | undefined): JsonObject {
  return {
    required: isRequired(procedure),
    content: {
      'application/json': { schema: inputRef(name), ...exampleInput(example) },
      ...(procedure.acceptsForm === true && { 'multipart/form-data': { schema: formSchema(procedure) } }),
    },
  };
}

/** A form contains files as binary data. */
function formSchema(procedure: Procedure): JsonObject {
  const fields = listFields(procedure).map(({ name, schema }) => [
    name,
    schema['contentEncoding'] === undefined ? schema : { type: 'string', format: 'binary' },
  ]);
  const required = listFields(procedure).flatMap((field) => (field.required ? [field.name] : []));
  return { type: 'object', required, properties: Object.fromEntries(fields) };
}

function idempotencyKey({ returnsSecret }: Procedure): JsonObject {
  const repeat =
    returnsSecret === true
      ? 'a repeat fails with 409, because the secret is shown only once'
      : 'a repeat gets the first response';
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A call with the same key and input takes effect once within 24 hours, and ${repeat}.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
}

function bridgedOperation(address: string, name: string, example: Example | undefined): JsonObject {
  const procedure = procedures.get(name);
  if (procedure === undefined) throw new Error(`${address} leads to ${name}, which is no procedure`);
  return {
    operationId: `bridge.${address.slice('/api/'.length).replaceAll('/', '.')}`,
    tags: ['bridge'],
    summary: procedure.summary,
    description: `The procedure \`${name}\` with plain query parameters, and a response without an envelope. ${describeAccess(procedure)}`,
    security: [{ apiKey: [procedure.access] }],
    parameters: listFields(procedure).map(({ name: field, required, schema }) => ({
      name: field,
      in: 'query',
      required,
      schema,
      example: example?.input[field],
    })),
    responses: {
      200: {
        description: 'The result, without an envelope.',
        headers: responseHeaders(procedure),
        content: {
          'application/json': {
            schema: outputRef(name, procedure),
            ...(example && { example: example.output }),
          },
        },
      },
      ...errorRefs(...listErrorStatuses(procedure, 'GET')),
    },
    'x-limit': defaultLimits[procedure.limit],
  };
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code', 'data'],
      properties: {
        message: { type: 'string', description: 'What was wrong, and what to do.' },
        code: { type: 'integer', description: 'The numeric tRPC error code.' },
        data: {
          allOf: [
            {
              type: 'object',
              required: ['code', 'httpStatus', 'requestId'],
              properties: {
                code: { type: 'string', examples: ['BAD_REQUEST'] },
                httpStatus: { type: 'integer' },
                path: { type: 'string', description: 'The procedure, if known.' },
                requestId: { type: 'string', description: 'The id of this request in the log.' },
              },
            },
            refTo('ErrorDetails'),
          ],
        },
      },
    },
  },
};
