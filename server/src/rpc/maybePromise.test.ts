import { describe, expect, it } from 'vitest';
import { chain, chainAll, finish } from './maybePromise.ts';

describe('a chain of steps', () => {
  it('continues at once with values in memory', () => {
    expect(chain(chainAll([1, 2]), ([one = 0, two = 0]) => one + two)).toBe(3);
  });

  it('waits for a promise at any step', async () => {
    const sum = chain(chainAll([1, Promise.resolve(2)]), ([one = 0, two = 0]) => Promise.resolve(one + two));
    expect(sum).toBeInstanceOf(Promise);
    await expect(sum).resolves.toBe(3);
  });
});

describe('the callback of a hook', () => {
  const settle = (run: () => void | Promise<void>): Promise<unknown> =>
    new Promise((resolve) => finish(run, (error) => resolve(error ?? 'done')));

  it('is called at once if nothing is awaited', () => {
    const order: string[] = [];
    finish(
      () => void order.push('run'),
      () => order.push('reported'),
    );
    expect(order).toEqual(['run', 'reported']);
  });

  it('gets an error that is thrown or rejected', async () => {
    const error = new Error('no');
    expect(await settle(() => Promise.resolve())).toBe('done');
    expect(await settle(() => Promise.reject(error))).toBe(error);
    expect(
      await settle(() => {
        throw error;
      }),
    ).toBe(error);
  });
});
