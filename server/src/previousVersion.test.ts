import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  cleanUp,
  type Ended,
  makeDataFolder,
  runMagpie,
  startServer,
  type ServerProcess,
} from './testing/process.ts';

/** A backup of a small instance, made by the version before the server's folders were renamed. */
const archive = path.join(import.meta.dirname, 'testing/previousVersion.tar.gz');
const key = 'mgp_0123456789abcdef0123456789abcdef';

let server: ServerProcess;
let restored: Ended;
beforeAll(async () => {
  const dataFolder = makeDataFolder();
  const unpacked = path.dirname(dataFolder);
  execFileSync('tar', ['xzf', archive, '-C', unpacked]);
  restored = await runMagpie(['restore', path.join(unpacked, 'backup')], {
    MAGPIE_DATA_DIR: dataFolder,
  });
  server = await startServer(dataFolder);
});
afterAll(cleanUp);

async function query(procedure: string): Promise<unknown> {
  const send = (): Promise<Response> =>
    fetch(`${server.address}/api/v1/trpc/${procedure}`, { headers: { Authorization: `Bearer ${key}` } });
  let response = await send();
  // A loaded machine answers 503 with Retry-After.
  for (let tries = 0; response.status === 503 && tries < 20; tries += 1) {
    await sleep(1000);
    response = await send();
  }
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (JSON.parse(text) as { result: { data: unknown } }).result.data;
}

it('data of the previous version is complete after a start', async () => {
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(await query('ads.search')).toMatchObject({ total: 40 });
  expect(await query('boards.list')).toMatchObject([{ id: 1, name: 'Hooks' }]);
  expect(await query('ads.list')).toMatchObject({ ads: [{ note: 'the first line' }] });
  expect(await query('notifications.listRules')).toMatchObject([
    { name: 'Free shipping', event: 'copy_matches', frequency: 'daily' },
  ]);
  expect(await query('teams.list')).toMatchObject([{ name: 'Agency', role: 'owner' }]);
});

it('the data folder has the layout of the previous version', () => {
  expect(readdirSync(server.dataFolder)).toEqual([
    'clickhouse',
    'files',
    'magpie.lock',
    'magpie.sock',
    'postgres',
    'postgres.log',
    'run',
  ]);
});
