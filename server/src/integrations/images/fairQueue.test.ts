import { expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fairQueue.ts';

const bounds: FairQueueOptions = {
  maxConcurrent: 4,
  maxPerHost: 4,
  maxPerUser: 2,
  maxQueued: 3,
  busy: () => new MagpieError('SERVICE_UNAVAILABLE', 'Come again.'),
};

interface Scene {
  readonly places: FairQueue;
  readonly begun: string[];
  /** Queues a named task that the test ends. */
  readonly enqueue: (
    name: string,
    users: string | Map<string, number>,
    signal?: AbortSignal,
    host?: string,
  ) => Promise<void>;
  readonly end: (name: string) => Promise<void>;
}

function sceneOf(changes: Partial<FairQueueOptions> = {}): Scene {
  const places = createFairQueue({ ...bounds, ...changes });
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const { signal: never } = new AbortController();
  return {
    places,
    begun,
    enqueue: (name, users, signal = never, host = name) => {
      const wish = { host, users: typeof users === 'string' ? new Map([[users, 1]]) : users };
      const work = (): Promise<void> =>
        new Promise((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      return places.run(wish, work, signal);
    },
    end: async (name) => {
      await new Promise(setImmediate);
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

it('one person takes no more than their places, and another has theirs at once', async () => {
  const { enqueue, begun } = sceneOf();
  for (const name of ['a1', 'a2', 'a3']) void enqueue(name, 'ann');
  void enqueue('b1', 'ben');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('users are served in turn, however long the line of one of them is', async () => {
  const { enqueue, begun, end } = sceneOf({ maxConcurrent: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enqueue(name, 'ann');
  for (const name of ['b1', 'b2']) void enqueue(name, 'ben');
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

it('a host that is slow holds up nothing of another', async () => {
  const { enqueue, begun } = sceneOf({ maxPerHost: 1 });
  void enqueue('slow', 'ann', undefined, 'one.example');
  void enqueue('waits', 'ann', undefined, 'one.example');
  void enqueue('other', 'ann', undefined, 'other.example');
  await new Promise(setImmediate);
  expect(begun).toEqual(['slow', 'other']);
});

it('what another came to is done in their turn', async () => {
  const { enqueue, begun, places } = sceneOf();
  const both = new Map([['ann', 1]]);
  for (const name of ['a1', 'a2']) void enqueue(name, 'ann');
  void enqueue('both', both);
  await new Promise(setImmediate);
  both.set('ben', 1);
  places.startNext();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'both']);
});

it('a full queue rejects further tasks of the same user', async () => {
  const { enqueue } = sceneOf({ maxConcurrent: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enqueue(name, 'ann');
  await expect(enqueue('a5', 'ann')).rejects.toThrow('Come again.');
  void enqueue('b1', 'ben');
});

it('who leaves the line gets the reason, and nothing is done for them', async () => {
  const { enqueue, begun, end } = sceneOf({ maxConcurrent: 1 });
  const leaving = new AbortController();
  void enqueue('a1', 'ann');
  const left = enqueue('a2', 'ann', leaving.signal);
  void enqueue('a3', 'ann');
  leaving.abort(new Error('Gone.'));
  await expect(left).rejects.toThrow('Gone.');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});
