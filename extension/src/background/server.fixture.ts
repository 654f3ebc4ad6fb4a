import { TRPCClientError } from '@trpc/client';
import type { CapturedAdInput } from '../sites/types.ts';
import { updateLastBoard } from './handlers.ts';
import { NoResponseError } from './failure.ts';
import { createQueue, type QueueOwner, type SaveQueue, type StoredQueue } from './queue.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';

export const owner: QueueOwner = { address: 'https://magpie.example', userId: 'ann' };

export function adNumber(number: number): CapturedAdInput {
  return { platform: 'tiktok', externalId: String(number), companyName: `Company ${number}` };
}

export function refusal(httpStatus: number, message = 'No.', headers: Record<string, string> = {}): Error {
  const error = { code: -32_600, message, data: { code: '', httpStatus, requestId: '' } };
  return TRPCClientError.from({ error }, { meta: { response: { headers: new Headers(headers) } } });
}

type Fault = 'down' | 'losesResponses' | 'failing' | 'busy' | 'rateLimited' | 'unauthorized' | 'refusing';
export type Condition = 'up' | Fault;

const refusals: Partial<Record<Condition, () => Error>> = {
  down: () => new NoResponseError('down'),
  failing: () => refusal(500),
  busy: () => refusal(429),
  rateLimited: () => refusal(429, 'No.', { 'retry-after': '600' }),
  unauthorized: () => refusal(401),
};

/** Models the server's idempotency: each key has one effect and one response. */
export class ServerModel {
  condition: Condition = 'up';
  /** Calls beyond this number hang. */
  responsesLeft = Infinity;
  calls = 0;
  /** Called when a call hangs. */
  onHanging = (): void => undefined;
  readonly boards: string[] = [];
  readonly saved: string[] = [];
  readonly #responses = new Map<string, number | Error>();

  async #respond(act: () => number): Promise<number> {
    this.calls += 1;
    const refused = refusals[this.condition]?.();
    if (refused !== undefined) throw refused;
    this.responsesLeft -= 1;
    const response = act();
    if (this.responsesLeft < 0) {
      this.onHanging();
      return new Promise(() => undefined);
    }
    if (this.condition === 'losesResponses') throw new NoResponseError('lost');
    return response;
  }

  #respondOnce(idempotencyKey: string, act: () => number): Promise<number> {
    return this.#respond(() => {
      const response =
        this.#responses.get(idempotencyKey) ??
        (this.condition === 'refusing' ? refusal(400, 'Invalid ad.') : act());
      this.#responses.set(idempotencyKey, response);
      if (response instanceof Error) throw response;
      return response;
    });
  }

  readonly server: Server = {
    boards: async () => {
      await this.#respond(() => 0);
      return this.boards.map((name, id) => ({ id, name, within: [], isOpen: true }));
    },
    findSaved: async (ads) => {
      await this.#respond(() => 0);
      return ads.map(({ externalId }) => ({
        boardIds: [...this.boards.keys()].filter((id) =>
          this.saved.includes(`${externalId} on ${this.boards[id]}`),
        ),
        note: null,
      }));
    },
    keyOwner: async () => ({ userId: 'ann', email: 'ann@magpie.example', canWrite: true }),
    createBoard: (name, idempotencyKey) =>
      this.#respondOnce(idempotencyKey, () => this.boards.push(name) - 1),
    addToBoard: async ({ boardId, ad }, idempotencyKey) => {
      if (boardId >= this.boards.length) throw refusal(404, `There is no board ${boardId}.`);
      await this.#respondOnce(idempotencyKey, () =>
        this.saved.push(`${ad.externalId} on ${this.boards[boardId]}`),
      );
    },
  };
}

/** Rejects values longer than `room`. */
export function memoryStore(room = { characters: Infinity }): Store {
  const stored = new Map<string, string>();
  return {
    read: async (name, fallback) => JSON.parse(stored.get(name) ?? JSON.stringify(fallback)),
    write: async (name, value) => {
      const text = JSON.stringify(value);
      if (text.length > room.characters) throw new Error('Resource::kQuotaBytes quota exceeded');
      stored.set(name, text);
    },
  };
}

interface Controls {
  last?: StoredQueue;
  now?: number;
  at?: QueueOwner;
}

export function startQueue(model: ServerModel, store: Store, controls: Controls = {}): SaveQueue {
  return createQueue({
    store,
    server: async () => ({ ...model.server, ...(controls.at ?? owner) }),
    now: () => controls.now ?? 0,
    newId: () => crypto.randomUUID(),
    onChange: (waiting) => {
      controls.last = waiting;
    },
    onBoardCreated: (board) => updateLastBoard(board, store),
  });
}
