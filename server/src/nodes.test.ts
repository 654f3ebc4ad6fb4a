import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { freshDatabase } from './testing/postgres.ts';
import {
  anyLane,
  cleanUp,
  databaseUrlOf,
  preparedDataFolder,
  type ServerProcess,
  startServer,
} from './testing/process.ts';
import { redisLane, startRedis, type TestRedis } from './testing/redis.ts';

const testOptions = 120_000;
const quota = 20;
const used = 2;

describe.skipIf(!redisLane.available)(
  'two nodes on one PostgreSQL and one Redis',
  { timeout: testOptions },
  () => {
    let db: PostgresEngine;
    let redis: TestRedis;
    let nodes: [ServerProcess, ServerProcess];
    let key = '';

    beforeAll(async () => {
      [db, redis] = await Promise.all([freshDatabase(anyLane), startRedis({ password: 'p/w' })]);
      const settings = {
        DATABASE_URL: databaseUrlOf(db),
        REDIS_URL: redis.url,
        MAGPIE_LIMIT_READ: String(quota),
      };
      // Concurrently on an empty database: one of them creates the schema and the owner.
      const folders = [await preparedDataFolder(), await preparedDataFolder()] as const;
      nodes = await Promise.all([startServer(folders[0], settings), startServer(folders[1], settings)]);
      key = nodes[0].key ?? nodes[1].key ?? '';
    }, testOptions);

    afterAll(async () => {
      await cleanUp();
      await redis.stop();
      await db.close();
    });

    it('started concurrently on an empty database, print one key, which works on both', async () => {
      expect(nodes.filter((node) => node.key !== null)).toHaveLength(1);
      for (const node of nodes) expect((await node.clientWith(key).get('boards.list')).status).toBe(200);
    });

    it('share one rate limit', async () => {
      const clients = nodes.map((node) => node.clientWith(key));
      const calls = Array.from({ length: 3 * quota }, (_, number) => clients[number % 2]?.get('boards.list'));
      const statuses = (await Promise.all(calls)).map((reply) => reply?.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(quota - used);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2 * quota + used);
    });

    it('return 401 for a revoked key, on the other node after a second', async () => {
      const [here, there] = nodes.map((node) => node.clientWith(key));
      const made = await here?.post('apiKeys.create', { name: 'Short-lived' });
      const [revokedHere, revokedThere] = nodes.map((node) => node.clientWith(made?.data.key));
      // A mutation, because the read quota is used up; it also makes the other node cache the key.
      expect((await revokedThere?.post('boards.create', { name: 'Still allowed' }))?.status).toBe(200);
      expect((await here?.post('apiKeys.revoke', { id: made?.data.id }))?.status).toBe(200);
      expect((await revokedHere?.post('boards.create', { name: 'No more' }))?.status).toBe(401);
      await sleep(1000);
      expect((await revokedThere?.post('boards.create', { name: 'No more' }))?.status).toBe(401);
      expect((await there?.post('boards.create', { name: 'The other key goes on' }))?.status).toBe(200);
    });

    it('stop cleanly with SIGTERM', async () => {
      const ends = await Promise.all(nodes.map((node) => node.end('SIGTERM')));
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    });
  },
);
