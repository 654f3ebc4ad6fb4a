import { existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  connectTo,
  lockTable,
  makeDataFolder,
  postgresOf,
  preparedDataFolder,
  type ServerProcess,
  startMagpie,
  startServer,
  untilSomebodyWaits,
} from '../testing/process.ts';

afterEach(cleanUp);

const testOptions = { timeout: 600_000 };

describe('SIGTERM', testOptions, () => {
  it('finishes open requests, then exits 0 and leaves no PostgreSQL and no socket', async () => {
    const server = await startServer(await preparedDataFolder());
    const client = server.clientWith(server.key ?? '');
    const db = connectTo(server.dataFolder);
    const sending = await startSending(server, 'boards.create');
    const release = await lockTable(db, 'boards');
    const writing = client.post('boards.create', { name: 'In flight' });
    await untilSomebodyWaits(db);

    server.signal('SIGTERM');
    await untilRefused(server);
    await release();
    await db.close();
    expect(await writing).toMatchObject({ status: 200, data: { name: 'In flight' } });
    expect(await sending.finish({ name: 'In pieces' })).toMatchObject({
      status: 200,
      body: { result: { data: { name: 'In pieces' } } },
    });

    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    // Both clients use keep-alive.
    expect(stderr).not.toContain('closing connections of slow requests');
    expect(await postgresOf(server.dataFolder)).toBeNull();
    expect(existsSync(path.join(server.dataFolder, 'magpie.sock'))).toBe(false);
    const again = await startServer(server.dataFolder);
    const { data: boards } = await again.clientWith(client.key).get('boards.list');
    expect(boards.map(({ name }: { name: string }) => name)).toEqual(['In flight', 'In pieces']);
  });
});

describe('a signal', testOptions, () => {
  it('sent twice, ends the process at once', async () => {
    const server = await startServer(await preparedDataFolder());
    const db = connectTo(server.dataFolder);
    const release = await lockTable(db, 'boards');
    const writing = server.clientWith(server.key ?? '').post('boards.create', { name: 'In flight' });
    const outcome = writing.then(
      ({ status }) => `answered ${status}`,
      (error: Error) => error.message,
    );
    await untilSomebodyWaits(db);
    server.signal('SIGINT');
    await server.untilPrinted(/"msg":"stopping"/);
    await sleep(1000);
    expect(await server.end('SIGTERM')).toMatchObject({ code: 1 });
    expect(await outcome).toBe('fetch failed');
    // PostgreSQL ends with the process, and so does the transaction that held the lock.
    await release().catch(() => undefined);
    await db.close();
  });

  it('sent twice at once, as npm forwards Ctrl-C of a terminal, counts once', async () => {
    const server = await startServer(await preparedDataFolder());
    server.signal('SIGINT');
    expect(await server.end('SIGINT')).toMatchObject({ code: 0 });
    expect(await postgresOf(server.dataFolder)).toBeNull();
  });

  it('during the start ends it cleanly, and the next start works', async () => {
    const folder = makeDataFolder();
    const starting = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder });
    await starting.untilPrinted(/PostgreSQL schema migrated/);
    expect(await starting.end('SIGTERM')).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('ready'),
    });
    expect(await postgresOf(folder)).toBeNull();
    const server = await startServer(folder);
    expect((await server.clientWith(server.key ?? '').get('boards.list')).status).toBe(200);
  });

  it('waits for a running command: its key is printed and works', async () => {
    const server = await startServer(await preparedDataFolder());
    const db = connectTo(server.dataFolder);
    const release = await lockTable(db, 'users');
    const adding = startMagpie(['users', 'add', 'a@example.com'], { MAGPIE_DATA_DIR: server.dataFolder });
    await untilSomebodyWaits(db);
    server.signal('SIGTERM');
    await untilRefused(server);
    await release();
    await db.close();
    const { code, stdout } = await adding.ended;
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Added a@example\.com\.\nAPI key: mgp_\w+\n$/),
    ]);
    expect((await server.ended).code).toBe(0);
    const again = await startServer(server.dataFolder);
    const key = /mgp_\w+/.exec(stdout)?.[0] ?? '';
    expect((await again.clientWith(key).get('boards.list')).status).toBe(200);
  });
});

interface Sending {
  finish(input: object): Promise<{ status: number | undefined; body: unknown }>;
}

/** A mutation whose body is still to come: resolves when the server has its headers and waits for more. */
async function startSending(server: ServerProcess, procedure: string): Promise<Sending> {
  const request = http.request(`${server.base}/${procedure}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.key}`,
      'content-type': 'application/json',
      expect: '100-continue',
    },
  });
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  await new Promise((resolve) => {
    request.on('continue', resolve).flushHeaders();
  });
  return {
    async finish(input) {
      request.end(JSON.stringify(input));
      const answer = await response;
      return { status: answer.statusCode, body: await json(answer) };
    },
  };
}

/** Resolves when the server takes no new connection: it has begun to stop. */
async function untilRefused({ address }: ServerProcess): Promise<void> {
  const { hostname, port } = new URL(address);
  const knock = (): Promise<string | undefined> =>
    new Promise((resolve) => {
      http
        .get({ hostname, port, path: '/healthz', agent: false }, (answer) => {
          answer.resume();
          resolve(undefined);
        })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
  while ((await knock()) !== 'ECONNREFUSED') await sleep(20);
}
