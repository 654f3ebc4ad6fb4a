import { expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { createFairQueue, type FairQueue, type PlacesBounds } from './fairQueue.ts';

const bounds: PlacesBounds = {
  atOnce: 4,
  ofHost: 4,
  ofPerson: 2,
  mostWaiting: 3,
  busy: () => new MagpieError('SERVICE_UNAVAILABLE', 'Come again.'),
};

interface Scene {
  readonly places: FairQueue;
  readonly begun: string[];
  /** Asks for something under a name that ends when it is told to. */
  readonly ask: (
    name: string,
    people: string | Map<string, number>,
    signal?: AbortSignal,
    host?: string,
  ) => Promise<void>;
  readonly end: (name: string) => Promise<void>;
}

function sceneOf(changes: Partial<PlacesBounds> = {}): Scene {
  const places = createFairQueue({ ...bounds, ...changes });
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const { signal: never } = new AbortController();
  return {
    places,
    begun,
    ask: (name, people, signal = never, host = name) => {
      const wish = { host, people: typeof people === 'string' ? new Map([[people, 1]]) : people };
      const work = (): Promise<void> =>
        new Promise((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      return places.take(wish, work, signal);
    },
    end: async (name) => {
      await new Promise(setImmediate);
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

it('one person takes no more than their places, and another has theirs at once', async () => {
  const { ask, begun } = sceneOf();
  for (const name of ['a1', 'a2', 'a3']) void ask(name, 'ann');
  void ask('b1', 'ben');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('people are served in turn, however long the line of one of them is', async () => {
  const { ask, begun, end } = sceneOf({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'ann');
  for (const name of ['b1', 'b2']) void ask(name, 'ben');
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

it('a host that is slow holds up nothing of another', async () => {
  const { ask, begun } = sceneOf({ ofHost: 1 });
  void ask('slow', 'ann', undefined, 'one.example');
  void ask('waits', 'ann', undefined, 'one.example');
  void ask('other', 'ann', undefined, 'other.example');
  await new Promise(setImmediate);
  expect(begun).toEqual(['slow', 'other']);
});

it('what another came to is done in their turn', async () => {
  const { ask, begun, places } = sceneOf();
  const both = new Map([['ann', 1]]);
  for (const name of ['a1', 'a2']) void ask(name, 'ann');
  void ask('both', both);
  await new Promise(setImmediate);
  both.set('ben', 1);
  places.serve();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'both']);
});

it('a line that is full takes no more of its person, who is told so', async () => {
  const { ask } = sceneOf({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'ann');
  await expect(ask('a5', 'ann')).rejects.toThrow('Come again.');
  void ask('b1', 'ben');
});

it('who leaves the line gets the reason, and nothing is done for them', async () => {
  const { ask, begun, end } = sceneOf({ atOnce: 1 });
  const leaving = new AbortController();
  void ask('a1', 'ann');
  const left = ask('a2', 'ann', leaving.signal);
  void ask('a3', 'ann');
  leaving.abort(new Error('Gone.'));
  await expect(left).rejects.toThrow('Gone.');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});
