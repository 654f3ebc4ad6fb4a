import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPool } from './pool.ts';

test('each connection runs one piece of work at a time, in the order in which it was asked for', async () => {
  const pool = createPool(['a', 'b']);
  const running = new Set<string>();
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

test('a connection whose work failed is lent again', async () => {
  const pool = createPool(['only']);
  await expect(pool.use(() => Promise.reject(new Error('of the work')))).rejects.toThrow('of the work');
  expect(await pool.use((connection) => Promise.resolve(connection))).toBe('only');
});

test('drain() waits for work that waits for a connection', async () => {
  const pool = createPool(['only']);
  const ended: string[] = [];
  const work = async (): Promise<void> => {
    await setImmediate();
    ended.push('work');
  };
  const accepted = [pool.use(work), pool.use(work)];
  await pool.drain();
  ended.push('drained');
  await Promise.all(accepted);
  expect(ended).toEqual(['work', 'work', 'drained']);
});
