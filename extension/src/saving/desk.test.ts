import { describe, expect, it } from 'vitest';
import { createDesk, serverInUse } from './desk.ts';
import type { Answerers } from './messages.ts';
import { createQueue, type SaveQueue } from './queue.ts';
import type { Server, Settings } from './server.ts';
import { owner, adNumber, memoryStore, refusal, ServerModel, startQueue } from './server.fixture.ts';
import type { Store } from './store.ts';

const { address } = owner;

interface Office {
  readonly desk: Answerers;
  readonly model: ServerModel;
  /** Whose key is entered next. */
  readonly person: { userId: string; mayRead: boolean };
  /** The addresses whose host alone was kept, one for each time. */
  readonly hosts: (string | null)[];
}

function openOffice({ room = { characters: Infinity }, patienceMilliseconds = 5000 } = {}): Office {
  const model = new ServerModel();
  const person = { userId: 'ann', mayRead: true };
  const hosts: (string | null)[] = [];
  const store = memoryStore(room);
  const told = {
    get at() {
      return { address, userId: person.userId };
    },
  };
  const queue = startQueue(model, store, told);
  const desk = createDesk({
    store,
    queue,
    serverAt: () => ({
      ...model.server,
      keyHolder: async () => {
        if (!person.mayRead) throw refusal(403);
        return { userId: person.userId, email: `${person.userId}@magpie.example`, mayWrite: true };
      },
    }),
    openSettings: async () => undefined,
    tellPages: () => undefined,
    keepHostOf: async (kept) => void hosts.push(kept),
    patienceMilliseconds,
  });
  return { desk, model, person, hosts };
}

describe('the desk', () => {
  it('saves to the last board again, which was new while the server was away', async () => {
    const { desk, model } = openOffice();
    await desk.connect({ address, key: 'mgp_1' });
    model.weather = 'down';
    await desk.save({ ad: adNumber(1), board: { newName: 'Made later' }, note: null });
    model.weather = 'up';
    await desk.sendNow(null);
    const last = await desk.last(null);
    expect(last).toEqual({ board: { id: 0, name: 'Made later' } });
    // Also from a page that was told of the last board before.
    await desk.save({ ad: adNumber(2), board: { newName: 'Made later' }, note: null });
    expect(model.boards).toEqual(['Made later']);
    expect(model.saved).toEqual(['1 on Made later', '2 on Made later']);
  });

  it('answers with what it knows while the server lets everybody wait', async () => {
    const { desk, model } = openOffice({ patienceMilliseconds: 1 });
    model.boards.push('Lamps');
    await desk.connect({ address, key: 'mgp_1' });
    model.answersLeft = 0;
    expect(await desk.boards(null)).toMatchObject({ boards: [{ name: 'Lamps' }] });
    const request = { ad: adNumber(1), board: { id: 0, name: 'Lamps' }, note: null };
    expect(await desk.save(request)).toMatchObject({ boards: null, waitsFor: 'Lamps' });
    expect(await desk.connect({ address, key: 'mgp_2' })).toHaveProperty('connection');
  });

  it('knows nothing of one account when another is connected', async () => {
    const { desk, model, person } = openOffice();
    model.boards.push('Lamps');
    await desk.connect({ address, key: 'mgp_1' });
    model.weather = 'down';
    await desk.save({ ad: adNumber(1), board: { newName: 'Hers' }, note: null });
    person.userId = 'bob';
    await desk.connect({ address, key: 'mgp_2' });
    expect(await desk.boards(null)).toEqual({ boards: [], newNames: [], last: null });
    expect(await desk.look([adNumber(1)])).toMatchObject([{ waitsFor: null }]);
    model.weather = 'up';
    await desk.sendNow(null);
    expect(model.saved).toEqual([]);
    expect((await desk.waiting(null)).saves).toMatchObject([{ userId: 'ann' }]);
  });

  it('forgets the last board when it is gone, and not when the ad was refused', async () => {
    const { desk, model } = openOffice();
    model.boards.push('Lamps');
    await desk.connect({ address, key: 'mgp_1' });
    model.weather = 'refusing';
    const lamps = { id: 0, name: 'Lamps' };
    const state = await desk.save({ ad: adNumber(1), board: lamps, note: null });
    expect(state).toMatchObject({ problem: 'This ad is none.' });
    expect(await desk.last(null)).toEqual({ board: lamps });
    await desk.save({ ad: adNumber(1), board: { id: 7, name: 'Gone' }, note: null });
    expect(await desk.last(null)).toEqual({ board: null });
  });

  it('saves also where the browser has no room left', async () => {
    const room = { characters: Infinity };
    const { desk, model } = openOffice({ room });
    model.boards.push('Lamps');
    await desk.connect({ address, key: 'mgp_1' });
    room.characters = 0;
    const request = { ad: adNumber(1), board: { id: 0, name: 'Lamps' }, note: null };
    expect(await desk.save(request)).toMatchObject({ boards: [{ name: 'Lamps' }], waitsFor: null });
  });

  it('keeps the host in use and no other, and says what a key lacks', async () => {
    const { desk, person, hosts } = openOffice();
    person.mayRead = false;
    const outcome = await desk.connect({ address, key: 'mgp_1' });
    expect(outcome).toEqual({ problem: expect.stringMatching(/^This key may not read; make one/) });
    person.mayRead = true;
    await desk.connect({ address: `${address}/discover`, key: 'mgp_2' });
    await desk.connect({ address: 'nowhere', key: 'mgp_2' });
    await desk.disconnect(null);
    expect(hosts).toEqual([null, address, address, null]);
  });
});

describe('two accounts of one server', () => {
  /** Each key is its holder's name; `sentBy` tells whose key sent each ad. */
  function openBranch(
    store: Store,
    model: ServerModel,
    sentBy: string[],
  ): { desk: Answerers; queue: SaveQueue } {
    const serverAt = ({ key }: Settings): Server => ({
      ...model.server,
      keyHolder: async () => ({ userId: key, email: `${key}@magpie.example`, mayWrite: true }),
      addToBoard: async (save, repeatKey) => {
        await model.server.addToBoard(save, repeatKey);
        sentBy.push(key);
      },
    });
    const queue = createQueue({
      store,
      server: () => serverInUse(store, serverAt),
      now: () => 0,
      newId: () => crypto.randomUUID(),
      onChange: () => undefined,
      onBoardMade: async () => undefined,
    });
    const desk = createDesk({
      store,
      queue,
      serverAt,
      openSettings: async () => undefined,
      tellPages: () => undefined,
      keepHostOf: async () => undefined,
      patienceMilliseconds: 50,
    });
    return { desk, queue };
  }

  async function annsQueue(
    store: Store,
    model: ServerModel,
    sentBy: string[],
    ads: number,
  ): Promise<Answerers> {
    const { desk } = openBranch(store, model, sentBy);
    model.boards.push('Hers');
    await desk.connect({ address, key: 'ann' });
    model.weather = 'down';
    for (let number = 0; number < ads; number += 1)
      await desk.save({ ad: adNumber(number), board: { id: 0, name: 'Hers' }, note: null });
    model.weather = 'up';
    return desk;
  }

  it('neither sends what waits for the other when the background ends after any write of a change', async () => {
    for (let writes = 0; writes < 6; writes += 1) {
      const [inner, model, sentBy] = [memoryStore(), new ServerModel(), [] as string[]];
      let left = Infinity;
      const ending = new Promise<void>((resolve) => {
        const write: Store['write'] = async (name, value) => {
          left -= 1;
          if (left >= 0) return inner.write(name, value);
          resolve();
          return new Promise(() => undefined);
        };
        void annsQueue({ ...inner, write }, model, sentBy, 1).then((desk) => {
          left = writes;
          return desk.connect({ address, key: 'bob' }).then(() => resolve());
        });
      });
      await ending;
      await openBranch(inner, model, sentBy).queue.release();
      expect(sentBy).not.toContain('bob');
    }
  });

  it('neither sends what waits for the other when they change while it is sent', async () => {
    const [inner, model, sentBy] = [memoryStore(), new ServerModel(), [] as string[]];
    const slowly: Store = {
      ...inner,
      write: async (name, value) => {
        await inner.write(name, value);
        await new Promise((resolve) => {
          setTimeout(resolve, 2);
        });
      },
    };
    const desk = await annsQueue(slowly, model, sentBy, 20);
    const sending = desk.sendNow(null);
    await expect.poll(() => sentBy.length, { interval: 1 }).toBeGreaterThan(3);
    await desk.connect({ address, key: 'bob' });
    await sending;
    expect(sentBy).not.toContain('bob');
  });
});
