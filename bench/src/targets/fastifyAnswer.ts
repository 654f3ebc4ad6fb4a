import { procedureBase } from '@magpie/contract/limits';
import { createLog } from '@magpie/server/config/log';
import Fastify from 'fastify';
import { envelope, tagRanking } from '../payload.ts';
import { reportReady } from './child.ts';

/**
 * What an answer of the service carries by contract, its headers and its log line, and nothing that finds out
 * what to put in them: how fast the service could be at most.
 */
const log = createLog('info');
const body = envelope(tagRanking);
const app = Fastify();
app.addHook('onResponse', (request, reply, done) => {
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: `${procedureBase}/*`,
      procedure: 'trending.topTagsByEngagement',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      userId: 'abcdefghijklmnopqrst',
    },
    'request',
  );
  done();
});
app.get('/', (request, reply) =>
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('ratelimit-policy', '"trending";q=60;w=60')
    .header('ratelimit', '"trending";r=12;t=30')
    .header('x-ratelimit-limit', '60')
    .header('x-ratelimit-remaining', '12')
    .header('x-ratelimit-reset', '1700000030')
    .header('x-cache', 'HIT')
    .header('age', '30')
    .type('application/json; charset=utf-8')
    .send(body),
);
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, () => app.close());
