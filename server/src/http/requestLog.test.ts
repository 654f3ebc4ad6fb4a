import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { logRequest } from './middleware/requestLog.ts';

it('warns of a slow request, not of a long upload', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  const handler = async (): Promise<string> => sleep(1100, 'done');
  app.post('/slow', handler);
  app.post('/upload', { bodyLimit: Number.MAX_SAFE_INTEGER }, handler);
  await Promise.all(['/slow', '/upload'].map((url) => app.inject({ method: 'POST', url })));
  await app.close();
  expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual(['/slow']);
});
