import { closestName, type LimitClass, procedureBase } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../rpc/executeProcedure.ts';
import { chain, chainAll, type MaybePromise } from '../rpc/maybePromise.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import {
  limitHeaders,
  type LimitRule,
  rateLimitError,
  type RateLimitResult,
} from '../rpc/rateLimit/rateLimit.ts';
import type { RateLimits } from './middleware/rateLimit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    plan: Plan;
  }
  interface FastifyContextConfig {
    /** The procedure of a route whose path does not name it. */
    procedurePath?: string;
  }
}

const maxCallsPerBatch = 50;

export type PlannedCall = { readonly path: string } & (
  | { readonly procedure: BoundProcedure; readonly refusal?: undefined }
  | { readonly procedure?: undefined; readonly refusal: MagpieError }
);

export interface Plan {
  readonly batch: boolean;
  readonly calls: readonly PlannedCall[];
}

export interface ProcedureServices extends Services, RateLimits {
  readonly procedures: ReadonlyMap<string, BoundProcedure>;
}

export function resolveCalls(
  services: ProcedureServices,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  const batch = isBatch(request);
  const wanted = requestedPath(request);
  const paths = batch ? wanted.split(',') : [wanted];
  if (paths.length > maxCallsPerBatch) {
    throw new MagpieError(
      'BAD_REQUEST',
      `A batch can have at most ${maxCallsPerBatch} calls, got ${paths.length}.`,
    );
  }
  // Unknown procedures count as reads, so that they are limited too.
  const classes = paths.map((path) => services.procedures.get(path)?.definition.limit ?? 'read');
  return chain(countCalls(services, classes, request, reply), (exceeded) => {
    const calls = paths.map((path, index) => resolveCall(services, request, path, exceeded[index]));
    request.plan = { batch, calls };
    rejectSingle(services, request.plan, reply);
  });
}

function rejectSingle({ procedures }: ProcedureServices, { batch, calls }: Plan, reply: FastifyReply): void {
  const [call] = calls;
  // The calls of a batch are rejected one by one, in its response.
  if (batch || call?.refusal === undefined) return;
  if (call.refusal.code === 'METHOD_NOT_SUPPORTED') {
    const kind = procedures.get(call.path)?.definition.kind;
    reply.header('Allow', kind === 'mutation' ? 'POST' : 'GET, HEAD, POST');
  }
  throw call.refusal;
}

/** The headers are those of the class with the fewest remaining calls. */
function countCalls(
  { limiter, limits }: RateLimits,
  classes: readonly LimitClass[],
  { caller }: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<(MagpieError | undefined)[]> {
  const rules = classes.map((limit) => limits[limit]);
  return chain(chainAll(rules.map((rule) => limiter.consume(rule, caller.userId))), (results) => {
    let tightest: { readonly rule: LimitRule; readonly result: RateLimitResult } | undefined;
    const errors = results.map((result, index) => {
      const rule = rules[index] as LimitRule;
      if (tightest === undefined || result.remaining <= tightest.result.remaining)
        tightest = { rule, result };
      return result.allowed ? undefined : rateLimitError(rule, result);
    });
    if (tightest !== undefined) reply.headers(limitHeaders(tightest.rule, tightest.result));
    return errors;
  });
}

/** Names of procedures need no replacement of invisible characters, which takes longer. */
const plainPath = /^[\w.]{1,200}$/;

/** The called procedure, for errors and logs. */
export function readProcedurePath(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions;
  if (!url.startsWith(`${procedureBase}/`)) return config.procedurePath;
  const path = requestedPath(request);
  return plainPath.test(path) ? path : sanitizeForMessage(path, 200);
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

function resolveCall(
  services: ProcedureServices,
  { method }: FastifyRequest,
  path: string,
  exceeded: MagpieError | undefined,
): PlannedCall {
  if (exceeded !== undefined) return { path, refusal: exceeded };
  const procedure = services.procedures.get(path);
  if (procedure === undefined) return { path, refusal: unknownProcedure(services, path) };
  const isAllowed =
    method === 'POST' || (procedure.definition.kind === 'query' && /^(?:GET|HEAD)$/.test(method));
  return isAllowed ? { path, procedure } : { path, refusal: wrongMethod(procedure, method) };
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
