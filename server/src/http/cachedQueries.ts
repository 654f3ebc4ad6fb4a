import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { procedureBase } from '@magpie/contract/limits';
import type { ApiKeyAuth } from '../auth/apiKeys.ts';
import type { Logger } from '../config/log.ts';
import type { CachedBody } from '../rpc/encodedCache.ts';
import { ageInSeconds, findCached, hasScope } from '../rpc/executeProcedure.ts';
import { chain, type MaybePromise } from '../rpc/maybePromise.ts';
import type { BoundProcedure, Caller } from '../rpc/procedure.ts';
import { limitHeaders } from '../rpc/rateLimit/rateLimit.ts';
import { bearerToken } from './middleware/authenticate.ts';
import { acceptedEncoding } from './middleware/compression.ts';
import { findHostProblem, newRequestId, onConnectionClose } from './middleware/connections.ts';
import { logCall } from './middleware/requestLog.ts';
import type { ProcedureServices } from './resolveCalls.ts';
import { jsonType, fixedHeaders as fixedByName } from './responseHeaders.ts';

const route = `${procedureBase}/*`;
const fixedHeaders = Object.entries(fixedByName).flat();

interface CachedQueriesParts {
  readonly services: ProcedureServices;
  readonly apiKeys: Pick<ApiKeyAuth, 'knownCaller'>;
}

interface Hit {
  readonly procedure: BoundProcedure;
  readonly caller: Caller;
  readonly cached: CachedBody;
}

/**
 * Sends cached responses to queries by GET with an API key without Fastify, whose routing, hooks and objects take
 * more time than everything else of such a request. Requests that have no cached response, or are to be rejected, are passed on.
 */
export function serveCachedQueries(parts: CachedQueriesParts, passOn: RequestListener): RequestListener {
  const { services } = parts;
  const queries = new Map(
    [...services.procedures.values()]
      .filter(({ definition }) => definition.cacheSeconds !== undefined || definition.cachedUntilIndexChanges)
      .map((procedure) => [`${procedureBase}/${procedure.path}`, procedure]),
  );
  return (request, response) => {
    const { method, url = '' } = request;
    const end = url.indexOf('?');
    const procedure = method === 'GET' ? queries.get(end === -1 ? url : url.slice(0, end)) : undefined;
    if (procedure === undefined) return passOn(request, response);
    const startedAt = performance.now();
    const answer = (hit: Hit | undefined): MaybePromise<void> => {
      if (hit === undefined) return passOn(request, response);
      const rule = services.limits[procedure.definition.limit];
      return chain(services.limiter.consume(rule, hit.caller.userId), (result) => {
        // A denied call is not counted, so Fastify can count it again to reject it.
        if (!result.allowed) return passOn(request, response);
        return send(services.log, response, hit, limitHeaders(rule, result), startedAt);
      });
    };
    const answered = chain(findHit(parts, request, procedure), answer);
    // Fastify reports the error of a cache or limiter that fails.
    if (answered instanceof Promise) answered.catch(() => passOn(request, response));
  };
}

function findHit(
  { services, apiKeys }: CachedQueriesParts,
  request: IncomingMessage,
  procedure: BoundProcedure,
): MaybePromise<Hit | undefined> {
  const { url = '', headers } = request;
  const apiKey = bearerToken(headers.authorization);
  const caller = apiKey === undefined ? undefined : apiKeys.knownCaller(apiKey);
  const isPlain = headers['idempotency-key'] === undefined && findHostProblem(request) === undefined;
  if (caller === undefined || !isPlain || !hasScope(procedure, caller)) return undefined;
  const query = { procedure, caller, cacheKey: url, encoding: acceptedEncoding(request) };
  return chain(findCached(services, query), (cached) => cached && { procedure, caller, cached });
}

function send(
  log: Logger,
  response: ServerResponse,
  { procedure, caller, cached }: Hit,
  limit: Readonly<Record<string, string>>,
  startedAt: number,
): void {
  const requestId = newRequestId();
  onConnectionClose(response, () => {
    logCall(log, {
      requestId,
      method: 'GET',
      route,
      procedure: procedure.path,
      status: 200,
      aborted: !response.writableFinished,
      milliseconds: performance.now() - startedAt,
      userId: caller.userId,
    });
  });
  // Names and values in turns, which Node writes faster than an object.
  const headers = ['x-request-id', requestId, ...fixedHeaders, 'content-type', jsonType];
  headers.push('vary', 'Accept-Encoding', 'content-length', String(cached.body.length));
  for (const name in limit) headers.push(name, limit[name] ?? '');
  if (procedure.definition.cacheSeconds !== undefined)
    headers.push('x-cache', 'HIT', 'age', String(ageInSeconds(cached.storedAt)));
  if (cached.encoding !== 'identity') headers.push('content-encoding', cached.encoding);
  response.writeHead(200, headers);
  response.end(cached.body);
}
