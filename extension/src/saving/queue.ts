import { families } from '@magpie/contract/platforms';
import type { CapturedAdInput } from '../capture/index.ts';
import { type Failure, failureOf, Told } from './failure.ts';
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

/** Whose Magpie something was saved for: its boards mean nothing on another server, or to another account there. */
export interface Owner {
  readonly address: string;
  readonly userId: string;
}

export type OwnedServer = Server & Owner;

/** Something that was saved here and is not on the server yet. */
export interface WaitingSave extends Owner {
  /** Also what the server recognises a repeat by. */
  readonly id: string;
  readonly ad: CapturedAdInput;
  readonly boardName: string;
  /** The board, or what the server recognises the making of it by. */
  readonly board: { readonly id: number } | { readonly draft: string };
  readonly note: string | null;
  /** Why the server will not have it; it is not sent again by itself. */
  readonly refused?: string;
}

interface AskedWait {
  readonly address: string;
  readonly until: number;
  readonly sentence: string;
}

export interface Waiting {
  readonly saves: readonly WaitingSave[];
  /** How often in a row nothing could be sent. */
  readonly failures: number;
  /** null: nothing is to be sent, or nothing may be. */
  readonly nextTryAt: number | null;
  /** How long a server asked to be left alone; nobody's press overrules that. */
  readonly askedToWait: AskedWait | null;
  /** Why nothing is sent at present. */
  readonly problem: string | null;
  /** Nothing is sent until the key is right. */
  readonly isHalted: boolean;
}

interface QueueParts {
  readonly store: Store;
  /** The server in use; undefined before one is set up. */
  readonly server: () => Promise<OwnedServer | undefined>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called after every change, with what waits now; nothing waits for whoever is told. */
  readonly onChange: (waiting: Waiting) => void;
  /** A new board that was waited for has an id now. */
  readonly onBoardMade: (board: { readonly id: number; readonly name: string }) => Promise<void>;
}

export interface SaveQueue {
  /** Keeps it first, then tries to send all that waits; tells what became of it. */
  readonly save: (request: SaveRequest, owner: Owner) => Promise<WaitingSave | 'saved'>;
  /** After the background was asleep, or the browser closed: sends what is due, and sees to the rest being sent. */
  readonly resume: () => Promise<void>;
  /** Sends what waits, however long it was to wait, unless the server asked for that. */
  readonly sendNow: () => Promise<void>;
  /** The key was changed or proved right: it holds the queue no more. */
  readonly release: () => Promise<void>;
  /** Sends once more what was refused. */
  readonly retry: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly waiting: () => Promise<Waiting>;
}

const stored = 'waiting';
const unhindered = { failures: 0, nextTryAt: null, problem: null, isHalted: false };
const nothing: Waiting = { saves: [], askedToWait: null, ...unhindered };

const firstWait = 30_000;
const longestWait = 3_600_000;

/** Longer each time. */
function waitAfter(failures: number): number {
  return Math.min(firstWait * 2 ** (failures - 1), longestWait);
}

type Change = (how: (before: Waiting) => Waiting) => Promise<void>;

export function createQueue(parts: QueueParts): SaveQueue {
  const { store, now, newId, onChange } = parts;
  const changesInTurn = inTurn();
  const waiting = (): Promise<Waiting> => store.read(stored, nothing);
  const change: Change = (how) =>
    changesInTurn(async () => {
      const after = settled(how(await waiting()), now());
      await store.write(stored, after);
      onChange(after);
    });
  const { send, sendUnkept } = sending(parts, waiting, change);
  return {
    save: async (request, owner) => {
      const fresh = { id: newId(), draft: newId() };
      const isKept = await change((before) => withSave(before, request, owner, fresh)).then(
        () => true,
        () => false,
      );
      if (!isKept) {
        await sendUnkept(newSave([], request, owner, fresh));
        return 'saved';
      }
      await send();
      return (await waiting()).saves.find((save) => isOf(request, owner, save)) ?? 'saved';
    },
    resume: async () => {
      const found = await waiting();
      if (found.saves.length === 0) return;
      onChange(found);
      if (!found.isHalted && (found.nextTryAt ?? 0) <= now()) await send();
    },
    sendNow: send,
    release: async () => {
      await change((before) => ({ ...before, ...unhindered }));
      await send();
    },
    retry: async (id) => {
      const fresh = { id: newId(), draft: newId() };
      await change((before) => withRetry(before, id, fresh));
      await send();
    },
    remove: (id) => change((before) => without(before, id)),
    waiting,
  };
}

function sending(
  { server, now, onBoardMade }: QueueParts,
  waiting: () => Promise<Waiting>,
  change: Change,
): { readonly send: () => Promise<void>; readonly sendUnkept: (save: WaitingSave) => Promise<void> } {
  /**
   * A board that is yet to be made is made first, once for all that wait for it. It may be there: the server forgets after a
   * day what it was asked, and the answer may have been lost.
   */
  const boardIdFor = async (to: Server, { board, boardName }: WaitingSave): Promise<number> => {
    if ('id' in board) return board.id;
    const there = (await to.boards()).find(
      ({ name, within, isOpen }) => isOpen && within.length === 0 && isSameName(name, boardName),
    );
    const id = there?.id ?? (await to.createBoard(boardName, board.draft));
    await onBoardMade({ id, name: boardName });
    return id;
  };

  const send = once(async () => {
    for (;;) {
      const to = await server();
      const found = await waiting();
      const next = to && found.saves.find((save) => canBeSent(save, to));
      if (to === undefined || next === undefined || found.isHalted) return;
      const wait = waitFor(to, found, now());
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
        await change((before) => ({ ...without(before, next.id), ...unhindered }));
      } catch (error) {
        const failure = failureOf(error);
        await change((before) => afterFailure(before, next, failure, now()));
        if (failure.kind !== 'refused') return;
      }
    }
  });

  /** Where the browser has no room to keep it, it is sent now or not at all. */
  const sendUnkept = async (save: WaitingSave): Promise<void> => {
    const to = await server();
    if (to === undefined || !isFor(to, save) || waitFor(to, await waiting(), now()) !== null)
      throw new Told(noRoom);
    try {
      const boardId = await boardIdFor(to, save);
      await to.addToBoard({ boardId, ad: save.ad, note: save.note }, save.id);
    } catch (error) {
      throw new Told(`${failureOf(error).sentence} ${noRoom}`, { cause: error });
    }
  };
  return { send, sendUnkept };
}

const noRoom = 'This was not saved: the browser has no room left for what waits.';

export function isFor(one: Owner, other: Owner): boolean {
  return one.address === other.address && one.userId === other.userId;
}

export function canBeSent(save: WaitingSave, to: Owner): boolean {
  return isFor(save, to) && save.refused === undefined;
}

/** null when the server did not ask for any, or it is over. */
function waitFor({ address }: Owner, { askedToWait }: Waiting, now: number): AskedWait | null {
  return askedToWait?.address === address && askedToWait.until > now ? askedToWait : null;
}

/** Where nothing is to be sent, nothing hinders it; what is to be sent has a time, in case that sending is cut off. */
function settled(waiting: Waiting, now: number): Waiting {
  if (waiting.saves.every(({ refused }) => refused !== undefined)) return { ...waiting, ...unhindered };
  return waiting.isHalted ? waiting : { ...waiting, nextTryAt: waiting.nextTryAt ?? now + firstWait };
}

interface Fresh {
  readonly id: string;
  readonly draft: string;
}

/** Takes the place of what was refused of the same ad. What waits already is not kept twice: a page asks again when it had no answer. */
function withSave(before: Waiting, request: SaveRequest, owner: Owner, fresh: Fresh): Waiting {
  const saves = before.saves.filter(
    (save) =>
      save.refused === undefined || !isFor(save, owner) || identityOf(save.ad) !== identityOf(request.ad),
  );
  if (saves.some((save) => isOf(request, owner, save))) return { ...before, saves };
  return { ...before, saves: [...saves, newSave(saves, request, owner, fresh)] };
}

/** Whether this is what was asked for. */
function isOf({ ad, board, note }: SaveRequest, owner: Owner, save: WaitingSave): boolean {
  const isThere =
    'id' in board
      ? 'id' in save.board && save.board.id === board.id
      : isSameName(save.boardName, board.newName);
  return isThere && isFor(save, owner) && identityOf(save.ad) === identityOf(ad) && save.note === note;
}

/** A new board that others wait for already is not made twice. */
function newSave(
  others: readonly WaitingSave[],
  { ad, board, note }: SaveRequest,
  { address, userId }: Owner,
  { id, draft }: Fresh,
): WaitingSave {
  const rest = { id, address, userId, ad, note };
  if ('id' in board) return { ...rest, board: { id: board.id }, boardName: board.name };
  const same = others.find(
    (other) => 'draft' in other.board && isFor(other, rest) && isSameName(other.boardName, board.newName),
  );
  return { ...rest, board: same?.board ?? { draft }, boardName: same?.boardName ?? board.newName };
}

/** With keys of its own, since the server gives the same answer to the same key. */
function withRetry(before: Waiting, id: string, fresh: Fresh): Waiting {
  const saves = before.saves.map(({ refused, ...save }) => {
    if (save.id !== id || refused === undefined) return refused === undefined ? save : { ...save, refused };
    const board = 'draft' in save.board ? { draft: fresh.draft } : save.board;
    return { ...save, id: fresh.id, board };
  });
  return { ...before, saves };
}

export function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}

function withBoard(before: Waiting, { board }: WaitingSave, id: number): Waiting {
  if ('id' in board) return before;
  const saves = before.saves.map((save) =>
    'draft' in save.board && save.board.draft === board.draft ? { ...save, board: { id } } : save,
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
  const { waitSeconds } = failure;
  // Who presses Save meanwhile does not make everybody wait longer.
  const isEarly = before.failures > 0 && before.nextTryAt !== null && now < before.nextTryAt;
  const failures = isEarly ? before.failures : before.failures + 1;
  const planned = isEarly ? before.nextTryAt : now + waitAfter(failures);
  const until = now + waitSeconds * 1000;
  const others = before.saves.filter(({ id }) => id !== failed.id);
  const kept = before.saves.filter(({ id }) => id === failed.id);
  return {
    ...before,
    // What the server stumbles over does not hold up the rest.
    saves: answered ? [...others, ...kept] : before.saves,
    failures,
    problem: sentence,
    nextTryAt: Math.max(planned, until),
    askedToWait: waitSeconds > 0 ? { address: failed.address, until, sentence } : before.askedToWait,
  };
}

/** The same for the same ad, as the server tells ads apart: by the id in its library, else by its address. */
export function identityOf({
  platform,
  externalId,
  sourceUrl,
}: Pick<CapturedAdInput, 'platform' | 'externalId' | 'sourceUrl'>): string {
  return JSON.stringify([families[platform], externalId ?? sourceUrl]);
}
