import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedPlaceOf } from './boards.ts';
import { queryClient } from './client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('asks once more for all cards together when the server was away, and no card asks by itself', async () => {
  const hashes = Array.from({ length: 30 }, (_, at) => `hash${at}`);
  const places = hashes.map((hash) => ({ hash, boardIds: [7], note: null }));
  const answers = [Response.json({}, { status: 503 }), Response.json({ result: { data: places } })];
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Promise.resolve(answers.shift() ?? Response.error()),
  );
  vi.stubGlobal('fetch', fetched);
  const cards = Promise.all(hashes.map((hash) => queryClient.fetchQuery(savedPlaceOf(hash))));
  await vi.runAllTimersAsync();
  expect((await cards).flat()).toEqual(places);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(savedPlaceOf('a').retry).toBe(false);
});
