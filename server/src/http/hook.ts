import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { MaybePromise } from '../rpc/maybePromise.ts';

/** A hook that continues synchronously unless it returns a promise. */
export function hook(
  work: (request: FastifyRequest, reply: FastifyReply) => MaybePromise<void>,
): onRequestHookHandler {
  return (request, reply, proceed) => {
    const result = work(request, reply);
    if (result instanceof Promise) result.then(() => proceed(), proceed);
    else proceed();
  };
}
