import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Ended, preparedDataFolder, startMagpie, startServer, untilReady } from './process.ts';

/** Starts servers concurrently on one data folder: exactly one serves and no data is lost. Returns the others. */
export async function startConcurrently(count: number): Promise<readonly Ended[]> {
  const folder = await preparedDataFolder();
  const before = await startServer(folder);
  const key = before.key ?? '';
  const { data: board } = await before.clientWith(key).post('boards.create', { name: 'Before the race' });
  await before.end('SIGTERM');

  const settings = { PORT: '0', MAGPIE_DATA_DIR: folder };
  const racers = Array.from({ length: count }, () => startMagpie(['serve'], settings));
  const winner = await Promise.any(racers.map((racer) => untilReady(racer, folder)));
  const losers = await Promise.all(racers.filter(({ pid }) => pid !== winner.pid).map(({ ended }) => ended));
  for (const loser of losers) {
    expect(loser).toMatchObject({ code: 1, stdout: '' });
    expect(loser.stderr).toMatch(/^The data folder \S+ is in use by another Magpie process.*\n$/);
  }
  // A process that starts between the lock and the write of the pid reports no pid.
  const withPid = losers.filter(({ stderr }) => stderr.includes(`(process ${winner.pid})`));
  expect(withPid.length).toBeGreaterThanOrEqual(count / 2);
  expect((await winner.clientWith(key).get('boards.list')).data).toEqual([board]);
  expect(readFileSync(path.join(folder, 'magpie.lock'), 'utf8')).toBe(`${winner.pid}\n`);
  expect((await winner.end('SIGTERM')).code).toBe(0);
  return losers;
}
