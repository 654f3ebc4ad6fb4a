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

/** 0 if nothing listens. */
function readStatus(port: number, at: string, headers: Record<string, string> = {}): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${at}`, { headers }).then(
    ({ status }) => status,
    () => 0,
  );
}

/**
 * Starts a server this often, each on its own data folder; returns the status of the first call after it is ready, and
 * that of calls before if it is neither 200 nor 503.
 */
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
    const client = createClient(`http://127.0.0.1:${port}/api/v1/trpc`, key);
    while ((await readStatus(port, '/readyz')) !== 200) {
      const early = await readStatus(port, '/api/v1/trpc/boards.list', { authorization: `Bearer ${key}` });
      // It may become ready between the two.
      if (![0, 200, 503].includes(early)) statuses.push(early);
      await sleep(5);
    }
    statuses.push((await client.get('boards.list')).status);
    await starting.end('SIGKILL');
  }
  return statuses;
}
