import { TRPCClientError } from '@trpc/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapturedAdInput } from '../capture/index.ts';
import { NoAnswer } from './failure.ts';
import { createQueue, type SaveQueue, type Waiting } from './queue.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

const address = 'https://magpie.example';

function adNumber(number: number): CapturedAdInput {
  return { platform: 'tiktok', externalId: String(number), companyName: `Company ${number}` };
}

function refusal(httpStatus: number, message = 'No.'): Error {
  return TRPCClientError.from({
    error: { code: -32_600, message, data: { code: '', httpStatus, requestId: '' } },
  });
}

type Weather = 'up' | 'down' | 'losesAnswers' | 'failing' | 'busy' | 'closed';

/** Does what the real one does with repeats: each key has one effect and one answer. */
class ServerModel {
  weather: Weather = 'up';
  readonly boards: string[] = [];
  readonly saved: string[] = [];
  readonly #answers = new Map<string, number>();

  async #answer(repeatKey: string, act: () => number): Promise<number> {
    if (this.weather === 'down') throw new NoAnswer('down');
    if (this.weather === 'failing') throw refusal(500);
    if (this.weather === 'busy') throw refusal(429);
    if (this.weather === 'closed') throw refusal(401);
    const answer = this.#answers.get(repeatKey) ?? act();
    this.#answers.set(repeatKey, answer);
    if (this.weather === 'losesAnswers') throw new NoAnswer('lost');
    return answer;
  }

  readonly server: Pick<Server, 'createBoard' | 'addToBoard'> = {
    createBoard: (name, repeatKey) => this.#answer(repeatKey, () => this.boards.push(name) - 1),
    addToBoard: async ({ boardId, ad }, repeatKey) => {
      if (boardId >= this.boards.length) throw refusal(404, `There is no board ${boardId}.`);
      await this.#answer(repeatKey, () => this.saved.push(`${ad.externalId} on ${this.boards[boardId]}`));
    },
  };
}

function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    read: async (name, otherwise) => JSON.parse(kept.get(name) ?? JSON.stringify(otherwise)),
    write: async (name, value) => void kept.set(name, JSON.stringify(value)),
  };
}

function startQueue(
  model: ServerModel,
  store: Store,
  told: { last?: Waiting; now?: number; at?: string } = {},
): SaveQueue {
  let ids = 0;
  const unused = async () => [];
  const keyHolder = async () => ({ email: '', mayWrite: true });
  return createQueue({
    store,
    server: async () => ({
      ...model.server,
      boards: unused,
      findSaved: unused,
      keyHolder,
      address: told.at ?? address,
    }),
    now: () => told.now ?? 0,
    newId: () => `${Math.random()} ${(ids += 1)}`,
    onChange: async (waiting) => {
      told.last = waiting;
    },
  });
}

describe('the queue', () => {
  it('brings everything to the server once, whatever the server and the browser do', async () => {
    const weather = fc.constantFrom<Weather>('up', 'down', 'losesAnswers', 'failing', 'busy', 'closed');
    const step = fc.oneof(
      fc.record({ save: fc.constantFrom('Known', 'New', 'Newer') }),
      fc.record({ weather }),
      fc.constantFrom('restart', 'sendNow', 'release', 'resume'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const model = new ServerModel();
        model.boards.push('Known');
        const store = memoryStore();
        let queue = startQueue(model, store);
        const expected: string[] = [];
        for (const one of steps) {
          if (one === 'restart') queue = startQueue(model, store);
          else if (typeof one === 'string') await queue[one]();
          else if ('weather' in one) model.weather = one.weather;
          else {
            const ad = adNumber(expected.length);
            const board = one.save === 'Known' ? { id: 0, name: 'Known' } : { newName: one.save };
            expected.push(`${ad.externalId} on ${one.save}`);
            await queue.save({ ad, board, note: null }, address);
          }
        }
        model.weather = 'up';
        await queue.release();
        expect(model.saved.toSorted()).toEqual(expected.toSorted());
        expect(await queue.waiting()).toMatchObject({ saves: [], nextTryAt: null, problem: null });
      }),
      { numRuns: 60 },
    );
  });

  it('makes a new board once for all that wait for it', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    model.weather = 'down';
    await queue.save({ ad: adNumber(1), board: { newName: 'Hooks' }, note: null }, address);
    await queue.save({ ad: adNumber(2), board: { newName: 'hooks' }, note: null }, address);
    model.weather = 'up';
    await queue.sendNow();
    expect(model.boards).toEqual(['Hooks']);
    expect(model.saved).toEqual(['1 on Hooks', '2 on Hooks']);
  });

  it('tells what the server refuses, does not send it again, and gives way to another try', async () => {
    const model = new ServerModel();
    const queue = startQueue(model, memoryStore());
    const refused = await queue.save(
      { ad: adNumber(1), board: { id: 7, name: 'Gone' }, note: null },
      address,
    );
    expect(refused).toMatchObject({ refused: 'There is no board 7.' });
    model.boards.push('There');
    await queue.release();
    expect(model.saved).toEqual([]);
    expect(await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, address)).toBe(
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
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, address);
    const waits = [];
    for (let tries = 0; tries < 9; tries += 1) {
      waits.push((told.last?.nextTryAt ?? 0) - 1000);
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

  it('sends what was saved for one server to no other', async () => {
    const model = new ServerModel();
    model.boards.push('There');
    const told = { at: 'https://other.example' };
    const queue = startQueue(model, memoryStore(), told);
    await queue.save({ ad: adNumber(1), board: { id: 0, name: 'There' }, note: null }, address);
    expect(model.saved).toEqual([]);
    told.at = address;
    await queue.sendNow();
    expect(model.saved).toEqual(['1 on There']);
  });
});
