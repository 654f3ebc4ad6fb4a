import { restBridgePaths, closestName, type Procedure } from '@magpie/contract';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { BoundProcedure } from '../../rpc/procedure.ts';
import { createFieldReader, singleParameters } from '../input.ts';
import { limitCaller, allowMethods } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';
import { executeSingle, type WireFormat } from './procedures.ts';

export function mountBridge(app: FastifyInstance, services: ProcedureServices): void {
  for (const [url, path] of Object.entries(restBridgePaths)) {
    const procedure = services.procedures.get(path);
    if (procedure === undefined) throw new Error(`${url} is mapped to ${path}, which is not a procedure`);
    const encoding = createFormat(procedure.definition);
    app.route({
      method: app.supportedMethods,
      url,
      config: { procedurePath: path },
      onRequest: [
        planCall(procedure),
        limitCaller(services, procedure.definition.limit),
        allowMethods('GET', 'HEAD'),
      ],
      handler: (request, reply) => executeSingle(services, request, reply, encoding),
    });
  }
  for (const base of ['/api/trending', '/api/brand']) {
    const refuse = rejectUnknownBelow(base);
    // Unknown paths count as reads, like unknown procedures.
    const onRequest = [limitCaller(services, 'read'), refuse];
    for (const url of [base, `${base}/*`]) {
      app.route({ method: app.supportedMethods, url, onRequest, handler: refuse });
    }
  }
}

/** Set before the rate limit, for the log. */
function planCall(procedure: BoundProcedure): onRequestAsyncHookHandler {
  return async (request) => {
    request.plan = { batch: false, calls: [{ path: procedure.path, procedure }] };
  };
}

function createFormat(definition: Procedure): WireFormat {
  const read = createFieldReader(definition);
  return {
    input: (request) => {
      const values = singleParameters(request).map(([name, text]) => [
        name,
        read(name, { texts: [text], isList: false }),
      ]);
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
