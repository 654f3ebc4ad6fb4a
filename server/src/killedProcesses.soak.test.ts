import { renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  connectionOf,
  enqueueJob,
  isPostgresOf,
  preparedDataFolder,
  postgresOf,
  type ServerProcess,
  startServer,
} from './testing/process.ts';
import type { Reply } from './testing/service.ts';

afterEach(cleanUp);

const testOptions = { timeout: 600_000 };

describe('after SIGKILL', testOptions, () => {
  it('the next start needs no manual step: acknowledged boards exist, repeats return the first response, and at most one PostgreSQL was left', async () => {
    const folder = await preparedDataFolder();
    let server = await startServer(folder);
    const key = server.key ?? '';
    const create = (name: string, repeatKey: string): Promise<Reply> =>
      server.clientWith(key).post('boards.create', { name }, { 'idempotency-key': repeatKey });
    const acknowledged: string[] = [];
    for (const name of ['First', 'Second']) {
      const answer = await create(name, name);
      expect(answer.status).toBe(200);
      acknowledged.push(name);
      const before = await postgresOf(folder);
      await server.end('SIGKILL');
      server = await startServer(folder);
      const after = await postgresOf(folder);
      expect(after).not.toBeNull();
      expect(after === before || !(await isPostgresOf(folder, before ?? 0))).toBe(true);
      const again = await create(name, name);
      expect(again).toMatchObject({ status: 200, data: answer.data });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await boardNames(server, key)).toEqual(acknowledged);
    }
    expect((await create('Another', 'First')).status).toBe(409);
  });
});

describe('PostgreSQL killed under the server', testOptions, () => {
  it('returns error objects until it is restarted automatically, and loses no acknowledged write', async () => {
    const server = await startServer(await preparedDataFolder(), {
      MAGPIE_LIMIT_WRITE: '1000000',
      MAGPIE_LOG_LEVEL: 'debug',
    });
    const client = server.clientWith(server.key ?? '');
    const created = await client.post('boards.create', { name: 'Before' });
    const postmaster = (await postgresOf(server.dataFolder)) ?? 0;
    process.kill(postmaster, 'SIGKILL');
    const acknowledged = ['Before'];
    const refusals: number[] = [];
    // Writes continuously, to cover the whole outage.
    for (let number = 1, now: number | null = null; now === null || now === postmaster; number += 1) {
      const name = `During ${number}`;
      // The client fails on an error response without the error object.
      const { status } = await client.post('boards.create', { name });
      if (status === 200) acknowledged.push(name);
      else refusals.push(status);
      now = status === 200 ? await postgresOf(server.dataFolder) : null;
    }
    // 500 if the connection broke during a statement, whose result is unknown.
    expect(refusals.filter((status) => status !== 503 && status !== 500)).toEqual([]);
    expect(created.status).toBe(200);
    const found = await boardNames(server, client.key);
    // A write whose response was lost may still be committed.
    expect(found.filter((name) => acknowledged.includes(name))).toEqual(acknowledged);
    expect(new Set(found).size).toBe(found.length);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    // The workers have reconnected too.
    await enqueueJob(connectionOf(server.dataFolder), 'housekeeping');
    await server.untilPrinted(/"job":"housekeeping",.*"msg":"job finished"/);
    expect((await server.end('SIGTERM')).code).toBe(0);
    expect(await postgresOf(server.dataFolder)).toBeNull();
  });

  it('/readyz and every call return 503 while it cannot be restarted', async () => {
    const server = await startServer(await preparedDataFolder());
    const client = server.clientWith(server.key ?? '');
    const control = path.join(server.dataFolder, 'postgres/global/pg_control');
    renameSync(control, `${control}.away`);
    process.kill((await postgresOf(server.dataFolder)) ?? 0, 'SIGKILL');
    await server.untilPrinted(/PostgreSQL restart failed/);
    const ready = await fetch(`${server.address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        ready: false,
        checks: { postgres: 'does not answer', clickhouse: 'ok', disk: 'ok', index: 'ok', demo: 'ok' },
      },
    ]);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    const refused = await client.get('boards.list');
    expect(refused).toMatchObject({
      status: 503,
      error: { message: 'The database does not answer right now; try again in a moment.' },
    });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await client.post('boards.create', { name: 'No' })).toMatchObject({ status: 503 });

    renameSync(`${control}.away`, control);
    while ((await fetch(`${server.address}/readyz`)).status !== 200) await sleep(50);
    expect((await client.post('boards.create', { name: 'Yes' })).status).toBe(200);
    expect(await boardNames(server, client.key)).toEqual(['Yes']);
  });
});

async function boardNames(server: ServerProcess, key: string): Promise<string[]> {
  const { status, data } = await server.clientWith(key).get('boards.list');
  expect(status).toBe(200);
  return data.map(({ name }: { name: string }) => name);
}
