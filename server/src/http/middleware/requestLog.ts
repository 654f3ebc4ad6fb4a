import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { requestsAborted, requestSeconds, requestsTotal } from '../../config/metrics.ts';
import type { Caller } from '../../rpc/procedure.ts';
import type { Plan } from '../resolveCalls.ts';
import { noRoute } from './authenticate.ts';
import { asMagpieError, logFailure } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An endless stream, which normally ends when the client disconnects. */
    isEndlessStream?: true;
  }
}

/** Slower requests are logged at the default level. */
const slowMilliseconds = 1000;

/**
 * One line per request, which the default level shows only if the request was slow or failed. It has the route, never
 * the raw URL: people put keys into URLs.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const caller = request.caller as Caller | undefined;
  const plan = request.plan as Plan | undefined;
  const { url: route, config, bodyLimit } = request.routeOptions;
  const procedures = plan?.calls.map((call) => call.procedure?.path ?? 'unknown');
  const milliseconds = reply.elapsedTime;
  const aborted = !reply.raw.writableFinished && config.isEndlessStream !== true;
  if (aborted) requestsAborted.inc({ route: route ?? noRoute, procedure: formatLabel(plan) });
  else if (plan?.batch === false) observeCall(plan.calls[0]?.procedure?.path, reply.statusCode, milliseconds);
  // An upload takes as long as its size needs.
  const isUpload = bodyLimit === Number.MAX_SAFE_INTEGER;
  const isSlow = milliseconds > slowMilliseconds && config.isEndlessStream !== true && !isUpload;
  writeLine(request.log, isSlow || reply.statusCode >= 500, {
    requestId: request.id,
    method: request.method,
    route,
    procedure: procedures?.join(','),
    status: reply.raw.headersSent ? reply.statusCode : undefined,
    aborted,
    milliseconds,
    userId: caller?.userId,
  });
}

interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly route: string | undefined;
  readonly procedure: string | undefined;
  readonly status: number | undefined;
  readonly aborted: boolean;
  readonly milliseconds: number;
  readonly userId: string | undefined;
}

function writeLine(log: FastifyBaseLogger, isWarning: boolean, line: RequestLine): void {
  const { requestId, method, route, procedure, status, aborted, userId } = line;
  const milliseconds = Math.round(line.milliseconds * 10) / 10;
  log[isWarning ? 'warn' : 'debug'](
    { requestId, method, route, procedure, status, aborted: aborted || undefined, milliseconds, userId },
    'request',
  );
}

/** Measures and logs a call that was answered with 200 without Fastify. */
export function logCall(
  log: FastifyBaseLogger,
  call: RequestLine & Record<'route' | 'procedure', string> & { readonly status: number },
): void {
  const { route, procedure, status, aborted, milliseconds } = call;
  if (aborted) requestsAborted.inc({ route, procedure });
  else observeCall(procedure, status, milliseconds);
  writeLine(log, milliseconds > slowMilliseconds, call);
}

function formatLabel(plan: Plan | undefined): string {
  if (plan === undefined) return 'none';
  return plan.batch ? 'batch' : (plan.calls[0]?.procedure?.path ?? 'unknown');
}

/** Measures and logs a call of a batch or of MCP; rejects with a MagpieError only. */
export async function measureCall<Result>(
  request: FastifyRequest,
  procedure: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  let status = 200;
  try {
    return await work();
  } catch (thrown) {
    const error = asMagpieError(thrown);
    logFailure(error, request);
    status = error.httpStatus;
    throw error;
  } finally {
    observeCall(procedure, status, performance.now() - startedAt);
  }
}

/** Unknown procedures share one label: names from clients would grow the metrics without bound. */
function observeCall(procedure: string | undefined, status: number, milliseconds: number): void {
  const label = procedure ?? 'unknown';
  requestsTotal.inc({ procedure: label, status: String(status) });
  requestSeconds.observe({ procedure: label }, milliseconds / 1000);
}
