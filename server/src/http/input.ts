import { inputFields, nearest, type Procedure } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, shown } from '@magpie/contract/errors';
import { parseJson } from '../integrations/json.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { readerOfFields, type GivenField } from './texts.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The JSON that a request carries: the body of a POST, the query parameter `input` otherwise; undefined when absent. */
export function requestJson(request: FastifyRequest): unknown {
  const { input } = request.query as Query;
  if (request.method === 'POST') {
    refuseInputInAddress(request);
    const body = request.body as Buffer | undefined;
    return body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
  }
  if (Array.isArray(input)) {
    throw new MagpieError('BAD_REQUEST', 'The query parameter input is given more than once; give it once.');
  }
  if (input === undefined || input === '') return undefined;
  const value = parseJson(input, 'The query parameter input');
  refuseUndecoded(request, 'The query parameter input');
  return value;
}

/** Of two inputs one would be ignored without a word. */
export function refuseInputInAddress({ query }: FastifyRequest): void {
  if ((query as Query).input === undefined) return;
  throw new MagpieError(
    'BAD_REQUEST',
    'A POST takes its input in the body; leave ?input= out of the address.',
  );
}

/** The query string's parser leaves what it cannot decode as it stands, so `%FF` would be taken for a text. */
function refuseUndecoded(request: FastifyRequest, where: string): void {
  try {
    decodeURIComponent(request.url);
  } catch {
    throw new MagpieError('BAD_REQUEST', `${where} is not properly percent-encoded UTF-8.`);
  }
}

/** The parameters of a query string as they stand, with all that was given for each. */
export function givenParameters(request: FastifyRequest): [name: string, texts: string[]][] {
  refuseUndecoded(request, 'The query string');
  return Object.entries(request.query as Query).map(([name, given]) => [name, [given ?? []].flat()]);
}

/** The same, each given once. */
export function plainParameters(request: FastifyRequest): [name: string, text: string][] {
  return givenParameters(request).map(([name, [text = '', ...others]]) => {
    if (others.length === 0) return [name, text];
    const message = `The query parameter ${shown(name, 40)} is given more than once; give it once.`;
    throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: shown(name, 40), message }] });
  });
}

/** A query parameter that would be ignored is refused, with the right form where one is near. */
export function refuseMisplaced(request: FastifyRequest, procedure: BoundProcedure): void {
  const [name] = besideInput(request);
  if (name !== undefined) throw misplaced(name, procedure);
}

function misplaced(name: string, { path, definition }: BoundProcedure): MagpieError {
  const meant = nearest(name, ['input', ...inputFields(definition)]);
  const message =
    meant === undefined
      ? `${path} has no query parameter '${shown(name, 40)}'; its input is one JSON object: ?input={…} or the body of a POST.`
      : meant === 'input'
        ? `${path} takes its input as ?input=, not as a query parameter '${shown(name, 40)}'.`
        : `${path} takes '${meant}' inside the JSON object of its input, not as a query parameter '${shown(name, 40)}'.`;
  return new MagpieError('BAD_REQUEST', message);
}

function besideInput({ query }: FastifyRequest): string[] {
  return Object.keys(query as Query).filter((name) => name !== 'input' && name !== 'batch');
}

/**
 * The input of one call, as JSON or, by GET, as a deep object (`input[limit]=2`), which is what clients generated from
 * the OpenAPI document send.
 */
export function callInput(request: FastifyRequest, procedure: BoundProcedure): unknown {
  const isDeep = request.method !== 'POST' && besideInput(request).some((name) => name.startsWith('input['));
  if (!isDeep) {
    refuseMisplaced(request, procedure);
    return requestJson(request);
  }
  const read = fieldReaderOf(procedure.definition);
  const fields = [...deepFields(request, procedure)].map(([name, given]) => [name, read(name, given)]);
  // Wrapped, so that a field called json is an unknown field and not a wrapping of its own.
  return { json: Object.fromEntries(fields) };
}

type FieldReader = ReturnType<typeof readerOfFields>;

const fieldReaders = new WeakMap<Procedure, FieldReader>();

function fieldReaderOf(definition: Procedure): FieldReader {
  const reader = fieldReaders.get(definition) ?? readerOfFields(definition);
  fieldReaders.set(definition, reader);
  return reader;
}

const deepName = /^input\[([^[\]]+)\](?:\[(\d{0,4})\])?$/;

/** The fields of a deep object; a list is given as `input[x]=a&input[x]=b`, with `[]` or with its places. */
function deepFields(request: FastifyRequest, procedure: BoundProcedure): Map<string, GivenField> {
  const places = new Map<string, { text: string; place: number }[]>();
  const lists = new Set<string>();
  for (const [name, texts] of givenParameters(request)) {
    if (name === 'input') throw twoInputs();
    if (name === 'batch') continue;
    if (!name.startsWith('input[')) throw misplaced(name, procedure);
    const [, field, place] = deepName.exec(name) ?? [];
    if (field === undefined) throw notDeep(name);
    if (place !== undefined) lists.add(field);
    const entries = texts.map((text) => ({ text, place: Number(place ?? 0) }));
    places.set(field, [...(places.get(field) ?? []), ...entries]);
  }
  return new Map(
    [...places].map(([field, entries]) => {
      const texts = entries.toSorted((one, other) => one.place - other.place).map(({ text }) => text);
      return [field, { texts, isList: lists.has(field) }];
    }),
  );
}

function twoInputs(): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    'The input is given both as ?input= and as ?input[…]=; give one of the two.',
  );
}

function notDeep(name: string): MagpieError {
  const wrong = name.startsWith('input[]') ? 'names no field' : 'is nested too deep';
  return new MagpieError(
    'BAD_REQUEST',
    `The query parameter '${shown(name, 40)}' ${wrong}; send the input as one JSON object: ?input={…} or the body of a POST.`,
  );
}

/** The inputs of a batch: one object whose keys are the places of the calls. */
export function batchInputs(request: FastifyRequest, calls: number): (place: number) => unknown {
  const inputs = requestJson(request) ?? {};
  if (typeof inputs !== 'object' || Array.isArray(inputs)) {
    throw new MagpieError(
      'BAD_REQUEST',
      'The input of a batch is an object with one key per call: {"0": …, "1": …}.',
    );
  }
  const stray = Object.keys(inputs).find((key) => !/^(?:0|[1-9]\d?)$/.test(key) || Number(key) >= calls);
  if (stray !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The input of this batch has the key '${shown(stray, 40)}'; its calls are 0 to ${calls - 1}.`,
    );
  }
  return (place) => (inputs as Readonly<Record<string, unknown>>)[String(place)];
}

const longestIdempotencyKey = 255;

export function idempotencyKeyOf(request: FastifyRequest): string | null {
  if (request.headers['idempotency-key'] === undefined) return null;
  // Node joins a header given twice into one; the distinct ones are still known.
  const [header = '', ...others] = request.raw.headersDistinct['idempotency-key'] ?? [];
  if (others.length > 0 || header.length === 0 || header.length > longestIdempotencyKey) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The header Idempotency-Key is given once, with 1 to ${longestIdempotencyKey} characters.`,
    );
  }
  return header;
}
