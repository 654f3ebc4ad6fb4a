import { readdirSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  cleanUp,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
} from './testing/process.ts';

afterAll(cleanUp);

describe('a server whose ads were damaged while it was stopped', { timeout: 900_000 }, () => {
  it('reports it in the log, /readyz, system.health and doctor until the loss is accepted', async () => {
    const folder = await preparedDataFolder();
    const before = await startServer(folder);
    await ingest(before, 50);
    expect(await indexState(before)).toEqual([200, 'ok']);
    await before.end('SIGTERM');

    truncateSync(largestFile(path.join(folder, 'clickhouse/data/magpie/ads'), 'data.bin'), 100);
    const server = await startServer(folder);
    const client = server.clientWith(before.key ?? '');
    expect(server.stderr()).toMatch(/"level":"error".*broken-on-start.*magpie -- restore/);
    expect(await indexState(server)).toEqual([
      200,
      'degraded: stored ads are damaged or missing; run magpie doctor',
    ]);
    expect(await client.get('system.health')).toMatchObject({
      status: 200,
      data: {
        status: 'degraded',
        problems: [
          expect.stringMatching(/^A damaged part of the table ads was set aside/),
          'The index has lost ads: 50 of 50 ads are missing.',
        ],
        advice: expect.stringContaining('magpie -- restore'),
      },
    });
    const settings = { MAGPIE_DATA_DIR: folder };
    const examined = await runMagpie(['doctor'], settings);
    expect(examined.code).toBe(1);
    expect(examined.stdout).toMatch(/problem +index data +.*50 of 50 ads are missing/);
    expect((await client.get('boards.list')).status).toBe(200);

    const accepted = await runMagpie(['index', 'accept-loss'], settings);
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Deleted the damaged data.') });
    expect(await indexState(server)).toEqual([200, 'ok']);
    expect((await client.get('system.health')).data).toEqual({ status: 'ok', problems: [], advice: null });
    await server.end('SIGTERM');
  });
});

function largestFile(folder: string, name: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === name)
    .map((file) => path.join(folder, file));
  return files.toSorted((one, other) => statSync(other).size - statSync(one).size)[0] ?? '';
}

async function indexState({ address }: ServerProcess): Promise<[status: number, index: string]> {
  const response = await fetch(`${address}/readyz`);
  const { checks } = (await response.json()) as { checks: { index: string } };
  return [response.status, checks.index];
}

async function ingest({ address, key }: ServerProcess, ads: number): Promise<void> {
  const lines = Array.from({ length: ads }, (_, id) => `{"key":"meta:${id}","advertiser":{"name":"Acme"}}\n`);
  const response = await fetch(`${address}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  });
  expect(await response.text()).toContain('"done":true');
}
