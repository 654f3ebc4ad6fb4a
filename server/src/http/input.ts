import { inputFields, nearest } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, shown } from '../kernel/errors.ts';
import { parseJson } from '../kernel/json.ts';
import type { BoundProcedure } from '../kernel/procedure.ts';

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

/** A parameter beside `input` instead of inside it, or nearly one, would be ignored without a word; it is refused. */
export function refuseMisplaced(request: FastifyRequest, { path, definition }: BoundProcedure): void {
  const beside = Object.keys(request.query as Query).filter((name) => name !== 'input' && name !== 'batch');
  // Nearly every request ends here: finding a procedure's fields is a walk through its schema.
  if (beside.length === 0) return;
  const known = ['input', ...inputFields(definition)];
  for (const name of beside) {
    const meant = nearest(name, known);
    if (meant === undefined) continue;
    const right =
      meant === 'input' ? 'its input as ?input=' : `'${meant}' inside the JSON object of its input`;
    throw new MagpieError(
      'BAD_REQUEST',
      `${path} takes ${right}, not as a query parameter '${shown(name, 40)}'.`,
    );
  }
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
