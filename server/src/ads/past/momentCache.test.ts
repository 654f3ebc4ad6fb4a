import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMomentCache } from './momentCache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createReader(maxBytes: number) {
  const read = vi.fn<(at: string, newest: number, previous: string | undefined) => Promise<string>>(
    (at, newest) => Promise.resolve(`${at} ${newest}`),
  );
  return { read, get: createMomentCache({ maxBytes, bytesOf: () => 100, read, idleMilliseconds: 1000 }) };
}

it('keeps the moment that was read last, even if it is larger than the limit', async () => {
  const { read, get } = createReader(10);
  await get('a', 1);
  expect(await get('a', 1)).toBe('a 1');
  expect(read).toHaveBeenCalledTimes(1);
  await get('b', 1);
  await get('a', 1);
  expect(read).toHaveBeenCalledTimes(3);
});

it('drops it when it was not requested for a while', async () => {
  const { read, get } = createReader(10);
  await get('a', 1);
  vi.advanceTimersByTime(900);
  await get('a', 1);
  vi.advanceTimersByTime(900);
  await get('a', 1);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1100);
  await get('a', 1);
  expect(read).toHaveBeenCalledTimes(2);
});

it('keeps several moments within the limit, and passes on the one that was read last', async () => {
  const { read, get } = createReader(250);
  for (const at of ['a', 'b', 'a', 'b']) await get(at, 1);
  expect(read.mock.calls).toEqual([
    ['a', 1, undefined],
    ['b', 1, 'a 1'],
  ]);
});

it('reads a moment again after a recording', async () => {
  const { read, get } = createReader(10);
  await get('a', 1);
  expect(await get('a', 2)).toBe('a 2');
  expect(await get('a', 1)).toBe('a 2');
  expect(read).toHaveBeenCalledTimes(2);
});

it('keeps nothing without memory', async () => {
  const { read, get } = createReader(0);
  await get('a', 1);
  await get('a', 1);
  expect(read).toHaveBeenCalledTimes(2);
});
