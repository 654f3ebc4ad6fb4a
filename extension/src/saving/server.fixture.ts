import { TRPCClientError } from '@trpc/client';
import type { CapturedAdInput } from '../capture/index.ts';
import { rememberMade } from './desk.ts';
import { NoAnswer } from './failure.ts';
import { createQueue, type Owner, type SaveQueue, type Waiting } from './queue.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

export const owner: Owner = { address: 'https://magpie.example', userId: 'ann' };

export function adNumber(number: number): CapturedAdInput {
  return { platform: 'tiktok', externalId: String(number), companyName: `Company ${number}` };
}

export function refusal(httpStatus: number, message = 'No.', headers: Record<string, string> = {}): Error {
  const error = { code: -32_600, message, data: { code: '', httpStatus, requestId: '' } };
  return TRPCClientError.from({ error }, { meta: { response: { headers: new Headers(headers) } } });
}

type Fault = 'down' | 'losesAnswers' | 'failing' | 'busy' | 'asksToWait' | 'closed' | 'refusing';
export type Weather = 'up' | Fault;

const refusals: Partial<Record<Weather, () => Error>> = {
  down: () => new NoAnswer('down'),
  failing: () => refusal(500),
  busy: () => refusal(429),
  asksToWait: () => refusal(429, 'No.', { 'retry-after': '600' }),
  closed: () => refusal(401),
};

/** Does what the real one does with repeats: each key has one effect and one answer. */
export class ServerModel {
  weather: Weather = 'up';
  /** After so many calls it answers nobody any more. */
  answersLeft = Infinity;
  calls = 0;
  /** Called when somebody is left without an answer. */
  onHanging = (): void => undefined;
  readonly boards: string[] = [];
  readonly saved: string[] = [];
  readonly #answers = new Map<string, number | Error>();

  async #answer(act: () => number): Promise<number> {
    this.calls += 1;
    const refused = refusals[this.weather]?.();
    if (refused !== undefined) throw refused;
    this.answersLeft -= 1;
    const answer = act();
    if (this.answersLeft < 0) {
      this.onHanging();
      return new Promise(() => undefined);
    }
    if (this.weather === 'losesAnswers') throw new NoAnswer('lost');
    return answer;
  }

  #answerOnce(repeatKey: string, act: () => number): Promise<number> {
    return this.#answer(() => {
      const answer =
        this.#answers.get(repeatKey) ??
        (this.weather === 'refusing' ? refusal(400, 'This ad is none.') : act());
      this.#answers.set(repeatKey, answer);
      if (answer instanceof Error) throw answer;
      return answer;
    });
  }

  readonly server: Server = {
    boards: async () => {
      await this.#answer(() => 0);
      return this.boards.map((name, id) => ({ id, name, within: [], isOpen: true }));
    },
    findSaved: async (ads) => {
      await this.#answer(() => 0);
      return ads.map(({ externalId }) => ({
        boardIds: [...this.boards.keys()].filter((id) =>
          this.saved.includes(`${externalId} on ${this.boards[id]}`),
        ),
        note: null,
      }));
    },
    keyHolder: async () => ({ userId: 'ann', email: 'ann@magpie.example', mayWrite: true }),
    createBoard: (name, repeatKey) => this.#answerOnce(repeatKey, () => this.boards.push(name) - 1),
    addToBoard: async ({ boardId, ad }, repeatKey) => {
      if (boardId >= this.boards.length) throw refusal(404, `There is no board ${boardId}.`);
      await this.#answerOnce(repeatKey, () => this.saved.push(`${ad.externalId} on ${this.boards[boardId]}`));
    },
  };
}

/** Keeps nothing that is longer than `room`. */
export function memoryStore(room = { characters: Infinity }): Store {
  const kept = new Map<string, string>();
  return {
    read: async (name, otherwise) => JSON.parse(kept.get(name) ?? JSON.stringify(otherwise)),
    write: async (name, value) => {
      const text = JSON.stringify(value);
      if (text.length > room.characters) throw new Error('Resource::kQuotaBytes quota exceeded');
      kept.set(name, text);
    },
  };
}

interface Told {
  last?: Waiting;
  now?: number;
  at?: Owner;
}

export function startQueue(model: ServerModel, store: Store, told: Told = {}): SaveQueue {
  return createQueue({
    store,
    server: async () => ({ ...model.server, ...(told.at ?? owner) }),
    now: () => told.now ?? 0,
    newId: () => crypto.randomUUID(),
    onChange: (waiting) => {
      told.last = waiting;
    },
    onBoardMade: (board) => rememberMade(board, store),
  });
}
