import { restBridgePaths, closestName, type LimitClass, type Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countCall } from '../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { hook } from './hook.ts';
import { singleParameters } from './input.ts';
import { rateLimitError, type ProcedureServices } from './resolveCalls.ts';
import { executeSingle, type WireFormat } from './procedures.ts';
import { createTextReader } from './texts.ts';

/** The REST bridge: the same procedures at other paths, with the same limits, cache and errors. */
export function mountBridge(app: FastifyInstance, services: ProcedureServices): void {
  for (const [url, path] of Object.entries(restBridgePaths)) {
    const procedure = services.procedures.get(path);
    if (procedure === undefined) throw new Error(`${url} is mapped to ${path}, which is not a procedure`);
    const encoding = formatOf(procedure.definition);
    app.route({
      method: app.supportedMethods,
      url,
      config: { procedurePath: path },
      onRequest: hook((request, reply) => resolveBridged(services, procedure, request, reply)),
      handler: (request, reply) => executeSingle(services, request, reply, encoding),
    });
  }
  for (const base of ['/api/trending', '/api/brand']) {
    const refuse = rejectUnknownBelow(base);
    const onRequest = hook((request, reply) => countBridged(services, 'read', request, reply));
    for (const url of [base, `${base}/*`]) {
      app.route({ method: app.supportedMethods, url, onRequest: [onRequest, refuse], handler: refuse });
    }
  }
}

function resolveBridged(
  services: ProcedureServices,
  procedure: BoundProcedure,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  const { path, definition } = procedure;
  request.plan = { batch: false, calls: [{ path, procedure }] };
  return andThen(countBridged(services, definition.limit, request, reply), () => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    reply.header('Allow', 'GET, HEAD');
    const address = request.routeOptions.url;
    throw new MagpieError('METHOD_NOT_SUPPORTED', `Use GET for ${address}, not ${request.method}.`);
  });
}

/** Unknown paths count as reads, like unknown procedures. */
function countBridged(
  services: ProcedureServices,
  limit: LimitClass,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  return andThen(countCall(services, limit, request.caller), ({ rule, result }) => {
    reply.headers(limitHeaders(rule, result));
    if (!result.allowed) throw rateLimitError(rule, result);
  });
}

/** Plain query parameters, and responses without an envelope. */
function formatOf(definition: Procedure): WireFormat {
  const valueOf = createTextReader(definition);
  return {
    input: (request) => {
      const values = singleParameters(request).map(([name, text]) => [name, valueOf(name, text)]);
      // Wrapped, so that a parameter named json is an unknown field and not taken for the wrapper.
      return { json: Object.fromEntries(values) };
    },
    envelope: (json) => json,
  };
}

/** Compares only the part after the base: with it, any two paths would look similar. */
function rejectUnknownBelow(base: string): (request: FastifyRequest) => Promise<never> {
  const known = Object.keys(restBridgePaths).filter((address) => address.startsWith(`${base}/`));
  const ends = known.map((address) => address.slice(base.length + 1));
  return async ({ params }) => {
    const { '*': end = '' } = params as { '*'?: string };
    const meant = closestName(end, ends);
    const hint =
      meant === undefined ? `the known ones are ${known.join(', ')}.` : `did you mean ${base}/${meant}?`;
    throw new MagpieError('NOT_FOUND', `There is nothing at this address; ${hint}`);
  };
}
