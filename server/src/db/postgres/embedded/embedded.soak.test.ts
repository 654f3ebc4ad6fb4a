import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildProject, PostgresChild } from '../../../testing/postgresProject.ts';
import { createLog } from '../../../config/log.ts';
import { openPostgres, type PostgresEngine } from '../postgres.ts';
import { readPostmaster } from './server.ts';

/** Repeats tests of embedded.test.ts many times. */
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 });

const rounds = 100;
const log = createLog('silent');
let folder = '';
let dataFolder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-soak-'));
  chmodSync(folder, 0o755);
  buildProject(folder);
  dataFolder = path.join(folder, 'data');
  mkdirSync(dataFolder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (): Promise<PostgresEngine> => openPostgres({ databaseUrl: null, dataFolder, log });

describe.each([{ mayTie: true }, { mayTie: false }])(
  'a server tied to its process: $mayTie',
  ({ mayTie }) => {
    it('starts after every SIGKILL while its files are created', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const child = new PostgresChild(folder, { dataFolder, mayTie });
        await sleep(Math.random() * 1500);
        await child.kill();
        if (round % 10 !== 9) continue;
        const engine = await open();
        expect(await engine.query(`SELECT count(*) AS users FROM users`), `round ${round}`).toEqual([
          { users: 0 },
        ]);
        await engine.close();
        rmSync(path.join(dataFolder, 'postgres'), { recursive: true });
      }
    });

    it.each(['its process', 'its process and the server'])(
      'has every acknowledged row after SIGKILL of %s',
      async (victim) => {
        let acknowledged = 0;
        let attempted = 0;
        for (let round = 0; round < rounds; round += 1) {
          const child = new PostgresChild(folder, { dataFolder, mayTie });
          expect(await child.next()).toMatchObject({ event: 'ready' });
          child.send({ do: 'query', statement: `CREATE TABLE IF NOT EXISTS kept (number integer)` });
          expect(await child.next()).toMatchObject({ event: 'rows' });
          child.send({ do: 'insertForever', statement: `INSERT INTO kept VALUES (1)` });
          await sleep(Math.random() * 300);
          const server = (await readPostmaster(path.join(dataFolder, 'postgres')))?.pid ?? 0;
          if (victim !== 'its process') process.kill(server, 'SIGKILL');
          await child.kill();
          acknowledged += child.unread().filter(({ event }) => event === 'inserted').length;
          attempted = acknowledged + round + 1;
          const engine = await open();
          const [row] = await engine.query<{ rows: number }>(`SELECT count(*) AS rows FROM kept`);
          await engine.close();
          expect(row?.rows, `round ${round}`).toBeGreaterThanOrEqual(acknowledged);
          // At most one row per round was written and not acknowledged.
          expect(row?.rows, `round ${round}`).toBeLessThanOrEqual(attempted);
        }
      },
    );
  },
);
