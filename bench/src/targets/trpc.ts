import { initTRPC } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { unreadCount } from '../payload.ts';
import { reportReady } from './child.ts';

/**
 * The trivial procedure as tRPC would answer it, without keys, limits, log or metrics: through its own adapter,
 * and through its caller behind a plain route.
 */
const t = initTRPC.create({ isDev: false });
const router = t.router({ notifications: t.router({ unreadCount: t.procedure.query(() => unreadCount) }) });
const app = Fastify({ routerOptions: { maxParamLength: 5000 } });
await app.register(fastifyTRPCPlugin, { prefix: '/adapter', trpcOptions: { router } });
const createCaller = t.createCallerFactory(router);
app.get('/caller/notifications.unreadCount', async (_request, reply) => {
  const data = await createCaller({}).notifications.unreadCount();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ result: { data } }));
});
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, () => app.close());
