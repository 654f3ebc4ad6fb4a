import { bridged, nearest, type LimitClass, type Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countCall } from '../rpc/executeProcedure.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import type { BoundProcedure } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { hook } from './hook.ts';
import { plainParameters } from './input.ts';
import { tooOften, type ProcedureServices } from './plan.ts';
import { answerAlone, type Encoding } from './procedures.ts';
import { readerOfTexts } from './texts.ts';

/** The REST bridge: the same procedures under other addresses, with the same limits, cache and errors. */
export function mountBridge(app: FastifyInstance, services: ProcedureServices): void {
  for (const [url, path] of Object.entries(bridged)) {
    const procedure = services.procedures.get(path);
    if (procedure === undefined) throw new Error(`${url} leads to ${path}, which is no procedure`);
    const encoding = encodingOf(procedure.definition);
    app.route({
      method: app.supportedMethods,
      url,
      config: { procedurePath: path },
      onRequest: hook((request, reply) => planBridged(services, procedure, request, reply)),
      handler: (request, reply) => answerAlone(services, request, reply, encoding),
    });
  }
  for (const base of ['/api/trending', '/api/brand']) {
    const refuse = refuseBelow(base);
    const onRequest = hook((request, reply) => countBridged(services, 'read', request, reply));
    for (const url of [base, `${base}/*`]) {
      app.route({ method: app.supportedMethods, url, onRequest: [onRequest, refuse], handler: refuse });
    }
  }
}

function planBridged(
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
    throw new MagpieError('METHOD_NOT_SUPPORTED', `${address} is read by GET, not by ${request.method}.`);
  });
}

/** What leads nowhere counts as a read, as what is no procedure does. */
function countBridged(
  services: ProcedureServices,
  limit: LimitClass,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<void> {
  return andThen(countCall(services, limit, request.caller), ({ rule, verdict }) => {
    reply.headers(limitHeaders(rule, verdict));
    if (!verdict.allowed) throw tooOften(rule, verdict);
  });
}

/** Plain parameters in, a bare answer out. */
function encodingOf(definition: Procedure): Encoding {
  const valueOf = readerOfTexts(definition);
  return {
    input: (request) => {
      const values = plainParameters(request).map(([name, text]) => [name, valueOf(name, text)]);
      // Wrapped, so that a parameter called json is an unknown field and not a wrapping of its own.
      return { json: Object.fromEntries(values) };
    },
    envelope: (json) => json,
  };
}

/** Only what follows the base is compared: with it, any two addresses would look alike. */
function refuseBelow(base: string): (request: FastifyRequest) => Promise<never> {
  const known = Object.keys(bridged).filter((address) => address.startsWith(`${base}/`));
  const ends = known.map((address) => address.slice(base.length + 1));
  return async ({ params }) => {
    const { '*': end = '' } = params as { '*'?: string };
    const meant = nearest(end, ends);
    const hint = meant === undefined ? `known are ${known.join(', ')}.` : `did you mean ${base}/${meant}?`;
    throw new MagpieError('NOT_FOUND', `There is nothing at this address; ${hint}`);
  };
}
