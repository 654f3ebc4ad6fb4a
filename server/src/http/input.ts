import { inputFields } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { parseJson } from '../kernel/json.ts';
import type { BoundProcedure } from '../kernel/procedure.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The JSON that a request carries: the body of a POST, the query parameter `input` otherwise; undefined when absent. */
export function requestJson(request: FastifyRequest): unknown {
  const { input } = request.query as Query;
  if (request.method === 'POST') {
    if (input !== undefined) {
      throw new MagpieError(
        'BAD_REQUEST',
        'A POST takes its input in the body; leave ?input= out of the address.',
      );
    }
    const body = request.body as Buffer | undefined;
    return body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
  }
  if (Array.isArray(input)) {
    throw new MagpieError('BAD_REQUEST', 'The query parameter input is given more than once; give it once.');
  }
  return input === undefined || input === '' ? undefined : parseJson(input, 'The query parameter input');
}

/** A parameter beside `input` instead of inside it would be ignored without a word; it is refused. */
export function refuseMisplaced(request: FastifyRequest, { path, definition }: BoundProcedure): void {
  const known = inputFields(definition);
  const misplaced = Object.keys(request.query as Query).find((name) => known.includes(name));
  if (misplaced === undefined) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `${path} takes '${misplaced}' inside the JSON object of its input, not as a query parameter of its own.`,
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
  const stray = Object.keys(inputs).find((key) => !/^\d{1,2}$/.test(key) || Number(key) >= calls);
  if (stray !== undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The input of this batch has the key '${stray.slice(0, 40)}'; its calls are 0 to ${calls - 1}.`,
    );
  }
  return (place) => (inputs as Readonly<Record<string, unknown>>)[String(place)];
}

const longestIdempotencyKey = 255;

export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || header.length === 0 || header.length > longestIdempotencyKey) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The header Idempotency-Key is given once, with 1 to ${longestIdempotencyKey} characters.`,
    );
  }
  return header;
}
