import { checkedConnection, type Connection } from './connection.ts';
import type { AdState, Answerers, BoardChoices } from './messages.ts';
import { identityOf, type SaveBoard, type SaveQueue, type Waiting } from './queue.ts';
import { type BoardPlace, type KnownAd, type Server, serverAt, type Settings } from './server.ts';
import type { Store } from './store.ts';

interface DeskParts {
  readonly store: Store;
  readonly queue: SaveQueue;
  readonly openSettings: () => Promise<void>;
  /** Saved states may be others now. */
  readonly tellPages: () => Promise<void>;
}

const stored = {
  settings: 'settings',
  connection: 'connection',
  boards: 'boards',
  lastBoard: 'lastBoard',
};

export async function serverInUse(
  store: Store,
): Promise<(Server & { readonly address: string }) | undefined> {
  const settings = await store.read<Settings | null>(stored.settings, null);
  return settings === null ? undefined : { ...serverAt(settings), address: settings.address };
}

/** Answers what pages ask: the only place that knows both the key and what pages show. */
export function createDesk(parts: DeskParts): Answerers {
  const { store, queue, openSettings } = parts;
  return {
    look: async (ads) => {
      const server = await serverInUse(store);
      return server === undefined ? null : statesOf(ads, server, store, await queue.waiting());
    },
    boards: async () => {
      const server = await serverInUse(store);
      return server === undefined ? null : choices(server, store, await queue.waiting());
    },
    last: async () => {
      const isSetUp = (await serverInUse(store)) !== undefined;
      return isSetUp ? { board: await store.read<SaveBoard | null>(stored.lastBoard, null) } : null;
    },
    save: async (request) => {
      const server = await serverInUse(store);
      if (server === undefined) return null;
      await store.write(stored.lastBoard, request.board);
      const outcome = await queue.save(request, server.address);
      if (outcome === 'saved' && 'newName' in request.board)
        await rememberMade(request.board.newName, server, store);
      // The board may be gone: next time another one is asked for.
      if (outcome !== 'saved' && outcome.refused !== undefined) await store.write(stored.lastBoard, null);
      const [state] = await statesOf([request.ad], server, store, await queue.waiting());
      return state ?? null;
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
    remove: async ({ id }) => {
      await queue.remove(id);
      return queue.waiting();
    },
    ...connecting(parts),
  };
}

/** Which server is in use. */
function connecting({
  store,
  queue,
  tellPages,
}: DeskParts): Pick<Answerers, 'connection' | 'connect' | 'disconnect'> {
  return {
    connection: () => store.read<Connection | null>(stored.connection, null),
    connect: async ({ address: entered, key: enteredKey }) => {
      const key = enteredKey.trim();
      const outcome = await checkedConnection(entered, key);
      if ('problem' in outcome) return outcome;
      const before = await store.read<Connection | null>(stored.connection, null);
      const { address } = outcome.connection;
      if (before?.address !== address) await forgetBoards(store);
      await store.write(stored.settings, { address, key });
      await store.write(stored.connection, outcome.connection);
      await queue.release();
      // Known from now on, also when the server cannot be reached.
      await boardsNow(serverAt({ address, key }), store);
      await tellPages();
      return outcome;
    },
    disconnect: async () => {
      await store.write(stored.settings, null);
      await store.write(stored.connection, null);
      await forgetBoards(store);
      await tellPages();
      return null;
    },
  };
}

async function forgetBoards(store: Store): Promise<void> {
  await store.write(stored.boards, []);
  await store.write(stored.lastBoard, null);
}

/** The board that was just made has an id by now. */
async function rememberMade(newName: string, server: Server, store: Store): Promise<void> {
  const boards = await boardsNow(server, store);
  const made = boards.findLast(({ name }) => name === newName);
  if (made !== undefined) await store.write(stored.lastBoard, { id: made.id, name: made.name });
}

/** As they are on the server, else as they were when it could last be reached. */
async function boardsNow(server: Server, store: Store): Promise<readonly BoardPlace[]> {
  try {
    const boards = await server.boards();
    await store.write(stored.boards, boards);
    return boards;
  } catch {
    return store.read<readonly BoardPlace[]>(stored.boards, []);
  }
}

async function choices(server: Server, store: Store, { saves }: Waiting): Promise<BoardChoices> {
  const boards = (await boardsNow(server, store)).filter(({ isOpen }) => isOpen);
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

/** What the server knows of them, and what waits here for it. */
async function statesOf(
  ads: readonly KnownAd[],
  server: Server & { readonly address: string },
  store: Store,
  { saves }: Waiting,
): Promise<readonly AdState[]> {
  const known = ads.map(({ platform, externalId, sourceUrl }) => ({ platform, externalId, sourceUrl }));
  const found = await server.findSaved(known).catch(() => null);
  const boardIds = found?.flatMap((one) => one.boardIds) ?? [];
  const names = await boardNames(boardIds, server, store);
  return ads.map((ad, index) => {
    const identity = identityOf(ad);
    const own = saves.filter((save) => save.address === server.address && identityOf(save.ad) === identity);
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
  store: Store,
): Promise<ReadonlyMap<number, string>> {
  const kept = new Map(
    (await store.read<readonly BoardPlace[]>(stored.boards, [])).map(({ id, name }) => [id, name]),
  );
  if (ids.every((id) => kept.has(id))) return kept;
  return new Map((await boardsNow(server, store)).map(({ id, name }) => [id, name]));
}
