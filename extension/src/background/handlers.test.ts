import { describe, expect, it } from 'vitest';
import { createHandlers, currentServer } from './handlers.ts';
import type { MessageHandlers } from './messages.ts';
import { createQueue, type SaveQueue } from './queue.ts';
import type { Server, ServerSettings } from './server.ts';
import { owner, adNumber, memoryStore, refusal, ServerModel, startQueue } from './server.fixture.ts';
import type { Store } from './store.ts';

const { address } = owner;

interface Setup {
  readonly handlers: MessageHandlers;
  readonly model: ServerModel;
  /** The owner of the next key. */
  readonly person: { userId: string; canRead: boolean };
  /** The arguments of revokeHosts. */
  readonly hosts: (string | null)[];
}

function setUp({ room = { characters: Infinity }, timeoutMs = 5000 } = {}): Setup {
  const model = new ServerModel();
  const person = { userId: 'ann', canRead: true };
  const hosts: (string | null)[] = [];
  const store = memoryStore(room);
  const controls = {
    get at() {
      return { address, userId: person.userId };
    },
  };
  const queue = startQueue(model, store, controls);
  const handlers = createHandlers({
    store,
    queue,
    serverAt: () => ({
      ...model.server,
      keyOwner: async () => {
        if (!person.canRead) throw refusal(403);
        return { userId: person.userId, email: `${person.userId}@magpie.example`, canWrite: true };
      },
    }),
    openSettings: async () => undefined,
    notifyPages: () => undefined,
    revokeHosts: async (used) => void hosts.push(used),
    timeoutMs,
  });
  return { handlers, model, person, hosts };
}

describe('message handlers', () => {
  it('reuse a last board that was created after an outage', async () => {
    const { handlers, model } = setUp();
    await handlers.connect({ address, key: 'mgp_1' });
    model.condition = 'down';
    await handlers.save({ ad: adNumber(1), board: { newName: 'Made later' }, note: null });
    model.condition = 'up';
    await handlers.sendNow(null);
    const last = await handlers.lastBoard(null);
    expect(last).toEqual({ board: { id: 0, name: 'Made later' } });
    // Also from a page that still has its name only.
    await handlers.save({ ad: adNumber(2), board: { newName: 'Made later' }, note: null });
    expect(model.boards).toEqual(['Made later']);
    expect(model.saved).toEqual(['1 on Made later', '2 on Made later']);
  });

  it('return cached data while the server hangs', async () => {
    const { handlers, model } = setUp({ timeoutMs: 1 });
    model.boards.push('Lamps');
    await handlers.connect({ address, key: 'mgp_1' });
    model.responsesLeft = 0;
    expect(await handlers.boards(null)).toMatchObject({ boards: [{ name: 'Lamps' }] });
    const request = { ad: adNumber(1), board: { id: 0, name: 'Lamps' }, note: null };
    expect(await handlers.save(request)).toMatchObject({ boards: null, waitsFor: 'Lamps' });
    expect(await handlers.connect({ address, key: 'mgp_2' })).toHaveProperty('connection');
  });

  it('show nothing of one account to another', async () => {
    const { handlers, model, person } = setUp();
    model.boards.push('Lamps');
    await handlers.connect({ address, key: 'mgp_1' });
    model.condition = 'down';
    await handlers.save({ ad: adNumber(1), board: { newName: 'Hers' }, note: null });
    person.userId = 'bob';
    await handlers.connect({ address, key: 'mgp_2' });
    expect(await handlers.boards(null)).toEqual({ boards: [], newNames: [], last: null });
    expect(await handlers.adStates([adNumber(1)])).toMatchObject([{ waitsFor: null }]);
    model.condition = 'up';
    await handlers.sendNow(null);
    expect(model.saved).toEqual([]);
    expect((await handlers.queueState(null)).saves).toMatchObject([{ userId: 'ann' }]);
  });

  it('clear the last board when it is gone, but not when an ad is refused', async () => {
    const { handlers, model } = setUp();
    model.boards.push('Lamps');
    await handlers.connect({ address, key: 'mgp_1' });
    model.condition = 'refusing';
    const lamps = { id: 0, name: 'Lamps' };
    const state = await handlers.save({ ad: adNumber(1), board: lamps, note: null });
    expect(state).toMatchObject({ problem: 'Invalid ad.' });
    expect(await handlers.lastBoard(null)).toEqual({ board: lamps });
    await handlers.save({ ad: adNumber(1), board: { id: 7, name: 'Gone' }, note: null });
    expect(await handlers.lastBoard(null)).toEqual({ board: null });
  });

  it('save when storage is full', async () => {
    const room = { characters: Infinity };
    const { handlers, model } = setUp({ room });
    model.boards.push('Lamps');
    await handlers.connect({ address, key: 'mgp_1' });
    room.characters = 0;
    const request = { ad: adNumber(1), board: { id: 0, name: 'Lamps' }, note: null };
    expect(await handlers.save(request)).toMatchObject({ boards: [{ name: 'Lamps' }], waitsFor: null });
  });

  it('revoke unused hosts and report missing scopes', async () => {
    const { handlers, person, hosts } = setUp();
    person.canRead = false;
    const outcome = await handlers.connect({ address, key: 'mgp_1' });
    expect(outcome).toEqual({ problem: expect.stringMatching(/^This key cannot read\. Create one/) });
    person.canRead = true;
    await handlers.connect({ address: `${address}/discover`, key: 'mgp_2' });
    await handlers.connect({ address: 'nowhere', key: 'mgp_2' });
    await handlers.disconnect(null);
    expect(hosts).toEqual([null, address, address, null]);
  });
});

describe('two accounts of one server', () => {
  /** Each key is its owner's name; `sentBy` collects the key of each sent ad. */
  function setUpAccounts(
    store: Store,
    model: ServerModel,
    sentBy: string[],
  ): { handlers: MessageHandlers; queue: SaveQueue } {
    const serverAt = ({ key }: ServerSettings): Server => ({
      ...model.server,
      keyOwner: async () => ({ userId: key, email: `${key}@magpie.example`, canWrite: true }),
      addToBoard: async (save, idempotencyKey) => {
        await model.server.addToBoard(save, idempotencyKey);
        sentBy.push(key);
      },
    });
    const queue = createQueue({
      store,
      server: () => currentServer(store, serverAt),
      now: () => 0,
      newId: () => crypto.randomUUID(),
      onChange: () => undefined,
      onBoardCreated: async () => undefined,
    });
    const handlers = createHandlers({
      store,
      queue,
      serverAt,
      openSettings: async () => undefined,
      notifyPages: () => undefined,
      revokeHosts: async () => undefined,
      timeoutMs: 50,
    });
    return { handlers, queue };
  }

  async function annsQueue(
    store: Store,
    model: ServerModel,
    sentBy: string[],
    ads: number,
  ): Promise<MessageHandlers> {
    const { handlers } = setUpAccounts(store, model, sentBy);
    model.boards.push('Hers');
    await handlers.connect({ address, key: 'ann' });
    model.condition = 'down';
    for (let number = 0; number < ads; number += 1)
      await handlers.save({ ad: adNumber(number), board: { id: 0, name: 'Hers' }, note: null });
    model.condition = 'up';
    return handlers;
  }

  it('never send saves of the other when the background stops after any write of an account change', async () => {
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
        void annsQueue({ ...inner, write }, model, sentBy, 1).then((handlers) => {
          left = writes;
          return handlers.connect({ address, key: 'bob' }).then(() => resolve());
        });
      });
      await ending;
      await setUpAccounts(inner, model, sentBy).queue.release();
      expect(sentBy).not.toContain('bob');
    }
  });

  it('never send saves of the other when the account changes during sending', async () => {
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
    const handlers = await annsQueue(slowly, model, sentBy, 20);
    const sending = handlers.sendNow(null);
    await expect.poll(() => sentBy.length, { interval: 1 }).toBeGreaterThan(3);
    await handlers.connect({ address, key: 'bob' });
    await sending;
    expect(sentBy).not.toContain('bob');
  });
});
