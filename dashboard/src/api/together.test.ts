import { expect, it } from 'vitest';
import { askTogether } from './together.ts';

it('asks once for all that is wanted at the same time, in parts where it is too many, and each gets its own answer', async () => {
  const asked: (readonly number[])[] = [];
  const doubled = askTogether(async (items: readonly number[]) => {
    asked.push([...items]);
    return Promise.resolve(items.map((item) => item * 2));
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 1].map(doubled))).toEqual([2, 4, 6, 8, 2]);
  expect(asked).toEqual([
    [1, 2, 3],
    [4, 1],
  ]);
  expect(await doubled(5)).toBe(10);
  expect(asked.at(-1)).toEqual([5]);
});

it('fails for all who asked when the question fails, and for nobody afterwards', async () => {
  let isDown = true;
  const ask = askTogether(
    async (items: readonly string[]) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(items)),
    10,
  );
  const replies = await Promise.allSettled([ask('a'), ask('b')]);
  expect(replies.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await ask('c')).toBe('c');
});
