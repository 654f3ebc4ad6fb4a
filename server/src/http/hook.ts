import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { MaybePromise } from '../rpc/maybePromise.ts';

/** A hook that lets the request go on at once when there is nothing to wait for. */
export function hook(
  work: (request: FastifyRequest, reply: FastifyReply) => MaybePromise<void>,
): onRequestHookHandler {
  return (request, reply, proceed) => {
    const result = work(request, reply);
    if (result instanceof Promise) result.then(() => proceed(), proceed);
    else proceed();
  };
}
