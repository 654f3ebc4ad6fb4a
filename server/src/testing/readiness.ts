import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { preparedDataFolder, startMagpie } from './process.ts';
import { createClient } from './service.ts';

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The status of `/readyz`; 0 if nothing listens. */
export function readReadiness(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Starts a server this often, each on its own data folder; returns the status of the first call after it is ready. */
export async function callWhenReady(starts: number): Promise<number[]> {
  const key = 'a_key_of_our_own_0123456789_abcdef';
  const statuses: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const port = await freePort();
    const starting = startMagpie(['serve'], {
      PORT: String(port),
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      MAGPIE_BOOTSTRAP_KEY: key,
    });
    while ((await readReadiness(port)) !== 200) await sleep(5);
    const client = createClient(`http://127.0.0.1:${port}/api/v1/trpc`, key);
    statuses.push((await client.get('boards.list')).status);
    await starting.end('SIGKILL');
  }
  return statuses;
}
