import { nearest, procedureBase } from '@magpie/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countCall, type Count, type Services } from '../rpc/executeProcedure.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimitResult } from '../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';

const mostCallsInBatch = 50;

/** One call of a request: its procedure, or why it is refused before its input is read. */
export type PlannedCall = { readonly path: string } & (
  | { readonly procedure: BoundProcedure; readonly refusal?: undefined }
  | { readonly procedure?: undefined; readonly refusal: MagpieError }
);

export interface Plan {
  readonly batch: boolean;
  readonly calls: readonly PlannedCall[];
}

export interface ProcedureServices extends Services {
  readonly procedures: ReadonlyMap<string, BoundProcedure>;
}

/** Everything that the address tells, before a byte of the body is read: which calls, by which method, how often. */
export function resolveCalls(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  const wanted = wantedPath(request);
  return isBatch(request)
    ? planBatch(services, request, reply, wanted.split(','))
    : andThen(planCall(services, request, wanted), (counted) => planAlone(services, request, reply, counted));
}

function planAlone(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { call, count }: CountedCall,
): void {
  reply.headers(limitHeaders(count.rule, count.verdict));
  request.plan = { batch: false, calls: [call] };
  if (call.refusal === undefined) return;
  if (call.refusal.code === 'METHOD_NOT_SUPPORTED') {
    reply.header('Allow', allowedMethods(services, call.path));
  }
  throw call.refusal;
}

/** A batch has one set of limit headers: those of the class with the least left. */
async function planBatch(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  paths: readonly string[],
): Promise<void> {
  if (paths.length > mostCallsInBatch) {
    throw new MagpieError(
      'BAD_REQUEST',
      `A batch holds at most ${mostCallsInBatch} calls, got ${paths.length}.`,
    );
  }
  const counted: CountedCall[] = [];
  for (const path of paths) counted.push(await planCall(services, request, path));
  const { rule, verdict } = counted
    .map(({ count }) => count)
    .reduce((tightest, next) => (next.verdict.remaining <= tightest.verdict.remaining ? next : tightest));
  reply.headers(limitHeaders(rule, verdict));
  request.plan = { batch: true, calls: counted.map(({ call }) => call) };
}

/** The procedure that an address leads to, as sent; undefined where it leads to none. */
export function procedurePathOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions;
  return url.startsWith(`${procedureBase}/`) ? shown(wantedPath(request), 200) : config.procedurePath;
}

/** What the router found behind the base, decoded; cut from the address it would be wrong for one in another form. */
function wantedPath(request: FastifyRequest): string {
  const { '*': rest } = request.params as { '*'?: string };
  return rest ?? request.routeOptions.url?.slice(procedureBase.length + 1) ?? '';
}

function isBatch(request: FastifyRequest): boolean {
  const { batch } = request.query as { batch?: unknown };
  if (batch === undefined || batch === '1') return batch === '1';
  throw new MagpieError('BAD_REQUEST', 'The query parameter batch is given once, as batch=1, or not at all.');
}

interface CountedCall {
  readonly call: PlannedCall;
  readonly count: Count;
}

function planCall(
  services: ProcedureServices,
  request: FastifyRequest,
  path: string,
): MaybePromise<CountedCall> {
  // What is no procedure counts as a read: nobody asks without limit.
  const limit = services.procedures.get(path)?.definition.limit ?? 'read';
  return andThen(countCall(services, limit, request.caller), (count) => ({
    call: allowedCall(services, request, path, count),
    count,
  }));
}

function allowedCall(
  services: ProcedureServices,
  { method }: FastifyRequest,
  path: string,
  { rule, verdict }: Count,
): PlannedCall {
  const procedure = services.procedures.get(path);
  if (!verdict.allowed) return { path, refusal: tooOften(rule, verdict) };
  if (procedure === undefined) return { path, refusal: unknownProcedure(services, path) };
  return methodFits(procedure, method)
    ? { path, procedure }
    : { path, refusal: wrongMethod(procedure, method) };
}

function methodFits({ definition }: BoundProcedure, method: string): boolean {
  return method === 'POST' || (definition.kind === 'query' && (method === 'GET' || method === 'HEAD'));
}

function allowedMethods({ procedures }: ProcedureServices, path: string): string {
  return procedures.get(path)?.definition.kind === 'mutation' ? 'POST' : 'GET, HEAD, POST';
}

function unknownProcedure({ procedures }: ProcedureServices, path: string): MagpieError {
  const close = nearest(path, [...procedures.keys()]);
  const hint = path.includes(',')
    ? '; a batch needs ?batch=1.'
    : close === undefined
      ? '.'
      : `; did you mean '${close}'?`;
  return new MagpieError('NOT_FOUND', `There is no procedure '${shown(path, 100)}'${hint}`);
}

function wrongMethod({ path, definition }: BoundProcedure, method: string): MagpieError {
  const right =
    definition.kind === 'mutation' ? 'a mutation: call it by POST' : 'a query: call it by GET or POST';
  return new MagpieError('METHOD_NOT_SUPPORTED', `${path} is ${right}, not by ${method}.`);
}

export function tooOften(rule: LimitRule, { resetSeconds }: RateLimitResult): MagpieError {
  return new MagpieError(
    'TOO_MANY_REQUESTS',
    `More than ${rule.quota} calls of the class '${rule.name}' in ${rule.windowSeconds} seconds; wait ${resetSeconds} seconds.`,
    { retryAfter: resetSeconds },
  );
}
