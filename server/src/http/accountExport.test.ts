import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { mountAccountExport } from './routes/accountExport.ts';
import { sendError } from './middleware/errors.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** An export that accepts every token and never ends. */
async function startEndless(): Promise<{ address: string; underWay: ReadonlySet<string> }> {
  const underWay = new Set<string>();
  app = Fastify();
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  mountAccountExport(app, {
    personOf: (token) => Promise.resolve({ userId: token, email: `${token}@example.com` }),
    write: async ({ userId }, write, stopping) => {
      underWay.add(userId);
      try {
        while (!stopping.aborted) await write(Buffer.alloc(64 * 1024));
      } finally {
        underWay.delete(userId);
      }
    },
  });
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), underWay };
}

it('an export ends when its client disconnects, and another can begin', async () => {
  const { address, underWay } = await startEndless();
  const url = `${address}/api/account/export?token=ann`;
  const leave = new AbortController();
  expect((await fetch(url, { signal: leave.signal })).status).toBe(200);
  expect([...underWay]).toEqual(['ann']);
  const second = await fetch(url);
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '30']);
  leave.abort();
  await expect.poll(() => underWay.size).toBe(0);
  const again = new AbortController();
  expect((await fetch(url, { signal: again.signal })).status).toBe(200);
  again.abort();
});

it('concurrent exports are limited, because each uses a database connection', async () => {
  const { address } = await startEndless();
  const leave = new AbortController();
  const statuses: number[] = [];
  for (const token of ['ann', 'ben', 'cem']) {
    const { signal } = leave;
    statuses.push((await fetch(`${address}/api/account/export?token=${token}`, { signal })).status);
  }
  expect(statuses).toEqual([200, 200, 503]);
  leave.abort();
});
