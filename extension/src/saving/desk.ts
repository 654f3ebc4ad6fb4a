import { checkedConnection, type Connection } from './connection.ts';
import type { AdState, Answerers, BoardChoices } from './messages.ts';
import {
  identityOf,
  isFor,
  isSameName,
  type OwnedServer,
  type SaveBoard,
  type SaveQueue,
  type SaveRequest,
} from './queue.ts';
import type { BoardPlace, KnownAd, SavedAs, Server, Settings } from './server.ts';
import type { Store } from './store.ts';

interface DeskParts {
  readonly store: Store;
  readonly queue: SaveQueue;
  readonly serverAt: (settings: Settings) => Server;
  readonly openSettings: () => Promise<void>;
  /** Saved states may be others now. */
  readonly tellPages: () => void;
  /** Gives up every host that the extension was allowed to call but this; null: it calls none. */
  readonly keepHostOf: (address: string | null) => Promise<void>;
  /** How long somebody is kept waiting for what may be told later. */
  readonly patienceMilliseconds: number;
}

/** One value, so that no key is ever taken for another account's: both are changed at once, or neither is. */
interface Account extends Settings, Connection {}

const stored = {
  account: 'account',
  boards: 'boards',
  lastBoard: 'lastBoard',
};

export async function serverInUse(
  store: Store,
  serverAt: DeskParts['serverAt'],
): Promise<OwnedServer | undefined> {
  const account = await store.read<Account | null>(stored.account, null);
  if (account === null) return undefined;
  const { address, key, userId } = account;
  return { ...serverAt({ address, key }), address, userId };
}

/** Whoever saves to the last board again saves to the one that was made. */
export async function rememberMade(
  made: { readonly id: number; readonly name: string },
  store: Store,
): Promise<void> {
  const last = await store.read<SaveBoard | null>(stored.lastBoard, null);
  if (last !== null && 'newName' in last && isSameName(last.newName, made.name))
    await writeIfRoom(store, stored.lastBoard, made);
}

/** For what may as well be forgotten. */
async function writeIfRoom(store: Store, name: string, value: unknown): Promise<void> {
  await store.write(name, value).catch(() => undefined);
}

/** What is there in time, else the other. */
async function inTime<Value>(work: Promise<Value>, milliseconds: number, otherwise: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, milliseconds, otherwise);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers what pages ask: the only place that knows both the key and what pages show. */
export function createDesk(parts: DeskParts): Answerers {
  const { store, queue, openSettings } = parts;
  const inUse = (): Promise<OwnedServer | undefined> => serverInUse(store, parts.serverAt);
  return {
    look: async (ads) => {
      const server = await inUse();
      return server === undefined ? null : statesOf(ads, savedOf(ads, server), server, parts);
    },
    boards: async () => {
      const server = await inUse();
      return server === undefined ? null : choices(server, parts);
    },
    last: async () => {
      const isSetUp = (await inUse()) !== undefined;
      return isSetUp ? { board: await store.read<SaveBoard | null>(stored.lastBoard, null) } : null;
    },
    save: async (request) => {
      const server = await inUse();
      return server === undefined ? null : saved(request, server, parts);
    },
    openSettings: async () => {
      await openSettings();
      return null;
    },
    online: async () => {
      await queue.sendNow();
      return null;
    },
    waiting: () => queue.waiting(),
    sendNow: async () => {
      await queue.release();
      return queue.waiting();
    },
    retry: async ({ id }) => {
      await queue.retry(id);
      return queue.waiting();
    },
    remove: async ({ id }) => {
      await queue.remove(id);
      return queue.waiting();
    },
    ...connecting(parts),
  };
}

/** Answers when it is known what became of it, or that it waits. */
async function saved(request: SaveRequest, server: OwnedServer, parts: DeskParts): Promise<AdState | null> {
  const { store, queue, patienceMilliseconds } = parts;
  await writeIfRoom(store, stored.lastBoard, request.board);
  const outcome = await inTime(queue.save(request, server), patienceMilliseconds, null);
  if (outcome !== null && outcome !== 'saved' && outcome.refused !== undefined)
    await forgetLastIfGone(request.board, server, parts);
  const found = inTime(savedOf([request.ad], server), patienceMilliseconds, null);
  const [state] = await statesOf([request.ad], found, server, parts);
  return state ?? null;
}

/** Next time another one is asked for. */
async function forgetLastIfGone(board: SaveBoard, server: Server, parts: DeskParts): Promise<void> {
  const boards = await boardsNow(server, parts);
  const isThere = 'id' in board && boards.some(({ id, isOpen }) => id === board.id && isOpen);
  if (!isThere) await writeIfRoom(parts.store, stored.lastBoard, null);
}

/** Which server is in use. */
function connecting(parts: DeskParts): Pick<Answerers, 'connection' | 'connect' | 'disconnect'> {
  const { store, queue, serverAt, tellPages, keepHostOf } = parts;
  const connection = async (): Promise<Connection | null> => {
    const account = await store.read<Account | null>(stored.account, null);
    return account && { address: account.address, userId: account.userId, email: account.email };
  };
  return {
    connection,
    connect: async ({ address: entered, key: enteredKey }) => {
      const key = enteredKey.trim();
      const outcome = await checkedConnection({ address: entered, key }, serverAt);
      const before = await connection();
      if ('problem' in outcome) {
        await keepHostOf(before?.address ?? null);
        return outcome;
      }
      const after = outcome.connection;
      const { address } = after;
      if (before === null || !isFor(before, after)) await forgetBoards(store);
      await store.write(stored.account, { ...after, key });
      await keepHostOf(address);
      void queue.release().catch(() => undefined);
      // Known from now on, also when the server cannot be reached.
      await boardsNow(serverAt({ address, key }), parts);
      tellPages();
      return outcome;
    },
    disconnect: async () => {
      await store.write(stored.account, null);
      await forgetBoards(store);
      await keepHostOf(null);
      tellPages();
      return null;
    },
  };
}

async function forgetBoards(store: Store): Promise<void> {
  await store.write(stored.boards, []);
  await store.write(stored.lastBoard, null);
}

/** As they are on the server, else, or where it takes its time, as they were when it last told. */
async function boardsNow(
  server: Server,
  { store, patienceMilliseconds }: DeskParts,
): Promise<readonly BoardPlace[]> {
  const fresh = async (): Promise<readonly BoardPlace[]> => {
    const boards = await server.boards();
    await writeIfRoom(store, stored.boards, boards);
    return boards;
  };
  const asked = fresh().catch(() => null);
  return (
    (await inTime(asked, patienceMilliseconds, null)) ?? store.read<readonly BoardPlace[]>(stored.boards, [])
  );
}

async function choices(server: OwnedServer, parts: DeskParts): Promise<BoardChoices> {
  const { store, queue } = parts;
  const boards = (await boardsNow(server, parts)).filter(({ isOpen }) => isOpen);
  const saves = (await queue.waiting()).saves.filter((save) => isFor(save, server));
  const newNames = saves.flatMap(({ board, boardName }) => ('draft' in board ? [boardName] : []));
  const last = await store.read<SaveBoard | null>(stored.lastBoard, null);
  return {
    boards,
    newNames: [...new Set(newNames)],
    last: last !== null && isThere(last) ? last : null,
  };

  function isThere(board: SaveBoard): boolean {
    return 'id' in board ? boards.some(({ id }) => id === board.id) : newNames.includes(board.newName);
  }
}

/** null when it cannot be asked. */
function savedOf(ads: readonly KnownAd[], server: Server): Promise<readonly SavedAs[] | null> {
  const known = ads.map(({ platform, externalId, sourceUrl }) => ({ platform, externalId, sourceUrl }));
  return server.findSaved(known).catch(() => null);
}

/** What the server knows of them, and what waits here for it. */
async function statesOf(
  ads: readonly KnownAd[],
  asked: Promise<readonly SavedAs[] | null>,
  server: OwnedServer,
  parts: DeskParts,
): Promise<readonly AdState[]> {
  const { saves } = await parts.queue.waiting();
  const found = await asked;
  const boardIds = found?.flatMap((one) => one.boardIds) ?? [];
  const names = await boardNames(boardIds, server, parts);
  return ads.map((ad, index) => {
    const identity = identityOf(ad);
    const own = saves.filter((save) => isFor(save, server) && identityOf(save.ad) === identity);
    const held = found?.[index]?.boardIds.map((id) => ({ id, name: names.get(id) ?? 'a board' }));
    return {
      boards: held ?? null,
      note: found?.[index]?.note ?? null,
      waitsFor: own.find(({ refused }) => refused === undefined)?.boardName ?? null,
      problem: own.find(({ refused }) => refused !== undefined)?.refused ?? null,
    };
  });
}

/** Asks the server only for names that are not known here. */
async function boardNames(
  ids: readonly number[],
  server: Server,
  parts: DeskParts,
): Promise<ReadonlyMap<number, string>> {
  const kept = await parts.store.read<readonly BoardPlace[]>(stored.boards, []);
  const isKnown = new Set(kept.map(({ id }) => id));
  const boards = ids.every((id) => isKnown.has(id)) ? kept : await boardsNow(server, parts);
  return new Map(boards.map(({ id, name }) => [id, name]));
}
