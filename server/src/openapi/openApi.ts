import {
  bridged,
  contract,
  procedureBase,
  procedures,
  type Procedure,
  type RouterName,
} from '@magpie/contract';
import { readConfig } from '../config/config.ts';
import { limitsOf } from '../rpc/rateLimit/rateLimit.ts';
import type { Example, Examples } from './examples.ts';
import { otherAddresses } from './otherAddresses.ts';
import { errorRefs, errorResponses, headerRef, headers, limitHeaders } from './responses.ts';
import { routers } from './routers.ts';
import { allSchemas, fieldsOf, inputRef, outputRef, type JsonObject } from './schemas.ts';
import { refusalsOf } from './statuses.ts';

const defaultLimits = limitsOf(readConfig({}));

/** The whole interface as OpenAPI 3.1, from the contract. */
export function openApi(examples: Examples): JsonObject {
  const ofProcedures = [...procedures].map(([name, procedure]) => [
    `${procedureBase}/${name}`,
    pathItem(name, procedure, examples.get(name)),
  ]);
  const ofBridge = Object.entries(bridged).map(([address, name]) => [
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
        'Queries are called by GET or POST, mutations by POST. Every input is accepted as it is or as `{"json": input}`. An answer may gain fields: ignore those that you do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:3000' }],
    security: [{ apiKey: [] }],
    tags: [
      ...Object.keys(contract).map((name) => ({ name, description: routers[name as RouterName] })),
      {
        name: 'bridge',
        description: 'Procedures at plain addresses, with plain parameters and bare answers.',
      },
      { name: 'other', description: 'Addresses that are no procedures.' },
    ],
    paths: Object.fromEntries([...ofProcedures, ...ofBridge, ...Object.entries(otherAddresses())]),
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
      parameters: fieldsOf(procedure).length === 0 ? [] : [inputParameter(name, procedure, example)],
    },
    // What is too long for an address. It has no example of its own: it takes and answers the same.
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
  const { kind, summary, access, extension, destroys } = procedure;
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    description: termsOf(procedure),
    security: [{ apiKey: [access] }],
    ...(kind === 'mutation' && { parameters: [idempotencyKey(procedure)] }),
    responses: {
      200: {
        description: 'The answer.',
        headers: answerHeaders(procedure),
        content: {
          'application/json': {
            schema: envelope(outputRef(name, procedure)),
            ...(example !== undefined && { example: { result: { data: example.answer } } }),
          },
        },
      },
      ...errorRefs(...refusalsOf(procedure, method)),
    },
    'x-limit': defaultLimits[procedure.limit],
    ...(destroys === true && { 'x-destroys': true }),
    ...(extension === true && { 'x-extension': true }),
  };
}

/** On which terms a procedure is called, in sentences. */
export function termsOf({ access, limit, cacheSeconds }: Procedure): string {
  const { quota, windowSeconds } = defaultLimits[limit];
  return [
    `Needs a key with the scope \`${access}\`.`,
    `Counted against the limit \`${limit}\`: ${quota} calls in any ${windowSeconds} seconds${limit === 'trending' ? '' : ' unless configured otherwise'}.`,
    ...(cacheSeconds === undefined
      ? []
      : [`An answer is kept for ${cacheSeconds} seconds per exact address.`]),
  ].join(' ');
}

function answerHeaders({ kind, cacheSeconds }: Procedure): JsonObject {
  return {
    ...limitHeaders,
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

/**
 * Generated clients can write plain fields into an address, and the type of an input as JSON is only a string to them.
 * Fields that are nested are given as JSON.
 */
function inputParameter(name: string, procedure: Procedure, example: Example | undefined): JsonObject {
  const isPlain = fieldsOf(procedure).every(({ schema }) => isPlainField(schema));
  const described = { schema: inputRef(name), ...exampleInput(example) };
  return {
    name: 'input',
    in: 'query',
    description: isPlain
      ? 'Either one parameter a field, such as `input[limit]=2`, or all of them as one JSON object, URL-encoded: `input={"limit":2}`.'
      : 'One JSON object, URL-encoded.',
    required: isRequired(procedure),
    ...(isPlain
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
      ...(procedure.takesForm === true && { 'multipart/form-data': { schema: formSchema(procedure) } }),
    },
  };
}

/** A form has its files as they are. */
function formSchema(procedure: Procedure): JsonObject {
  const fields = fieldsOf(procedure).map(({ name, schema }) => [
    name,
    schema['contentEncoding'] === undefined ? schema : { type: 'string', format: 'binary' },
  ]);
  const required = fieldsOf(procedure).flatMap((field) => (field.required ? [field.name] : []));
  return { type: 'object', required, properties: Object.fromEntries(fields) };
}

function idempotencyKey({ showsSecret }: Procedure): JsonObject {
  const repeat =
    showsSecret === true
      ? 'a repeat is answered with 409, since the secret is shown only once'
      : 'is answered as the first time';
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Sent again with the same key and input within 24 hours, the call takes effect once and ${repeat}.`,
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
    description: `The procedure \`${name}\` with plain parameters and a bare answer. ${termsOf(procedure)}`,
    security: [{ apiKey: [procedure.access] }],
    parameters: fieldsOf(procedure).map(({ name: field, required, schema }) => ({
      name: field,
      in: 'query',
      required,
      schema,
      example: example?.input[field],
    })),
    responses: {
      200: {
        description: 'The answer, without an envelope.',
        headers: answerHeaders(procedure),
        content: {
          'application/json': {
            schema: outputRef(name, procedure),
            ...(example && { example: example.answer }),
          },
        },
      },
      ...errorRefs(...refusalsOf(procedure, 'GET')),
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
        message: { type: 'string', description: 'One sentence: what was wrong, and what would be right.' },
        code: { type: 'integer', description: "The number of tRPC's error code." },
        data: {
          type: 'object',
          required: ['code', 'httpStatus', 'requestId'],
          properties: {
            code: { type: 'string', examples: ['BAD_REQUEST'] },
            httpStatus: { type: 'integer' },
            path: { type: 'string', description: 'The procedure, as far as it is known.' },
            requestId: { type: 'string', description: 'Under which the log has the cause.' },
            issues: {
              type: 'array',
              description: 'On 400: what is wrong with which field.',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
            suggestions: {
              type: 'array',
              description: 'On 404 for a company: the nearest stored names.',
              items: { type: 'string' },
            },
            found: { type: 'object', description: 'On 422: what was there instead.' },
          },
        },
      },
    },
  },
};
