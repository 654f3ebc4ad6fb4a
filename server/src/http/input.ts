import { inputFields, closestName, type Procedure, inputAliases } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { parseJson } from '../integrations/json.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { z } from 'zod';

type Query = Readonly<Record<string, string | string[] | undefined>>;

export function requestJson(request: FastifyRequest): unknown {
  const { input } = request.query as Query;
  if (request.method === 'POST') {
    rejectInputInQuery(request);
    const body = request.body as Buffer | undefined;
    return body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
  }
  if (Array.isArray(input)) {
    throw new MagpieError('BAD_REQUEST', 'The query parameter input is given more than once; give it once.');
  }
  if (input === undefined || input === '') return undefined;
  const value = parseJson(input, 'The query parameter input');
  assertDecodable(request, 'The query parameter input');
  return value;
}

/** Of two inputs, one would be silently ignored. */
export function rejectInputInQuery({ query }: FastifyRequest): void {
  if ((query as Query).input === undefined) return;
  throw new MagpieError('BAD_REQUEST', 'Send the input of a POST in the body; leave out ?input=.');
}

/** The query parser leaves invalid escapes unchanged, so `%FF` would be accepted as text. */
function assertDecodable(request: FastifyRequest, where: string): void {
  try {
    decodeURIComponent(request.url);
  } catch {
    throw new MagpieError('BAD_REQUEST', `${where} is not properly percent-encoded UTF-8.`);
  }
}

export function queryParameters(request: FastifyRequest): [name: string, texts: string[]][] {
  assertDecodable(request, 'The query string');
  return Object.entries(request.query as Query).map(([name, given]) => [name, [given ?? []].flat()]);
}

export function singleParameters(request: FastifyRequest): [name: string, text: string][] {
  return queryParameters(request).map(([name, [text = '', ...others]]) => {
    if (others.length === 0) return [name, text];
    const message = `The query parameter ${sanitizeForMessage(name, 40)} is given more than once; give it once.`;
    throw new MagpieError('BAD_REQUEST', message, {
      issues: [{ path: sanitizeForMessage(name, 40), message }],
    });
  });
}

export function rejectMisplacedParameters(request: FastifyRequest, procedure: BoundProcedure): void {
  const [name] = parametersBesidesInput(request);
  if (name !== undefined) throw misplacedParameter(name, procedure);
}

function misplacedParameter(name: string, { path, definition }: BoundProcedure): MagpieError {
  const meant = closestName(name, ['input', ...inputFields(definition)]);
  const message =
    meant === undefined
      ? `${path} has no query parameter '${sanitizeForMessage(name, 40)}'; its input is one JSON object: ?input={…} or the body of a POST.`
      : meant === 'input'
        ? `${path} takes its input as ?input=, not as a query parameter '${sanitizeForMessage(name, 40)}'.`
        : `${path} takes '${meant}' inside the JSON object of its input, not as a query parameter '${sanitizeForMessage(name, 40)}'.`;
  return new MagpieError('BAD_REQUEST', message, {
    issues: [{ path: sanitizeForMessage(name, 40), message }],
    ...(meant !== undefined && { suggestions: [meant] }),
  });
}

function parametersBesidesInput({ query }: FastifyRequest): string[] {
  return Object.keys(query as Query).filter((name) => name !== 'input' && name !== 'batch');
}

/** JSON or, by GET, a deep object (`input[limit]=2`), as clients generated from OpenAPI send it. */
export function callInput(request: FastifyRequest, procedure: BoundProcedure): unknown {
  const isDeep =
    request.method !== 'POST' && parametersBesidesInput(request).some((name) => name.startsWith('input['));
  if (!isDeep) {
    rejectMisplacedParameters(request, procedure);
    return requestJson(request);
  }
  const read = getFieldReader(procedure.definition);
  const fields = [...deepFields(request, procedure)].map(([name, given]) => [name, read(name, given)]);
  // Wrapped, so that a field named json is an unknown field and not taken for the wrapper.
  return { json: Object.fromEntries(fields) };
}

type FieldReader = ReturnType<typeof createFieldReader>;

const fieldReaders = new WeakMap<Procedure, FieldReader>();

function getFieldReader(definition: Procedure): FieldReader {
  const reader = fieldReaders.get(definition) ?? createFieldReader(definition);
  fieldReaders.set(definition, reader);
  return reader;
}

const deepName = /^input\[([^[\]]+)\](?:\[(\d{0,4})\])?$/;

/** The fields of a deep object; a list is `input[x]=a&input[x]=b`, with `[]` or with indexes. */
function deepFields(request: FastifyRequest, procedure: BoundProcedure): Map<string, QueryField> {
  const valuesByField = new Map<string, { text: string; index: number }[]>();
  const lists = new Set<string>();
  for (const [name, texts] of queryParameters(request)) {
    if (name === 'input') {
      throw new MagpieError(
        'BAD_REQUEST',
        'The input is given both as ?input= and as ?input[…]=; give one of the two.',
      );
    }
    if (name === 'batch') continue;
    if (!name.startsWith('input[')) throw misplacedParameter(name, procedure);
    const [, field, index] = deepName.exec(name) ?? [];
    if (field === undefined) throw notDeep(name);
    if (index !== undefined) lists.add(field);
    const entries = texts.map((text) => ({ text, index: Number(index ?? 0) }));
    valuesByField.set(field, [...(valuesByField.get(field) ?? []), ...entries]);
  }
  return new Map(
    [...valuesByField].map(([field, entries]) => {
      const texts = entries.toSorted((one, other) => one.index - other.index).map(({ text }) => text);
      return [field, { texts, isList: lists.has(field) }];
    }),
  );
}

function notDeep(name: string): MagpieError {
  const wrong = name.startsWith('input[]') ? 'has no field name' : 'is nested too deeply';
  return new MagpieError(
    'BAD_REQUEST',
    `The query parameter '${sanitizeForMessage(name, 40)}' ${wrong}; send the input as one JSON object: ?input={…} or the body of a POST.`,
  );
}

export function batchInputs(request: FastifyRequest, calls: number): (index: number) => unknown {
  const inputs = requestJson(request) ?? {};
  if (typeof inputs !== 'object' || Array.isArray(inputs)) {
    throw new MagpieError(
      'BAD_REQUEST',
      'The input of a batch must be an object with one key per call: {"0": …, "1": …}.',
    );
  }
  const stray = Object.keys(inputs).find((key) => !/^(?:0|[1-9]\d?)$/.test(key) || Number(key) >= calls);
  if (stray !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The input of this batch has the key '${sanitizeForMessage(stray, 40)}'; its calls are 0 to ${calls - 1}.`,
    );
  }
  return (index) => (inputs as Readonly<Record<string, unknown>>)[String(index)];
}

const maxIdempotencyKeyLength = 255;

export function readIdempotencyKey(request: FastifyRequest): string | null {
  if (request.headers['idempotency-key'] === undefined) return null;
  // Node joins duplicate headers; `headersDistinct` still has each.
  const [header = '', ...others] = request.raw.headersDistinct['idempotency-key'] ?? [];
  if (others.length > 0 || header.length === 0 || header.length > maxIdempotencyKeyLength) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The header Idempotency-Key must be given once, with 1 to ${maxIdempotencyKeyLength} characters.`,
    );
  }
  return header;
}

export function fieldsWhere(
  { input }: Procedure,
  fits: (field: z.core.JSONSchema._JSONSchema) => boolean,
): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const fields = Object.entries(properties).filter(([, field]) => fits(field));
  return new Set(fields.map(([name]) => name));
}

/** Text that does not fit the type of the field is left unchanged, so that validation reports it. */
export function createFieldReader(definition: Procedure): (name: string, given: QueryField) => unknown {
  const { properties = {} } = z.toJSONSchema(definition.input, { io: 'input', unrepresentable: 'any' });
  const aliases = inputAliases(definition);
  return (name, { texts, isList }) => {
    const options = listOptions(properties[aliases[name] ?? name] ?? true);
    const [text = '', ...others] = texts;
    const items = options.find(({ type }) => type === 'array')?.items;
    const isOne = !isList && others.length === 0;
    if (isOne && (items === undefined || options.some((option) => option.const === text)))
      return readValue(options, text);
    const itemOptions = typeof items === 'object' && !Array.isArray(items) ? listOptions(items) : [];
    return texts.map((each) => readValue(itemOptions, each));
  };
}

export interface QueryField {
  readonly texts: readonly string[];
  readonly isList: boolean;
}

type Schema = z.core.JSONSchema.BaseSchema;

export function listOptions(schema: Schema | boolean): Schema[] {
  if (typeof schema === 'boolean') return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives === undefined || schema.type !== undefined
    ? [schema]
    : alternatives.flatMap(listOptions);
}

function readValue(options: readonly Schema[], text: string): number | boolean | string {
  const types = new Set(options.map(({ type }) => type));
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if (types.has('number') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return types.has('integer') && /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}
