import { afterEach, expect, it, vi } from 'vitest';
import { batchRequests, savedBoardsQuery } from './boards.ts';
import { queryClient } from './client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('retries one request for all cards after a failure, and no card retries on its own', async () => {
  vi.useFakeTimers();
  const hashes = Array.from({ length: 30 }, (_, at) => `hash${at}`);
  const places = hashes.map((hash) => ({ hash, boardIds: [7], note: null }));
  const answers = [Response.json({}, { status: 503 }), Response.json({ result: { data: places } })];
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Promise.resolve(answers.shift() ?? Response.error()),
  );
  vi.stubGlobal('fetch', fetched);
  const cards = Promise.all(hashes.map((hash) => queryClient.fetchQuery(savedBoardsQuery(hash))));
  await vi.runAllTimersAsync();
  expect((await cards).flat()).toEqual(places);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(savedBoardsQuery('a').retry).toBe(false);
});

it('sends one request for simultaneous items, split at the limit, and returns each its own result', async () => {
  const requests: (readonly number[])[] = [];
  const doubled = batchRequests(async (items: readonly number[]) => {
    requests.push([...items]);
    return Promise.resolve(items.map((item) => item * 2));
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 1].map(doubled))).toEqual([2, 4, 6, 8, 2]);
  expect(requests).toEqual([
    [1, 2, 3],
    [4, 1],
  ]);
  expect(await doubled(5)).toBe(10);
  expect(requests.at(-1)).toEqual([5]);
});

it('rejects every item of a failed batch, and none afterwards', async () => {
  let isDown = true;
  const load = batchRequests(
    async (items: readonly string[]) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(items)),
    10,
  );
  const replies = await Promise.allSettled([load('a'), load('b')]);
  expect(replies.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await load('c')).toBe('c');
});
