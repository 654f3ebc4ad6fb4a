import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedBoardsQuery } from './boards.ts';
import { queryClient } from './client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('retries one request for all cards after a failure, and no card retries on its own', async () => {
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
