import { maxBatchBytes, procedureBase, type Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { executeProcedure, type Answer } from '../rpc/executeProcedure.ts';
import { requestSeconds, requestsTotal } from '../config/metrics.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { takeAsBytes } from './bodies.ts';
import { acceptedEncoding, sendEncoded } from './compression.ts';
import { asMagpieError, errorJson, logFailure } from './errors.ts';
import { formType, isForm, readerOfForms } from './form.ts';
import { hook } from './hook.ts';
import { batchInputs, callInput, idempotencyKeyOf, refuseInputInAddress, refuseMisplaced } from './input.ts';
import { admitLargeBodies, usualBodyLimit } from './largeBodies.ts';
import { resolveCalls, type Plan, type PlannedCall, type ProcedureServices } from './plan.ts';

declare module 'fastify' {
  interface FastifyRequest {
    plan: Plan;
    /** The procedure that was called, for errors and logs; set before the caller is authenticated. */
    procedurePath: string | undefined;
  }
  interface FastifyContextConfig {
    /** The procedure behind an address that does not name it. */
    procedurePath?: string;
  }
}

/** The procedure path: every procedure, alone or in a batch, by GET or POST. */
export function mountProcedures(app: FastifyInstance, services: ProcedureServices): void {
  mount(app, services, `${procedureBase}/*`, { encoding: procedureEncoding });
  const admit = admitLargeBodies();
  for (const { path, definition } of services.procedures.values()) {
    const { bodyLimit, takesForm } = definition;
    if (bodyLimit === undefined && !takesForm) continue;
    const url = `${procedureBase}/${path}`;
    const large = { bodyLimit: bodyLimit ?? usualBodyLimit, admit };
    if (takesForm) mountWithForms(app, services, url, definition, large);
    else mount(app, services, url, { encoding: procedureEncoding, large });
  }
}

/** How the body of a route is taken. */
interface Taking {
  readonly encoding: Encoding;
  /** Where it may be larger than usual. */
  readonly large?: { readonly bodyLimit: number; readonly admit: ReturnType<typeof admitLargeBodies> };
}

function mount(
  app: FastifyInstance,
  services: ProcedureServices,
  url: string,
  { encoding, large }: Taking,
): void {
  const plan = hook((request, reply) => resolveCalls(services, request, reply));
  app.route({
    method: app.supportedMethods,
    url,
    ...(large === undefined
      ? { onRequest: plan }
      : { onRequest: [plan, hook(large.admit)], bodyLimit: large.bodyLimit }),
    handler: (request, reply) =>
      request.plan.batch
        ? answerBatch(services, request, reply)
        : answerAlone(services, request, reply, encoding),
  });
}

/** Only here are forms taken: a page elsewhere can make a browser send one without asking first. */
function mountWithForms(
  app: FastifyInstance,
  services: ProcedureServices,
  url: string,
  definition: Procedure,
  large: Required<Taking>['large'],
): void {
  const readForm = readerOfForms(definition);
  const input: Encoding['input'] = (request, procedure) => {
    if (!isForm(request)) return procedureEncoding.input(request, procedure);
    refuseMisplaced(request, procedure);
    refuseInputInAddress(request);
    return readForm(request);
  };
  void app.register((scope, _options, done) => {
    takeAsBytes(scope, formType);
    mount(scope, services, url, { encoding: { input, envelope }, large });
    done();
  });
}

/** How a surface writes what goes in and what comes out. */
export interface Encoding {
  readonly input: (request: FastifyRequest, procedure: BoundProcedure) => unknown;
  readonly envelope: (json: string) => string;
}

/** Answers the one call that a request was planned to be. */
export function answerAlone(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  encoding: Encoding,
): MaybePromise<FastifyReply> {
  const procedure = request.plan.calls[0]?.procedure;
  if (procedure === undefined) throw new Error('a refused call reached its handler');
  const answered = executeProcedure(services, {
    procedure,
    caller: request.caller,
    address: request.ip,
    input: () => encoding.input(request, procedure),
    envelope: encoding.envelope,
    cacheKey: request.method === 'POST' ? null : request.url,
    encoding: acceptedEncoding(request),
    idempotencyKey: idempotencyKeyOf(request),
    place: 0,
  });
  return andThen(answered, ({ cache, replayed, ...encoded }) => {
    if (cache !== undefined)
      reply.header('x-cache', cache.hit ? 'HIT' : 'MISS').header('age', String(cache.age));
    if (replayed === true) reply.header('Idempotent-Replayed', 'true');
    return sendEncoded(asJson(reply, 200), encoded);
  });
}

const procedureEncoding: Encoding = {
  input: callInput,
  envelope,
};

interface CallAnswer {
  readonly status: number;
  readonly json: string;
  readonly retryAfter?: number | undefined;
}

/** A batch answers every call for itself; its own status is theirs when they agree, else 207. */
async function answerBatch(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls } = request.plan;
  if (isForm(request)) {
    throw new MagpieError(
      'BAD_REQUEST',
      'A batch takes its inputs as JSON; send a form to one procedure alone, without ?batch=1.',
    );
  }
  const inputAt = batchInputs(request, calls.length);
  const idempotencyKey = idempotencyKeyOf(request);
  let bytesLeft = maxBatchBytes;
  const answerCall = (call: PlannedCall, place: number): Promise<CallAnswer> =>
    settleCall(request, call, async (procedure) => {
      const input = (): unknown => {
        refuseMisplaced(request, procedure);
        return inputAt(place);
      };
      const answered = await executeProcedure(services, {
        procedure,
        caller: request.caller,
        address: request.ip,
        input,
        envelope,
        cacheKey: null,
        encoding: 'identity',
        idempotencyKey,
        place,
      });
      bytesLeft -= Buffer.byteLength(answered.body);
      // A mutation has taken effect, and its answer is small.
      if (bytesLeft < 0 && !isMutation(call)) {
        throw new MagpieError(
          'PAYLOAD_TOO_LARGE',
          'The answers of this batch exceed 8 MB; call this procedure alone or in a smaller batch.',
        );
      }
      return answered;
    });
  const answers = await (calls.some(isMutation)
    ? inTurn(calls, answerCall)
    : Promise.all(calls.map(answerCall)));
  const retryAfter = Math.max(0, ...answers.map((one) => one.retryAfter ?? 0));
  if (retryAfter > 0) reply.header('retry-after', String(retryAfter));
  const statuses = new Set(answers.map(({ status }) => status));
  const [status = 200] = statuses;
  return asJson(reply, statuses.size === 1 ? status : 207).send(
    `[${answers.map(({ json }) => json).join(',')}]`,
  );
}

/** Turns one call of a batch into its answer, whether it is refused, fails or succeeds. */
async function settleCall(
  request: FastifyRequest,
  { path, procedure, refusal }: PlannedCall,
  work: (procedure: BoundProcedure) => Promise<Answer>,
): Promise<CallAnswer> {
  const startedAt = performance.now();
  let answered: CallAnswer;
  try {
    if (refusal !== undefined) throw refusal;
    answered = { status: 200, json: (await work(procedure)).body.toString() };
  } catch (thrown) {
    const error = asMagpieError(thrown);
    logFailure(error, request);
    const { httpStatus: status, retryAfter } = error;
    answered = { status, retryAfter, json: errorJson(error, shown(path, 200), request.id) };
  }
  observeCall(procedure?.path, answered.status, performance.now() - startedAt);
  return answered;
}

/** An unknown procedure has no name of its own here: names from outside would grow the metrics without bound. */
export function observeCall(procedure: string | undefined, status: number, milliseconds: number): void {
  const label = procedure ?? 'unknown';
  requestsTotal.inc({ procedure: label, status: String(status) });
  requestSeconds.observe({ procedure: label }, milliseconds / 1000);
}

/** Mutations of a batch take effect in the order they are written. */
async function inTurn(
  calls: readonly PlannedCall[],
  answerCall: (call: PlannedCall, place: number) => Promise<CallAnswer>,
): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const [place, call] of calls.entries()) answers.push(await answerCall(call, place));
  return answers;
}

function isMutation({ procedure }: PlannedCall): boolean {
  return procedure?.definition.kind === 'mutation';
}

function envelope(json: string): string {
  return `{"result":{"data":${json}}}`;
}

function asJson(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8');
}
