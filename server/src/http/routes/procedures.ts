import { maxBatchBytes, procedureBase, type Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { executeProcedure, type ProcedureResponse } from '../../rpc/executeProcedure.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { chain, finish } from '../../rpc/maybePromise.ts';
import type { BoundProcedure } from '../../rpc/procedure.ts';
import { parseAsBytes } from '../middleware/decompress.ts';
import { acceptedEncoding, sendEncoded } from '../middleware/compression.ts';
import { asMagpieError, errorJson } from '../middleware/errors.ts';
import { formType, isForm, createFormReader } from '../form.ts';
import {
  batchInputs,
  callInput,
  readIdempotencyKey,
  rejectInputInQuery,
  rejectMisplacedParameters,
} from '../input.ts';
import { admitLargeBodies, defaultBodyLimit } from '../middleware/bodyLimit.ts';
import { measureCall } from '../middleware/requestLog.ts';
import { jsonType } from '../responseHeaders.ts';
import { resolveCalls, type PlannedCall, type ProcedureServices } from '../resolveCalls.ts';

export function mountProcedures(app: FastifyInstance, services: ProcedureServices): void {
  mount(app, services, `${procedureBase}/*`, { encoding: procedureFormat });
  const admit = admitLargeBodies();
  for (const { path, definition } of services.procedures.values()) {
    const { bodyLimit, acceptsForm } = definition;
    if (bodyLimit === undefined && !acceptsForm) continue;
    const url = `${procedureBase}/${path}`;
    const large = { bodyLimit: bodyLimit ?? defaultBodyLimit, admit };
    if (acceptsForm) mountWithForms(app, services, url, definition, large);
    else mount(app, services, url, { encoding: procedureFormat, large });
  }
}

interface RouteOptions {
  readonly encoding: WireFormat;
  readonly large?: { readonly bodyLimit: number; readonly admit: ReturnType<typeof admitLargeBodies> };
}

function mount(
  app: FastifyInstance,
  services: ProcedureServices,
  url: string,
  { encoding, large }: RouteOptions,
): void {
  const resolve: onRequestHookHandler = (request, reply, done) =>
    finish(() => resolveCalls(services, request, reply), done);
  app.route({
    method: app.supportedMethods,
    url,
    // Before the body is read.
    onRequest: large === undefined ? resolve : [resolve, large.admit],
    ...(large !== undefined && { bodyLimit: large.bodyLimit }),
    handler: (request, reply) =>
      request.plan.batch
        ? executeBatch(services, request, reply)
        : executeSingle(services, request, reply, encoding),
  });
}

/** Only these routes accept forms: pages of other sites can make a browser send one without a CORS preflight. */
function mountWithForms(
  app: FastifyInstance,
  services: ProcedureServices,
  url: string,
  definition: Procedure,
  large: Required<RouteOptions>['large'],
): void {
  const readForm = createFormReader(definition);
  const input: WireFormat['input'] = (request, procedure) => {
    if (!isForm(request)) return procedureFormat.input(request, procedure);
    rejectMisplacedParameters(request, procedure);
    rejectInputInQuery(request);
    return readForm(request);
  };
  void app.register((scope, _options, done) => {
    parseAsBytes(scope, formType);
    mount(scope, services, url, { encoding: { input, envelope }, large });
    done();
  });
}

export interface WireFormat {
  readonly input: (request: FastifyRequest, procedure: BoundProcedure) => unknown;
  readonly envelope: (json: string) => string;
}

/** Returns a promise only if the response is not sent yet: Fastify would wait for the reply, which is thenable. */
export function executeSingle(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  encoding: WireFormat,
): Promise<FastifyReply> | undefined {
  const procedure = request.plan.calls[0]?.procedure;
  if (procedure === undefined) throw new Error('a rejected call reached its handler');
  const response = executeProcedure(services, {
    procedure,
    caller: request.caller,
    address: request.ip,
    input: () => encoding.input(request, procedure),
    envelope: encoding.envelope,
    cacheKey: request.method === 'POST' ? null : request.url,
    encoding: acceptedEncoding(request),
    idempotencyKey: readIdempotencyKey(request),
    batchIndex: 0,
  });
  const sent = chain(response, (known) => sendResponse(reply, known));
  return sent instanceof Promise ? sent : undefined;
}

function sendResponse(reply: FastifyReply, response: ProcedureResponse): FastifyReply {
  const { cache, replayed } = response;
  if (cache !== undefined) {
    reply.header('x-cache', cache.hit ? 'HIT' : 'MISS').header('age', String(cache.age));
  }
  if (replayed === true) reply.header('Idempotent-Replayed', 'true');
  return sendEncoded(asJson(reply, 200), response);
}

const procedureFormat: WireFormat = {
  input: callInput,
  envelope,
};

interface BatchResult {
  readonly status: number;
  readonly json: string;
  readonly retryAfter?: number | undefined;
}

/** Every call of a batch has its own result; the status is theirs if they agree, otherwise 207. */
async function executeBatch(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls } = request.plan;
  if (isForm(request)) {
    throw new MagpieError(
      'BAD_REQUEST',
      'A batch needs its inputs as JSON; send a form to a single procedure, without ?batch=1.',
    );
  }
  const inputAt = batchInputs(request, calls.length);
  const idempotencyKey = readIdempotencyKey(request);
  let bytesLeft = maxBatchBytes;
  const runCall = (call: PlannedCall, index: number): Promise<BatchResult> =>
    executeBatchCall(request, call, async (procedure) => {
      const input = (): unknown => {
        rejectMisplacedParameters(request, procedure);
        return inputAt(index);
      };
      const response = await executeProcedure(services, {
        procedure,
        caller: request.caller,
        address: request.ip,
        input,
        envelope,
        cacheKey: null,
        encoding: 'identity',
        idempotencyKey,
        batchIndex: index,
      });
      bytesLeft -= Buffer.byteLength(response.body);
      // A mutation has already taken effect, and its response is small.
      if (bytesLeft < 0 && !isMutation(call)) {
        throw new MagpieError(
          'PAYLOAD_TOO_LARGE',
          'The responses of this batch exceed 8 MB; call this procedure alone or in a smaller batch.',
        );
      }
      return response;
    });
  const results = await (calls.some(isMutation)
    ? runSequentially(calls, runCall)
    : Promise.all(calls.map(runCall)));
  const retryAfter = Math.max(0, ...results.map((one) => one.retryAfter ?? 0));
  if (retryAfter > 0) reply.header('retry-after', String(retryAfter));
  const statuses = new Set(results.map(({ status }) => status));
  const [status = 200] = statuses;
  return asJson(reply, statuses.size === 1 ? status : 207).send(
    `[${results.map(({ json }) => json).join(',')}]`,
  );
}

async function executeBatchCall(
  request: FastifyRequest,
  { path, procedure, refusal }: PlannedCall,
  work: (procedure: BoundProcedure) => Promise<ProcedureResponse>,
): Promise<BatchResult> {
  const run = (): Promise<ProcedureResponse> =>
    refusal === undefined ? work(procedure) : Promise.reject(refusal);
  try {
    return { status: 200, json: (await measureCall(request, procedure?.path, run)).body.toString() };
  } catch (thrown) {
    const error = asMagpieError(thrown);
    const { httpStatus: status, retryAfter } = error;
    return { status, retryAfter, json: errorJson(error, sanitizeForMessage(path, 200), request.id) };
  }
}

async function runSequentially(
  calls: readonly PlannedCall[],
  runCall: (call: PlannedCall, index: number) => Promise<BatchResult>,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [index, call] of calls.entries()) results.push(await runCall(call, index));
  return results;
}

function isMutation({ procedure }: PlannedCall): boolean {
  return procedure?.definition.kind === 'mutation';
}

function envelope(json: string): string {
  return `{"result":{"data":${json}}}`;
}

function asJson(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).type(jsonType);
}
