import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConnectionPool, type Pool } from './pool.ts';

interface Connection {
  readonly number: number;
  close(): Promise<void>;
}

/** A pool whose connections are numbered in order of opening, and a log of their events. */
function observedPool(size: number): { pool: Pool<Connection>; events: string[] } {
  const events: string[] = [];
  let opened = 0;
  const open = (): Promise<Connection> => {
    const number = (opened += 1);
    events.push(`open ${number}`);
    return Promise.resolve({
      number,
      close: async () => void events.push(`close ${number}`),
    });
  };
  return { pool: createConnectionPool(size, open), events };
}

const numberOf = ({ number }: Connection): Promise<number> => Promise.resolve(number);

test('each connection runs one task at a time, in order of request', async () => {
  const { pool } = observedPool(2);
  const running = new Set<Connection>();
  const started: number[] = [];
  let most = 0;
  const work = (number: number): Promise<void> =>
    pool.use(async (connection) => {
      expect(running.has(connection)).toBe(false);
      running.add(connection);
      started.push(number);
      most = Math.max(most, running.size);
      await setImmediate();
      running.delete(connection);
    });
  await Promise.all([1, 2, 3, 4, 5, 6].map(work));
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('a connection whose work failed is closed before it is replaced', async () => {
  const { pool, events } = observedPool(1);
  expect(await pool.use(numberOf)).toBe(1);
  const failing = pool.use(() => Promise.reject(new Error('of the work')));
  const next = pool.use(numberOf);
  await expect(failing).rejects.toThrow('of the work');
  expect(await next).toBe(2);
  expect(events).toEqual(['open 1', 'close 1', 'open 2']);
});

test('a connection that could not be opened is opened by the next task', async () => {
  const { pool: other } = observedPool(1);
  let isDown = true;
  const pool = createConnectionPool(1, async () => {
    if (isDown) throw new Error('down');
    return other.use((connection) => Promise.resolve(connection));
  });
  await expect(pool.use(numberOf)).rejects.toThrow('down');
  isDown = false;
  expect(await pool.use(numberOf)).toBe(1);
});

test('close() waits for queued work, closes all connections, and accepts no more work', async () => {
  const { pool, events } = observedPool(1);
  const work = async (): Promise<void> => {
    await setImmediate();
    events.push('work');
  };
  const accepted = [pool.use(work), pool.use(work)];
  await pool.close();
  expect(events).toEqual(['open 1', 'work', 'work', 'close 1']);
  await Promise.all(accepted);
  await expect(pool.use(work)).rejects.toThrow('ClickHouse is closed and accepts no more statements.');
});
