import { platformTable } from '@magpie/contract/platforms';
import type { CapturedAdInput } from '../sites/types.ts';
import { type SaveFailure, toFailure } from './failure.ts';
import type { AdIdentity, Server } from './server.ts';
import type { Store } from './store.ts';
import { UserFacingError } from './userFacingError.ts';

export function createSerialQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Never runs concurrently. A call during a run triggers one more run and waits for it. */
function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const runUntilDone = async (): Promise<void> => {
    try {
      while (isRequested) {
        isRequested = false;
        await run();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isRequested = true;
    running ??= runUntilDone();
    return running;
  };
}

/** A board on the server, or one to create there. */
export type SaveBoard = { readonly id: number; readonly name: string } | { readonly newName: string };

export interface SaveRequest {
  readonly ad: CapturedAdInput;
  readonly board: SaveBoard;
  readonly note: string | null;
}

/** The server and account that a save belongs to: board ids mean nothing elsewhere. */
export interface QueueOwner {
  readonly address: string;
  readonly userId: string;
}

export type OwnedServer = Server & QueueOwner;

/** A save that is not on the server yet. */
export interface PendingSave extends QueueOwner {
  /** Also the idempotency key. */
  readonly id: string;
  readonly ad: CapturedAdInput;
  readonly boardName: string;
  /** The board, or the idempotency key for creating it. */
  readonly board: { readonly id: number } | { readonly draft: string };
  readonly note: string | null;
  /** Why the server refused it; not retried automatically. */
  readonly refused?: string;
}

export interface StoredQueue {
  readonly saves: readonly PendingSave[];
  readonly failures: number;
  /** null when there is nothing to send, or sending is halted. */
  readonly nextTryAt: number | null;
  /** From `Retry-After`; manual retries respect it too. Persisted under this name. */
  readonly askedToWait: {
    readonly address: string;
    readonly until: number;
    readonly sentence: string;
  } | null;
  /** Why nothing is sent at the moment. */
  readonly problem: string | null;
  /** Nothing is sent until the key is replaced. */
  readonly isHalted: boolean;
}

interface QueueParts {
  readonly store: Store;
  /** The current server; undefined before one is connected. */
  readonly server: () => Promise<OwnedServer | undefined>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called after every change; not awaited. */
  readonly onChange: (state: StoredQueue) => void;
  /** Called when a queued new board has an id. */
  readonly onBoardCreated: (board: { readonly id: number; readonly name: string }) => Promise<void>;
}

export type SaveQueue = ReturnType<typeof createQueue>;

const stored = 'waiting';
const noProblem = { failures: 0, nextTryAt: null, problem: null, isHalted: false };
const emptyQueue: StoredQueue = { saves: [], askedToWait: null, ...noProblem };

const firstWait = 30_000;
const maxWait = 3_600_000;

function waitAfter(failures: number): number {
  return Math.min(firstWait * 2 ** (failures - 1), maxWait);
}

type Change = (update: (before: StoredQueue) => StoredQueue) => Promise<void>;

export function createQueue(parts: QueueParts) {
  const { store, now, newId, onChange } = parts;
  const changesInTurn = createSerialQueue();
  const readState = (): Promise<StoredQueue> => store.read(stored, emptyQueue);
  const change: Change = (update) =>
    changesInTurn(async () => {
      const after = withNextTry(update(await readState()), now());
      await store.write(stored, after);
      onChange(after);
    });
  const { send, sendDirectly } = createSender(parts, readState, change);
  return {
    /** Stores the save, then tries to send the whole queue. */
    save: async (request: SaveRequest, owner: QueueOwner): Promise<PendingSave | 'saved'> => {
      const ids = { id: newId(), draft: newId() };
      const isStored = await change((before) => withSave(before, request, owner, ids)).then(
        () => true,
        () => false,
      );
      if (!isStored) {
        await sendDirectly(newSave([], request, owner, ids));
        return 'saved';
      }
      await send();
      return (await readState()).saves.find((save) => isSameSave(request, owner, save)) ?? 'saved';
    },
    /** For a restarted background: sends what is due and reschedules the rest. */
    resume: async () => {
      const found = await readState();
      if (found.saves.length === 0) return;
      onChange(found);
      if (!found.isHalted && (found.nextTryAt ?? 0) <= now()) await send();
    },
    /** Ignores the backoff but not `Retry-After`. */
    sendNow: send,
    /** Resumes a halted queue after the key was replaced or verified. */
    release: async () => {
      await change((before) => ({ ...before, ...noProblem }));
      await send();
    },
    retry: async (id: string) => {
      const ids = { id: newId(), draft: newId() };
      await change((before) => withRetry(before, id, ids));
      await send();
    },
    remove: (id: string) => change((before) => withoutSave(before, id)),
    state: readState,
  };
}

function createSender(
  { server, now, onBoardCreated }: QueueParts,
  readState: () => Promise<StoredQueue>,
  change: Change,
) {
  /**
   * Creates a new board once for all saves that need it. It may exist already: the response may have been lost, and the server
   * keeps idempotency keys for a day only.
   */
  const boardIdFor = async (to: Server, { board, boardName }: PendingSave): Promise<number> => {
    if ('id' in board) return board.id;
    const existing = (await to.boards()).find(
      ({ name, within, isOpen }) => isOpen && within.length === 0 && isSameName(name, boardName),
    );
    const id = existing?.id ?? (await to.createBoard(boardName, board.draft));
    await onBoardCreated({ id, name: boardName });
    return id;
  };

  const send = coalesceRuns(async () => {
    for (;;) {
      const to = await server();
      const found = await readState();
      const next = to && found.saves.find((save) => canBeSent(save, to));
      if (to === undefined || next === undefined || found.isHalted) return;
      const wait = activeRetryAfter(to, found, now());
      if (wait !== null) {
        const why = { nextTryAt: wait.until, problem: wait.sentence };
        if (found.nextTryAt !== why.nextTryAt || found.problem !== why.problem)
          await change((before) => ({ ...before, ...why }));
        return;
      }
      try {
        const boardId = await boardIdFor(to, next);
        if ('draft' in next.board) await change((before) => withBoard(before, next, boardId));
        await to.addToBoard({ boardId, ad: next.ad, note: next.note }, next.id);
        await change((before) => ({ ...withoutSave(before, next.id), ...noProblem }));
      } catch (error) {
        const failure = toFailure(error);
        await change((before) => afterFailure(before, next, failure, now()));
        if (failure.kind !== 'refused') return;
      }
    }
  });

  /** When the browser's storage is full, the save is sent now or fails. */
  const sendDirectly = async (save: PendingSave): Promise<void> => {
    const to = await server();
    if (to === undefined || !sameOwner(to, save) || activeRetryAfter(to, await readState(), now()) !== null)
      throw new UserFacingError(storageFull);
    try {
      const boardId = await boardIdFor(to, save);
      await to.addToBoard({ boardId, ad: save.ad, note: save.note }, save.id);
    } catch (error) {
      throw new UserFacingError(`${toFailure(error).message} ${storageFull}`, { cause: error });
    }
  };
  return { send, sendDirectly };
}

const storageFull = 'Not saved: the browser’s extension storage is full.';

export function sameOwner(one: QueueOwner, other: QueueOwner): boolean {
  return one.address === other.address && one.userId === other.userId;
}

export function canBeSent(save: PendingSave, to: QueueOwner): boolean {
  return sameOwner(save, to) && save.refused === undefined;
}

/** null if none exists, or it has expired. */
function activeRetryAfter({ address }: QueueOwner, { askedToWait }: StoredQueue, now: number) {
  return askedToWait?.address === address && askedToWait.until > now ? askedToWait : null;
}

/** Clears problems when nothing is left to send; otherwise sets a retry time in case sending is interrupted. */
function withNextTry(state: StoredQueue, now: number): StoredQueue {
  if (state.saves.every(({ refused }) => refused !== undefined)) return { ...state, ...noProblem };
  return state.isHalted ? state : { ...state, nextTryAt: state.nextTryAt ?? now + firstWait };
}

type NewIds = Readonly<Record<'id' | 'draft', string>>;

/** Replaces refused saves of the same ad. A page may repeat a request without a response, so an identical save is not added twice. */
function withSave(before: StoredQueue, request: SaveRequest, owner: QueueOwner, ids: NewIds): StoredQueue {
  const saves = before.saves.filter(
    (save) =>
      save.refused === undefined || !sameOwner(save, owner) || toIdentity(save.ad) !== toIdentity(request.ad),
  );
  if (saves.some((save) => isSameSave(request, owner, save))) return { ...before, saves };
  return { ...before, saves: [...saves, newSave(saves, request, owner, ids)] };
}

function isSameSave({ ad, board, note }: SaveRequest, owner: QueueOwner, save: PendingSave): boolean {
  const isSameBoard =
    'id' in board
      ? 'id' in save.board && save.board.id === board.id
      : isSameName(save.boardName, board.newName);
  return (
    isSameBoard && sameOwner(save, owner) && toIdentity(save.ad) === toIdentity(ad) && save.note === note
  );
}

/** A new board that others wait for already is not made twice. */
function newSave(
  others: readonly PendingSave[],
  { ad, board, note }: SaveRequest,
  { address, userId }: QueueOwner,
  { id, draft }: NewIds,
): PendingSave {
  const rest = { id, address, userId, ad, note };
  if ('id' in board) return { ...rest, board: { id: board.id }, boardName: board.name };
  const same = others.find(
    (other) => 'draft' in other.board && sameOwner(other, rest) && isSameName(other.boardName, board.newName),
  );
  return { ...rest, board: same?.board ?? { draft }, boardName: same?.boardName ?? board.newName };
}

/** With new idempotency keys, since the server repeats its response for a used key. */
function withRetry(before: StoredQueue, id: string, ids: NewIds): StoredQueue {
  const saves = before.saves.map(({ refused, ...save }) => {
    if (save.id !== id || refused === undefined) return refused === undefined ? save : { ...save, refused };
    const board = 'draft' in save.board ? { draft: ids.draft } : save.board;
    return { ...save, id: ids.id, board };
  });
  return { ...before, saves };
}

export function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}

function withBoard(before: StoredQueue, { board }: PendingSave, id: number): StoredQueue {
  if ('id' in board) return before;
  const saves = before.saves.map((save) =>
    'draft' in save.board && save.board.draft === board.draft ? { ...save, board: { id } } : save,
  );
  return { ...before, saves };
}

function withoutSave(before: StoredQueue, id: string): StoredQueue {
  return { ...before, saves: before.saves.filter((save) => save.id !== id) };
}

function afterFailure(
  before: StoredQueue,
  failed: PendingSave,
  failure: SaveFailure,
  now: number,
): StoredQueue {
  const { kind, message, answered } = failure;
  if (kind === 'refused') {
    const saves = before.saves.map((save) => (save.id === failed.id ? { ...save, refused: message } : save));
    return { ...before, saves };
  }
  if (kind === 'key') return { ...before, problem: message, nextTryAt: null, isHalted: true };
  const { waitSeconds } = failure;
  // Manual attempts before the scheduled retry do not extend the backoff.
  const isEarly = before.failures > 0 && before.nextTryAt !== null && now < before.nextTryAt;
  const failures = isEarly ? before.failures : before.failures + 1;
  const planned = isEarly ? before.nextTryAt : now + waitAfter(failures);
  const until = now + waitSeconds * 1000;
  const others = before.saves.filter(({ id }) => id !== failed.id);
  const failedSave = before.saves.filter(({ id }) => id === failed.id);
  return {
    ...before,
    // Move it to the end, so that it does not block the rest.
    saves: answered ? [...others, ...failedSave] : before.saves,
    failures,
    problem: message,
    nextTryAt: Math.max(planned, until),
    askedToWait: waitSeconds > 0 ? { address: failed.address, until, sentence: message } : before.askedToWait,
  };
}

/** Identifies an ad as the server does: by the id in its library, else by its address. */
export function toIdentity({ platform, library, externalId, sourceUrl }: AdIdentity): string {
  const prefix = platform === undefined ? library : platformTable.keyPrefix(platform);
  return JSON.stringify([prefix, externalId ?? sourceUrl]);
}
