import { closestName, procedureBase } from '@magpie/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countCall, type CountedCall, type Services } from '../rpc/executeProcedure.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimitResult } from '../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';

const maxCallsPerBatch = 50;

/** One call of a request: its procedure, or an error found before its input is read. */
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

/** Resolves the calls from the URL and checks method and rate limit, before the body is read. */
export function resolveCalls(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  const wanted = requestedPath(request);
  return isBatch(request)
    ? resolveBatch(services, request, reply, wanted.split(','))
    : andThen(resolveCall(services, request, wanted), (counted) =>
        resolveSingle(services, request, reply, counted),
      );
}

function resolveSingle(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { call, count }: ResolvedCall,
): void {
  reply.headers(limitHeaders(count.rule, count.result));
  request.plan = { batch: false, calls: [call] };
  if (call.refusal === undefined) return;
  if (call.refusal.code === 'METHOD_NOT_SUPPORTED') {
    reply.header('Allow', allowedMethods(services, call.path));
  }
  throw call.refusal;
}

/** A batch has one set of rate limit headers: those of the class with the fewest remaining calls. */
async function resolveBatch(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
  paths: readonly string[],
): Promise<void> {
  if (paths.length > maxCallsPerBatch) {
    throw new MagpieError(
      'BAD_REQUEST',
      `A batch can have at most ${maxCallsPerBatch} calls, got ${paths.length}.`,
    );
  }
  const counted: ResolvedCall[] = [];
  for (const path of paths) counted.push(await resolveCall(services, request, path));
  const { rule, result } = counted
    .map(({ count }) => count)
    .reduce((tightest, next) => (next.result.remaining <= tightest.result.remaining ? next : tightest));
  reply.headers(limitHeaders(rule, result));
  request.plan = { batch: true, calls: counted.map(({ call }) => call) };
}

/** The procedure name in the URL, as sent; undefined for other routes. */
export function procedurePathOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions;
  return url.startsWith(`${procedureBase}/`)
    ? sanitizeForMessage(requestedPath(request), 200)
    : config.procedurePath;
}

/** The part after the base as decoded by the router; cutting it from the raw URL would fail for other spellings. */
function requestedPath(request: FastifyRequest): string {
  const { '*': rest } = request.params as { '*'?: string };
  return rest ?? request.routeOptions.url?.slice(procedureBase.length + 1) ?? '';
}

function isBatch(request: FastifyRequest): boolean {
  const { batch } = request.query as { batch?: unknown };
  if (batch === undefined || batch === '1') return batch === '1';
  throw new MagpieError(
    'BAD_REQUEST',
    'The query parameter batch must be given once, as batch=1, or not at all.',
  );
}

interface ResolvedCall {
  readonly call: PlannedCall;
  readonly count: CountedCall;
}

function resolveCall(
  services: ProcedureServices,
  request: FastifyRequest,
  path: string,
): MaybePromise<ResolvedCall> {
  // Unknown procedures count as reads, so that they are limited too.
  const limit = services.procedures.get(path)?.definition.limit ?? 'read';
  return andThen(countCall(services, limit, request.caller), (count) => ({
    call: checkCall(services, request, path, count),
    count,
  }));
}

function checkCall(
  services: ProcedureServices,
  { method }: FastifyRequest,
  path: string,
  { rule, result }: CountedCall,
): PlannedCall {
  const procedure = services.procedures.get(path);
  if (!result.allowed) return { path, refusal: rateLimitError(rule, result) };
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
  const close = closestName(path, [...procedures.keys()]);
  const hint = path.includes(',')
    ? '; a batch needs ?batch=1.'
    : close === undefined
      ? '.'
      : `; did you mean '${close}'?`;
  return new MagpieError('NOT_FOUND', `There is no procedure '${sanitizeForMessage(path, 100)}'${hint}`);
}

function wrongMethod({ path, definition }: BoundProcedure, method: string): MagpieError {
  const right =
    definition.kind === 'mutation' ? 'a mutation: call it by POST' : 'a query: call it by GET or POST';
  return new MagpieError('METHOD_NOT_SUPPORTED', `${path} is ${right}, not by ${method}.`);
}

export function rateLimitError(rule: LimitRule, { resetSeconds }: RateLimitResult): MagpieError {
  return new MagpieError(
    'TOO_MANY_REQUESTS',
    `More than ${rule.quota} calls of the class '${rule.name}' in ${rule.windowSeconds} seconds; wait ${resetSeconds} seconds.`,
    { retryAfter: resetSeconds },
  );
}
