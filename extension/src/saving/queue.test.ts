import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityOf, type SaveQueue, type Waiting } from './queue.ts';
import { adNumber, memoryStore, owner, ServerModel, startQueue, type Weather } from './server.fixture.ts';

const weathers: readonly Weather[] = [
  'up',
  'down',
  'losesAnswers',
  'failing',
  'busy',
  'asksToWait',
  'closed',
];

/** Until it has no answer any more, or nothing to ask. */
async function untilCutOff(model: ServerModel, work: Promise<unknown>): Promise<void> {
  const isHanging = new Promise<void>((resolve) => {
    model.onHanging = resolve;
  });
  await Promise.race([work, isHanging]);
  model.answersLeft = Infinity;
}

describe('the queue', () => {
  it('brings everything to the server once, whatever the server and the browser do', async () => {
    const step = fc.oneof(
      fc.record({
        save: fc.constantFrom('Known', 'New', 'Newer'),
        answers: fc.constantFrom(0, 1, 2, Infinity),
      }),
      fc.record({
        send: fc.constantFrom('sendNow', 'release', 'resume'),
        answers: fc.constantFrom(0, 1, 2, Infinity),
      }),
      fc.record({ weather: fc.constantFrom(...weathers) }),
      fc.record({ seconds: fc.constantFrom(1, 60, 700) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const model = new ServerModel();
        model.boards.push('Known');
        const store = memoryStore();
        const told = { now: 0 };
        let queue = startQueue(model, store, told);
        const expected: string[] = [];
        const save = (name: string): ReturnType<SaveQueue['save']> => {
          const ad = adNumber(expected.length);
          const board = name === 'Known' ? { id: 0, name } : { newName: name };
          expected.push(`${ad.externalId} on ${name}`);
          return queue.save({ ad, board, note: null }, owner);
        };
        for (const one of steps) {
          if ('weather' in one) model.weather = one.weather;
          else if ('seconds' in one) told.now += one.seconds * 1000;
          else {
            model.answersLeft = one.answers;
            await untilCutOff(model, 'save' in one ? save(one.save) : queue[one.send]());
            // The browser ends the background in the middle of what it does.
            if (one.answers !== Infinity) queue = startQueue(model, store, told);
          }
        }
        model.weather = 'up';
        const { isHalted, nextTryAt } = await queue.waiting();
        told.now = Math.max(told.now, nextTryAt ?? 0);
        await (isHalted ? queue.release() : queue.resume());
        expect(model.saved.toSorted()).toEqual(expected.toSorted());
        expect(new Set(model.boards).size).toBe(model.boards.length);
        expect(await queue.waiting()).toMatchObject({ saves: [], nextTryAt: null, problem: null });
      }),
      { numRuns: 100 },
    );
  });

  it('makes a new board once for all that wait for it', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    model.weather = 'down';
    await queue.save({ ad: adNumber(1), board: { newName: 'Hooks' }, note: null }, owner);
    await queue.save({ ad: adNumber(2), board: { newName: 'hooks' }, note: null }, owner);
    // Under one key the server takes one name.
    expect((await queue.waiting()).saves.map(({ boardName }) => boardName)).toEqual(['Hooks', 'Hooks']);
    model.weather = 'up';
    await queue.sendNow();
    expect(model.boards).toEqual(['Hooks']);
    expect(model.saved).toEqual(['1 on Hooks', '2 on Hooks']);
  });

  it.each([{ id: 0, name: 'There' }, { newName: 'New' }])(
    'keeps once what a page asks for twice, as when it had no answer the first time',
    async (board) => {
      const model = new ServerModel();
      model.boards.push('There');
      const queue = startQueue(model, memoryStore());
      model.weather = 'down';
      const first = await queue.save({ ad: adNumber(1), board, note: null }, owner);
      expect(await queue.save({ ad: adNumber(1), board, note: null }, owner)).toEqual(first);
      await queue.save({ ad: adNumber(1), board, note: 'Another.' }, owner);
      await queue.save({ ad: adNumber(1), board: { newName: 'Another' }, note: null }, owner);
      expect((await queue.waiting()).saves).toHaveLength(3);
    },
  );

  it('knows an ad by its number whichever platform of its library it is read on', () => {
    const ad = { externalId: '1', sourceUrl: null };
    const [card, data] = [
      identityOf({ ...ad, platform: 'facebook' }),
      identityOf({ ...ad, platform: 'instagram' }),
    ];
    expect(data).toBe(card);
    expect(identityOf({ ...ad, platform: 'tiktok' })).not.toBe(card);
  });

  it('tells what the server refuses, does not send it again, and gives way to another try', async () => {
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
    expect((await queue.waiting()).saves).toEqual([]);
  });

  it('waits longer each time, and is stopped by a wrong key until it is released', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const told: { last?: Waiting; now?: number } = { now: 1000 };
    const queue = startQueue(model, memoryStore(), told);
    model.weather = 'down';
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    const waits = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const next = told.last?.nextTryAt ?? 0;
      waits.push(next - (told.now ?? 0));
      // Too early to count.
      await queue.sendNow();
      told.now = next;
      await queue.sendNow();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map((seconds) => seconds * 1000));
    model.weather = 'closed';
    await queue.sendNow();
    expect(told.last).toMatchObject({ isHalted: true, nextTryAt: null });
    model.weather = 'up';
    await queue.sendNow();
    expect(model.saved).toEqual([]);
    await queue.release();
    expect(model.saved).toEqual(['1 on There']);
  });

  it('waits as long as the server asks, whoever presses meanwhile', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const told: { last?: Waiting; now: number } = { now: 1000 };
    const queue = startQueue(model, memoryStore(), told);
    model.weather = 'asksToWait';
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    model.weather = 'up';
    await queue.save({ ad: adNumber(2), board: { id: 0, name: 'There' }, note: null }, owner);
    await queue.sendNow();
    await queue.release();
    expect(model.calls).toBe(1);
    expect(told.last).toMatchObject({ nextTryAt: 601_000, problem: 'The server asks to wait a little.' });
    told.now = 601_000;
    await queue.sendNow();
    expect(model.saved).toEqual(['1 on There', '2 on There']);
  });

  it.each([
    ['server', { ...owner, address: 'https://other.example' }],
    ['account', { ...owner, userId: 'bob' }],
  ])('sends what was saved for one %s to no other', async (_, other) => {
    const model = new ServerModel();
    model.boards.push('There');
    const told = { at: other };
    const queue = startQueue(model, memoryStore(), told);
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, owner);
    expect(model.calls).toBe(0);
    told.at = owner;
    await queue.sendNow();
    expect(model.saved).toEqual(['1 on There']);
  });

  it('sends what was refused once more when it is told to', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    model.weather = 'refusing';
    const save = await queue.save({ ad: adNumber(1), board: { newName: 'Hooks' }, note: null }, owner);
    expect(save).toMatchObject({ refused: 'This ad is none.' });
    model.weather = 'up';
    await queue.retry(save === 'saved' ? '' : save.id);
    expect(model.saved).toEqual(['1 on Hooks']);
  });

  it('sends at once what the browser has no room for, and says when it cannot', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const queue = startQueue(model, memoryStore({ characters: 0 }));
    const request = { ad: adNumber(1), board: { id: 0, name: 'There' }, note: null };
    expect(await queue.save(request, owner)).toBe('saved');
    expect(model.saved).toEqual(['1 on There']);
    model.weather = 'down';
    await expect(queue.save(request, owner)).rejects.toThrow(
      'The server cannot be reached. This was not saved: the browser has no room left for what waits.',
    );
  });
});
