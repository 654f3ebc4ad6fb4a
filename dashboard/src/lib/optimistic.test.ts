import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMutationCache, optimistic, updateQueries, updateQuery } from './optimistic.ts';

let client: QueryClient;
let unsubscribe: () => void;
/** What the server would return. */
let stored: string[];
const queryKey = ['letters'];
const load = vi.fn<() => Promise<string[]>>(async () => Promise.resolve([...stored]));

beforeEach(async () => {
  stored = ['a'];
  load.mockClear();
  client = new QueryClient({ mutationCache: createMutationCache() });
  const observer = new QueryObserver(client, { queryKey, queryFn: load });
  unsubscribe = observer.subscribe(() => undefined);
  await client.fetchQuery({ queryKey, queryFn: load });
});
afterEach(() => {
  unsubscribe();
  client.clear();
});

const shown = (): string[] | undefined => client.getQueryData(queryKey);

/** Adds a letter; returns functions that let its request succeed or fail. */
function add(letter: string) {
  let succeed = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const response = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  const done = new MutationObserver(client, {
    mutationFn: () => response,
    onMutate: optimistic(() => [
      updateQuery<typeof queryKey, string[]>(queryKey, (before) => before && [...before, letter]),
    ]),
    meta: { invalidates: [{ queryKey }] },
  }).mutate();
  return {
    succeed: async () => {
      stored.push(letter);
      succeed();
      await done;
    },
    fail: async () => {
      fail(new Error('broken'));
      await expect(done).rejects.toThrow('broken');
    },
  };
}

test('shows a change before the response, and the stored data after it', async () => {
  const { succeed } = add('b');
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'b']));
  expect(load).toHaveBeenCalledTimes(1);
  stored.push('from elsewhere');
  await succeed();
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'from elsewhere', 'b']));
});

test('reverts the change if the request fails, and reloads', async () => {
  const { fail } = add('b');
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'b']));
  await fail();
  expect(shown()).toEqual(['a']);
  expect(load).toHaveBeenCalledTimes(2);
});

test('does not reload while another change of the same query waits for its response', async () => {
  const [first, second] = [add('b'), add('c')];
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']));
  await first.succeed();
  expect(load).toHaveBeenCalledTimes(1);
  await second.succeed();
  expect(load).toHaveBeenCalledTimes(2);
});

/** A mutation that declares no queries to reload. */
function rename(response: Promise<void>): Promise<void> {
  return new MutationObserver(client, {
    mutationFn: () => response,
    onMutate: optimistic(() => [updateQueries<string[]>({ queryKey }, () => ['renamed'])]),
  }).mutate();
}

test('loads a query again whose loading it cancelled', async () => {
  let respond = (): void => undefined;
  load.mockImplementationOnce(
    () => new Promise((resolve) => void (respond = () => resolve(['from before the change']))),
  );
  void client.refetchQueries({ queryKey });
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  stored = ['renamed', 'new'];
  await rename(Promise.resolve());
  respond();
  await vi.waitFor(() => expect(shown()).toEqual(['renamed', 'new']));
});

test('reloads after a failure, since another change may have been stored meanwhile', async () => {
  stored = ['changed by another'];
  await expect(rename(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await vi.waitFor(() => expect(shown()).toEqual(['changed by another']));
});

test('does not reload what it changed if nothing was cancelled', async () => {
  await rename(Promise.resolve());
  expect([shown(), load.mock.calls.length]).toEqual([['renamed'], 1]);
});

test('keeps a mutation without an optimistic update pending until its queries are reloaded', async () => {
  let seen: string[] | undefined;
  await new MutationObserver(client, {
    mutationFn: async () => Promise.resolve(stored.push('b')),
    onSuccess: () => void (seen = shown()),
    meta: { invalidates: [{}] },
  }).mutate();
  expect(seen).toEqual(['a', 'b']);
});

test('changes and reverts every query that matches, and a query without data', async () => {
  const other = ['letters', 'other'];
  const missing = ['missing'];
  client.setQueryData(other, ['x']);
  const change = new MutationObserver(client, {
    mutationFn: () => Promise.reject(new Error('broken')),
    onMutate: optimistic(() => [
      updateQueries<string[]>({ queryKey }, (before) => [...before, 'b']),
      updateQuery<typeof missing, string[]>(missing, (before) => [...(before ?? []), 'b']),
    ]),
    onError: () => undefined,
  });
  const seen: unknown[] = [];
  client.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.state.context !== undefined && seen.length === 0)
      seen.push(shown(), client.getQueryData(other), client.getQueryData(missing));
  });
  await expect(change.mutate()).rejects.toThrow('broken');
  expect(seen).toEqual([['a', 'b'], ['x', 'b'], ['b']]);
  expect([shown(), client.getQueryData(other), client.getQueryData(missing)]).toEqual([
    ['a'],
    ['x'],
    undefined,
  ]);
});
