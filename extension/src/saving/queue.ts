import type { CapturedAdInput } from '../capture/index.ts';
import { type Failure, failureOf } from './failure.ts';
import type { Server } from './server.ts';
import type { Store } from './store.ts';
import { inTurn, once } from './turns.ts';

/** A board of the server, or one that is yet to be made there. */
export type SaveBoard = { readonly id: number; readonly name: string } | { readonly newName: string };

export interface SaveRequest {
  readonly ad: CapturedAdInput;
  readonly board: SaveBoard;
  readonly note: string | null;
}

/** Something that was saved here and is not on the server yet. */
export interface WaitingSave {
  /** Also what the server recognises a repeat by. */
  readonly id: string;
  /** The server that it was saved for: its boards mean nothing on another. */
  readonly address: string;
  readonly ad: CapturedAdInput;
  readonly boardName: string;
  /** The board, or what the server recognises the making of it by. */
  readonly board: { readonly id: number } | { readonly draft: string };
  readonly note: string | null;
  /** Why the server will not have it; it is not sent again. */
  readonly refused?: string;
}

export interface Waiting {
  readonly saves: readonly WaitingSave[];
  /** How often in a row nothing could be sent. */
  readonly failures: number;
  readonly nextTryAt: number | null;
  /** Why nothing is sent at present. */
  readonly problem: string | null;
  /** Nothing is sent until the key is right. */
  readonly isHalted: boolean;
}

interface QueueParts {
  readonly store: Store;
  /** The server in use and its address; undefined before one is set up. */
  readonly server: () => Promise<(Server & { readonly address: string }) | undefined>;
  readonly now: () => number;
  readonly newId: () => string;
  /** To be called after every change, with what waits now. */
  readonly onChange: (waiting: Waiting) => Promise<void>;
}

export interface SaveQueue {
  /** Keeps it first, then tries to send all that waits; tells what became of it. */
  readonly save: (request: SaveRequest, address: string) => Promise<WaitingSave | 'saved'>;
  /** After the background was asleep, or the browser closed: sends what is due, and sees to the rest being sent. */
  readonly resume: () => Promise<void>;
  /** Sends what waits, however long it was to wait. */
  readonly sendNow: () => Promise<void>;
  /** The key was changed or proved right: nothing holds the queue any more. */
  readonly release: () => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly waiting: () => Promise<Waiting>;
}

const stored = 'waiting';
const nothing: Waiting = { saves: [], failures: 0, nextTryAt: null, problem: null, isHalted: false };

const firstWait = 30_000;
const longestWait = 3_600_000;

/** Longer each time, and never shorter than the server asks. */
function waitAfter(failures: number, { waitSeconds }: Failure): number {
  const growing = Math.min(firstWait * 2 ** (failures - 1), longestWait);
  return Math.max(growing, waitSeconds * 1000);
}

export function createQueue({ store, server, now, newId, onChange }: QueueParts): SaveQueue {
  const changesInTurn = inTurn();
  const waiting = (): Promise<Waiting> => store.read(stored, nothing);
  const change = (how: (before: Waiting) => Waiting): Promise<void> =>
    changesInTurn(async () => {
      const after = settled(how(await waiting()));
      await store.write(stored, after);
      await onChange(after);
    });

  /** A board that is yet to be made is made first, once for all that wait for it. */
  const deliver = async (to: Server, { id, board, boardName, ad, note }: WaitingSave): Promise<void> => {
    const boardId = 'id' in board ? board.id : await to.createBoard(boardName, board.draft);
    if ('draft' in board) await change((before) => withBoard(before, board.draft, boardId));
    await to.addToBoard({ boardId, ad, note }, id);
  };

  const send = once(async () => {
    for (;;) {
      const to = await server();
      const { saves, isHalted } = await waiting();
      const next = saves.find(({ address, refused }) => address === to?.address && refused === undefined);
      if (to === undefined || next === undefined || isHalted) return;
      try {
        await deliver(to, next);
        await change((before) => ({ ...without(before, next.id), ...unhindered }));
      } catch (error) {
        const failure = failureOf(error);
        await change((before) => afterFailure(before, next, failure, now()));
        if (failure.kind !== 'refused') return;
      }
    }
  });

  return {
    save: async (request, address) => {
      const id = newId();
      await change((before) => withSave(before, request, address, { id, draft: newId(), now: now() }));
      await send();
      return (await waiting()).saves.find((save) => save.id === id) ?? 'saved';
    },
    resume: async () => {
      const found = await waiting();
      if (found.nextTryAt !== null && found.nextTryAt <= now()) await send();
      else if (found.saves.length > 0) await onChange(found);
    },
    sendNow: send,
    release: async () => {
      await change((before) => ({ ...before, ...unhindered }));
      await send();
    },
    remove: (id) => change((before) => without(before, id)),
    waiting,
  };
}

const unhindered = { failures: 0, nextTryAt: null, problem: null, isHalted: false };

/** Where nothing is to be sent, nothing hinders it. */
function settled(waiting: Waiting): Waiting {
  return waiting.saves.some(({ refused }) => refused === undefined) ? waiting : { ...waiting, ...unhindered };
}

/** Takes the place of what was refused of the same ad; a new board that waits already is not made twice. */
function withSave(
  before: Waiting,
  { ad, board, note }: SaveRequest,
  address: string,
  fresh: { readonly id: string; readonly draft: string; readonly now: number },
): Waiting {
  const saves = before.saves.filter(
    (save) => save.refused === undefined || identityOf(save.ad) !== identityOf(ad),
  );
  const save = 'id' in board ? { board: { id: board.id }, boardName: board.name } : newBoard(board.newName);
  return {
    ...before,
    // In case that sending is cut off before it has begun.
    nextTryAt: before.nextTryAt ?? fresh.now + firstWait,
    saves: [...saves, { ...save, id: fresh.id, address, ad, note }],
  };

  function newBoard(newName: string): Pick<WaitingSave, 'board' | 'boardName'> {
    const same = saves.find(
      (other) => 'draft' in other.board && other.address === address && isSameName(other.boardName, newName),
    );
    return { board: same?.board ?? { draft: fresh.draft }, boardName: newName };
  }
}

function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}

function withBoard(before: Waiting, draft: string, id: number): Waiting {
  const saves = before.saves.map((save) =>
    'draft' in save.board && save.board.draft === draft ? { ...save, board: { id } } : save,
  );
  return { ...before, saves };
}

function without(before: Waiting, id: string): Waiting {
  return { ...before, saves: before.saves.filter((save) => save.id !== id) };
}

function afterFailure(before: Waiting, failed: WaitingSave, failure: Failure, now: number): Waiting {
  const { kind, sentence, answered } = failure;
  if (kind === 'refused') {
    const saves = before.saves.map((save) => (save.id === failed.id ? { ...save, refused: sentence } : save));
    return { ...before, saves };
  }
  if (kind === 'key') return { ...before, problem: sentence, nextTryAt: null, isHalted: true };
  const failures = before.failures + 1;
  const others = before.saves.filter(({ id }) => id !== failed.id);
  const kept = before.saves.filter(({ id }) => id === failed.id);
  return {
    ...before,
    // What the server stumbles over does not hold up the rest.
    saves: answered ? [...others, ...kept] : before.saves,
    failures,
    problem: sentence,
    nextTryAt: now + waitAfter(failures, failure),
  };
}

/** The same for the same ad, as the server tells ads apart: by the id on its platform, else by its address. */
export function identityOf({
  platform,
  externalId,
  sourceUrl,
}: Pick<CapturedAdInput, 'platform' | 'externalId' | 'sourceUrl'>): string {
  return JSON.stringify([platform, externalId ?? sourceUrl]);
}
