import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { reportReady } from './child.ts';

/** The text of a file as a ready string. */
const body = readFileSync(process.argv[2] ?? '', 'utf8');
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady(app.server, () => app.close());
