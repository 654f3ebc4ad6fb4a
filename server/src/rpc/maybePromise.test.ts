import { expect, test } from 'vitest';
import { andThen } from './maybePromise.ts';

test('what is there is used at once, and what comes of it is there too', () => {
  expect(andThen(20, (value) => value + 1)).toBe(21);
});

test('what is promised is used when it comes', async () => {
  const sum = andThen(Promise.resolve(20), (value) => value + 1);
  expect(sum).toBeInstanceOf(Promise);
  await expect(sum).resolves.toBe(21);
});

test('a lookup that fails fails whoever waits for it, and nothing is used', async () => {
  const failed = andThen(Promise.reject<number>(new Error('away')), () => expect.unreachable());
  await expect(failed).rejects.toThrow('away');
});
