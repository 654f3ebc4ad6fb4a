import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIdentity, type SaveQueue, type StoredQueue } from './queue.ts';
import { adNumber, memoryStore, owner, ServerModel, startQueue, type Condition } from './server.fixture.ts';

const conditions: readonly Condition[] = [
  'up',
  'down',
  'losesResponses',
  'failing',
  'busy',
  'rateLimited',
  'unauthorized',
];

/** Waits until the work is done or a call hangs. */
async function untilHanging(model: ServerModel, work: Promise<unknown>): Promise<void> {
  const isHanging = new Promise<void>((resolve) => {
    model.onHanging = resolve;
  });
  await Promise.race([work, isHanging]);
  model.responsesLeft = Infinity;
}

describe('save queue', () => {
  it('delivers every save exactly once despite server and browser failures', async () => {
    const step = fc.oneof(
      fc.record({
        save: fc.constantFrom('Known', 'New', 'Newer'),
        responses: fc.constantFrom(0, 1, 2, Infinity),
      }),
      fc.record({
        send: fc.constantFrom('sendNow', 'release', 'resume'),
        responses: fc.constantFrom(0, 1, 2, Infinity),
      }),
      fc.record({ condition: fc.constantFrom(...conditions) }),
      fc.record({ seconds: fc.constantFrom(1, 60, 700) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const model = new ServerModel();
        model.boards.push('Known');
        const store = memoryStore();
        const controls = { now: 0 };
        let queue = startQueue(model, store, controls);
        const expected: string[] = [];
        const save = (name: string): ReturnType<SaveQueue['save']> => {
          const ad = adNumber(expected.length);
          const board = name === 'Known' ? { id: 0, name } : { newName: name };
          expected.push(`${ad.externalId} on ${name}`);
          return queue.save({ ad, board, note: null }, owner);
        };
        for (const one of steps) {
          if ('condition' in one) model.condition = one.condition;
          else if ('seconds' in one) controls.now += one.seconds * 1000;
          else {
            model.responsesLeft = one.responses;
            await untilHanging(model, 'save' in one ? save(one.save) : queue[one.send]());
            // The browser stops the background in the middle of its work.
            if (one.responses !== Infinity) queue = startQueue(model, store, controls);
          }
        }
        model.condition = 'up';
        const { isHalted, nextTryAt } = await queue.state();
        controls.now = Math.max(controls.now, nextTryAt ?? 0);
        await (isHalted ? queue.release() : queue.resume());
        expect(model.saved.toSorted()).toEqual(expected.toSorted());
        expect(new Set(model.boards).size).toBe(model.boards.length);
        expect(await queue.state()).toMatchObject({ saves: [], nextTryAt: null, problem: null });
      }),
      { numRuns: 100 },
    );
  });

  it('creates a new board once for all its saves', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    model.condition = 'down';
    await queue.save({ ad: adNumber(1), board: { newName: 'Hooks' }, note: null }, owner);
    await queue.save({ ad: adNumber(2), board: { newName: 'hooks' }, note: null }, owner);
    // One idempotency key must have one name.
    expect((await queue.state()).saves.map(({ boardName }) => boardName)).toEqual(['Hooks', 'Hooks']);
    model.condition = 'up';
    await queue.sendNow();
    expect(model.boards).toEqual(['Hooks']);
    expect(model.saved).toEqual(['1 on Hooks', '2 on Hooks']);
  });

  it.each([{ id: 0, name: 'There' }, { newName: 'New' }])('queues a repeated request once', async (board) => {
    const model = new ServerModel();
    model.boards.push('There');
    const queue = startQueue(model, memoryStore());
    model.condition = 'down';
    const first = await queue.save({ ad: adNumber(1), board, note: null }, owner);
    expect(await queue.save({ ad: adNumber(1), board, note: null }, owner)).toEqual(first);
    await queue.save({ ad: adNumber(1), board, note: 'Another.' }, owner);
    await queue.save({ ad: adNumber(1), board: { newName: 'Another' }, note: null }, owner);
    expect((await queue.state()).saves).toHaveLength(3);
  });

  it('identifies an ad by its id on every platform of its library', () => {
    const ad = { externalId: '1', sourceUrl: null };
    const [card, data] = [
      toIdentity({ ...ad, platform: 'facebook' }),
      toIdentity({ ...ad, platform: 'instagram' }),
    ];
    expect(data).toBe(card);
    expect(toIdentity({ ...ad, platform: 'tiktok' })).not.toBe(card);
    const [pin, product] = [
      toIdentity({ ...ad, library: 'pinterest' }),
      toIdentity({ ...ad, library: 'amazon' }),
    ];
    expect(new Set([card, pin, product]).size).toBe(3);
  });

  it('reports a refused save, does not retry it, and replaces it with a new attempt', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    const refused = await queue.save({ ad: adNumber(1), board: { id: 7, name: 'Gone' }, note: null }, owner);
    expect(refused).toMatchObject({ refused: 'There is no board 7.' });
    model.boards.push('There');
    await queue.release();
    expect(model.saved).toEqual([]);
    expect(await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner)).toBe(
      'saved',
    );
    expect((await queue.state()).saves).toEqual([]);
  });

  it('backs off exponentially, and halts on a wrong key until released', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const controls: { last?: StoredQueue; now?: number } = { now: 1000 };
    const queue = startQueue(model, memoryStore(), controls);
    model.condition = 'down';
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    const waits = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const next = controls.last?.nextTryAt ?? 0;
      waits.push(next - (controls.now ?? 0));
      // Too early to count.
      await queue.sendNow();
      controls.now = next;
      await queue.sendNow();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map((seconds) => seconds * 1000));
    model.condition = 'unauthorized';
    await queue.sendNow();
    expect(controls.last).toMatchObject({ isHalted: true, nextTryAt: null });
    model.condition = 'up';
    await queue.sendNow();
    expect(model.saved).toEqual([]);
    await queue.release();
    expect(model.saved).toEqual(['1 on There']);
  });

  it('respects Retry-After, also for manual attempts', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const controls: { last?: StoredQueue; now: number } = { now: 1000 };
    const queue = startQueue(model, memoryStore(), controls);
    model.condition = 'rateLimited';
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    model.condition = 'up';
    await queue.save({ ad: adNumber(2), board: { id: 0, name: 'There' }, note: null }, owner);
    await queue.sendNow();
    await queue.release();
    expect(model.calls).toBe(1);
    expect(controls.last).toMatchObject({
      nextTryAt: 601_000,
      problem: 'The server is rate limiting requests.',
    });
    controls.now = 601_000;
    await queue.sendNow();
    expect(model.saved).toEqual(['1 on There', '2 on There']);
  });

  it.each([
    ['server', { ...owner, address: 'https://other.example' }],
    ['account', { ...owner, userId: 'bob' }],
  ])('sends saves for one %s to no other', async (_, other) => {
    const model = new ServerModel();
    model.boards.push('There');
    const controls = { at: other };
    const queue = startQueue(model, memoryStore(), controls);
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    expect(model.calls).toBe(0);
    controls.at = owner;
    await queue.sendNow();
    expect(model.saved).toEqual(['1 on There']);
  });

  it('sends a refused save again on retry', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    model.condition = 'refusing';
    const save = await queue.save({ ad: adNumber(1), board: { newName: 'Hooks' }, note: null }, owner);
    expect(save).toMatchObject({ refused: 'Invalid ad.' });
    model.condition = 'up';
    await queue.retry(save === 'saved' ? '' : save.id);
    expect(model.saved).toEqual(['1 on Hooks']);
  });

  it('sends directly when storage is full, and fails if it cannot', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const queue = startQueue(model, memoryStore({ characters: 0 }));
    const request = { ad: adNumber(1), board: { id: 0, name: 'There' }, note: null };
    expect(await queue.save(request, owner)).toBe('saved');
    expect(model.saved).toEqual(['1 on There']);
    model.condition = 'down';
    await expect(queue.save(request, owner)).rejects.toThrow(
      'The server cannot be reached. Not saved: the browser’s extension storage is full.',
    );
  });
});
