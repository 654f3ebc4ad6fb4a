import { expect, test } from 'vitest';
import { andThen } from './maybePromise.ts';

test('a plain value is used synchronously, and so is the result', () => {
  expect(andThen(20, (value) => value + 1)).toBe(21);
});

test('what is promised is used when it comes', async () => {
  const sum = andThen(Promise.resolve(20), (value) => value + 1);
  expect(sum).toBeInstanceOf(Promise);
  await expect(sum).resolves.toBe(21);
});

test('a rejected promise rejects the result, and the function is not called', async () => {
  const failed = andThen(Promise.reject<number>(new Error('away')), () => expect.unreachable());
  await expect(failed).rejects.toThrow('away');
});
