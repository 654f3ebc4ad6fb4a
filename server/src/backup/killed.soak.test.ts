import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  startMagpie,
  startServer,
} from '../testing/process.ts';

afterEach(cleanUp);

/** Milliseconds after the first table, to beyond the end, so that some fall into every step. */
const moments = Array.from({ length: 10 }, (_, index) => 250 * index);

describe('killed', { timeout: 1_800_000 }, () => {
  it('at any time, a backup is complete or absent, and the next one removes leftovers', async () => {
    const dataFolder = await preparedDataFolder();
    const settings = { MAGPIE_DATA_DIR: dataFolder, UV_THREADPOOL_SIZE: '16' };
    expect((await runMagpie(['demo', '--ads', '3000'], settings)).code).toBe(0);
    const beside = (name: string): string => path.join(path.dirname(dataFolder), name);
    for (const [index, milliseconds] of moments.entries()) {
      const target = beside(`backup-${index}`);
      // Without a server, so that the process that is killed is the one that writes.
      const backup = startMagpie(['backup', target], settings);
      await Promise.race([backup.untilPrinted(/^index: /), backup.ended]);
      await Promise.race([sleep(milliseconds), backup.ended]);
      await backup.end('SIGKILL');
      if (!existsSync(target)) continue;
      expect((await runMagpie(['backup', 'verify', target], {})).code).toBe(0);
    }
    expect((await runMagpie(['backup', beside('last')], settings)).code).toBe(0);
    const left = readdirSync(path.dirname(dataFolder)).filter((name) => name.includes('unfinished'));
    expect(left).toEqual([]);
  });

  it('at any time, a restore prevents servers from starting until it is repeated completely', async () => {
    const dataFolder = await preparedDataFolder();
    const source = { MAGPIE_DATA_DIR: dataFolder };
    expect((await runMagpie(['demo', '--ads', '3000'], source)).code).toBe(0);
    const backup = path.join(path.dirname(dataFolder), 'backup');
    expect((await runMagpie(['backup', backup], source)).code).toBe(0);
    const folder = makeDataFolder();
    const settings = { MAGPIE_DATA_DIR: folder };
    const killedAt = async (step: RegExp): Promise<void> => {
      const restore = startMagpie(['restore', backup], settings);
      await restore.untilPrinted(step);
      await restore.end('SIGKILL');
    };
    await killedAt(/is intact/);
    for (const step of [/database: /, /index: ads/, /index: snapshots/, /files: /]) {
      await killedAt(step);
      const refused = await runMagpie(['users', 'list'], settings);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('a restore into it did not finish'),
      ]);
    }
    const { code, stdout, stderr } = await runMagpie(['restore', backup], settings);
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('Restored the backup of ')]);
    const server = await startServer(folder);
    expect((await server.clientWith(server.key ?? '').get('system.status')).data.ads).toBe(3000);
  });
});
