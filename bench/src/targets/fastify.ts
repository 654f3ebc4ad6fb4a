import { readFileSync } from 'node:fs';
import { procedureBase } from '@magpie/contract/limits';
import { createLog } from '@magpie/server/config/log';
import { initTRPC } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type onResponseHookHandler } from 'fastify';
import { unreadCount } from '../payload.ts';
import { reportReady } from '../process.ts';

/**
 * Routes to compare with. The first sends the text of a file as a ready string. The second argument is the procedure whose
 * headers and log line the second route sends.
 */
const [file = '', procedure = 'trending.topTagsByEngagement'] = process.argv.slice(2);
const body = readFileSync(file, 'utf8');
const type = 'application/json; charset=utf-8';
const app = Fastify({ routerOptions: { maxParamLength: 5000 } });
app.get('/', (_request, reply) => reply.type(type).send(body));

/**
 * The headers and the log line that every response of the service must have, without the work to compute them: the upper
 * bound for the service.
 */
const log = createLog('debug');
const logRequest: onResponseHookHandler = (request, reply, done) => {
  log.debug(
    {
      requestId: request.id,
      method: request.method,
      route: `${procedureBase}/*`,
      procedure,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      userId: 'abcdefghijklmnopqrst',
    },
    'request',
  );
  done();
};
const limit = procedure.startsWith('trending.') ? 'trending' : 'read';
app.get('/with-headers', { onResponse: logRequest }, (request, reply) => {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('ratelimit-policy', `"${limit}";q=60;w=60`)
    .header('ratelimit', `"${limit}";r=12;t=30`)
    .header('x-ratelimit-limit', '60')
    .header('x-ratelimit-remaining', '12')
    .header('x-ratelimit-reset', '1700000030')
    .header('vary', 'Accept-Encoding');
  // Responses that are valid until the index changes have no age.
  if (limit === 'trending') reply.header('x-cache', 'HIT').header('age', '30');
  return reply.type(type).send(body);
});

/** The trivial procedure in tRPC, without keys, limits, log or metrics: with its adapter, and with its caller alone. */
const t = initTRPC.create({ isDev: false });
const router = t.router({ notifications: t.router({ unreadCount: t.procedure.query(() => unreadCount) }) });
await app.register(fastifyTRPCPlugin, { prefix: '/adapter', trpcOptions: { router } });
const createCaller = t.createCallerFactory(router);
app.get('/caller/notifications.unreadCount', async (_request, reply) => {
  const data = await createCaller({}).notifications.unreadCount();
  return reply.type(type).send(JSON.stringify({ result: { data } }));
});

await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, () => app.close());
