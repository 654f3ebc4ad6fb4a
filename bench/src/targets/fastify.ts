import Fastify from 'fastify';
import { envelope, tagRanking } from '../payload.ts';
import { reportReady } from './child.ts';

const body = envelope(tagRanking);
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, () => app.close());
