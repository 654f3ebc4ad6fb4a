import { MagpieError } from '@magpie/contract/errors';
import type { onRequestAsyncHookHandler } from 'fastify';

/** Rejects other methods with 405. Fastify itself would respond 404, before authentication. */
export function allowMethods(...allowed: readonly string[]): onRequestAsyncHookHandler {
  return async ({ method, routeOptions }, reply) => {
    if (allowed.includes(method)) return;
    reply.header('Allow', allowed.join(', '));
    throw new MagpieError(
      'METHOD_NOT_SUPPORTED',
      `Use ${allowed[0]} for ${routeOptions.url}, not ${method}.`,
    );
  };
}
