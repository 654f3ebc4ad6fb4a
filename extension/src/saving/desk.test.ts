import { describe, expect, it } from 'vitest';
import { createDesk } from './desk.ts';
import type { Answerers } from './messages.ts';
import { owner, adNumber, memoryStore, refusal, ServerModel, startQueue } from './server.fixture.ts';

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
