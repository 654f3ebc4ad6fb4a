import { checkConnection, type ServerConnection } from './connection.ts';
import type { AdSaveState, MessageHandlers, BoardChoices } from './messages.ts';
import {
  toIdentity,
  sameOwner,
  isSameName,
  type OwnedServer,
  type SaveBoard,
  type SaveQueue,
  type SaveRequest,
} from './queue.ts';
import type { BoardPlace, AdIdentity, SavedState, Server, ServerSettings } from './server.ts';
import type { Store } from './store.ts';

interface HandlerParts {
  readonly store: Store;
  readonly queue: SaveQueue;
  readonly serverAt: (settings: ServerSettings) => Server;
  readonly openSettings: () => Promise<void>;
  /** Called when saved states may have changed. */
  readonly notifyPages: () => void;
  /** Revokes access to every host except this one; null revokes all. */
  readonly revokeHosts: (address: string | null) => Promise<void>;
  /** How long a page waits for the server before it gets cached data. */
  readonly timeoutMs: number;
}

/** Stored as one value, so that key and account always change together. */
interface Account extends ServerSettings, ServerConnection {}

const stored = { account: 'account', boards: 'boards', lastBoard: 'lastBoard' };

export async function currentServer(
  store: Store,
  serverAt: HandlerParts['serverAt'],
): Promise<OwnedServer | undefined> {
  const account = await store.read<Account | null>(stored.account, null);
  if (account === null) return undefined;
  const { address, key, userId } = account;
  return { ...serverAt({ address, key }), address, userId };
}

/** Replaces the name of a new board with its id once it is created, so that the next save goes there. */
export async function updateLastBoard(
  made: { readonly id: number; readonly name: string },
  store: Store,
): Promise<void> {
  const last = await store.read<SaveBoard | null>(stored.lastBoard, null);
  if (last !== null && 'newName' in last && isSameName(last.newName, made.name))
    await tryWrite(store, stored.lastBoard, made);
}

/** For values that may be lost when storage is full. */
async function tryWrite(store: Store, name: string, value: unknown): Promise<void> {
  await store.write(name, value).catch(() => undefined);
}

async function withTimeout<Value>(work: Promise<Value>, ms: number, fallback: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, ms, fallback);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Handles messages from pages. Only this module has access to both the key and the page state. */
export function createHandlers(parts: HandlerParts): MessageHandlers {
  const { store, queue, openSettings } = parts;
  const withServer = async <Value>(work: (server: OwnedServer) => Promise<Value>): Promise<Value | null> => {
    const server = await currentServer(store, parts.serverAt);
    return server === undefined ? null : work(server);
  };
  return {
    adStates: (ads) => withServer((server) => adStates(ads, findSaved(ads, server), server, parts)),
    boards: () => withServer((server) => boardChoices(server, parts)),
    lastBoard: () =>
      withServer(async () => ({ board: await store.read<SaveBoard | null>(stored.lastBoard, null) })),
    save: (request) => withServer((server) => saveAd(request, server, parts)),
    openSettings: () => openSettings().then(() => null),
    online: () => queue.sendNow().then(() => null),
    queueState: () => queue.state(),
    sendNow: () => queue.release().then(queue.state),
    retry: ({ id }) => queue.retry(id).then(queue.state),
    remove: ({ id }) => queue.remove(id).then(queue.state),
    ...connectionHandlers(parts),
  };
}

/** Resolves when the ad is saved, refused or queued. */
async function saveAd(
  request: SaveRequest,
  server: OwnedServer,
  parts: HandlerParts,
): Promise<AdSaveState | null> {
  const { store, queue, timeoutMs } = parts;
  await tryWrite(store, stored.lastBoard, request.board);
  const outcome = await withTimeout(queue.save(request, server), timeoutMs, null);
  if (outcome !== null && outcome !== 'saved' && outcome.refused !== undefined)
    await clearLastBoardIfGone(request.board, server, parts);
  const found = withTimeout(findSaved([request.ad], server), timeoutMs, null);
  const [state] = await adStates([request.ad], found, server, parts);
  return state ?? null;
}

/** The next save then opens the board picker. */
async function clearLastBoardIfGone(board: SaveBoard, server: Server, parts: HandlerParts): Promise<void> {
  const boards = await loadBoards(server, parts);
  const exists = 'id' in board && boards.some(({ id, isOpen }) => id === board.id && isOpen);
  if (!exists) await tryWrite(parts.store, stored.lastBoard, null);
}

function connectionHandlers(
  parts: HandlerParts,
): Pick<MessageHandlers, 'connection' | 'connect' | 'disconnect'> {
  const { store, queue, serverAt, notifyPages, revokeHosts } = parts;
  const connection = async (): Promise<ServerConnection | null> => {
    const account = await store.read<Account | null>(stored.account, null);
    return account && { address: account.address, userId: account.userId, email: account.email };
  };
  return {
    connection,
    connect: async ({ address: entered, key: enteredKey }) => {
      const key = enteredKey.trim();
      const outcome = await checkConnection({ address: entered, key }, serverAt);
      const before = await connection();
      if ('problem' in outcome) {
        await revokeHosts(before?.address ?? null);
        return outcome;
      }
      const after = outcome.connection;
      const { address } = after;
      if (before === null || !sameOwner(before, after)) await clearBoards(store);
      await store.write(stored.account, { ...after, key });
      await revokeHosts(address);
      void queue.release().catch(() => undefined);
      // Cache the boards now, so that the picker also works offline.
      await loadBoards(serverAt({ address, key }), parts);
      notifyPages();
      return outcome;
    },
    disconnect: async () => {
      await store.write(stored.account, null);
      await clearBoards(store);
      await revokeHosts(null);
      notifyPages();
      return null;
    },
  };
}

async function clearBoards(store: Store): Promise<void> {
  await store.write(stored.boards, []);
  await store.write(stored.lastBoard, null);
}

/** The boards on the server, or the cached ones when it fails or exceeds the timeout. */
async function loadBoards(
  server: Server,
  { store, timeoutMs }: HandlerParts,
): Promise<readonly BoardPlace[]> {
  const fresh = async (): Promise<readonly BoardPlace[]> => {
    const boards = await server.boards();
    await tryWrite(store, stored.boards, boards);
    return boards;
  };
  const loading = fresh().catch(() => null);
  return (
    (await withTimeout(loading, timeoutMs, null)) ?? store.read<readonly BoardPlace[]>(stored.boards, [])
  );
}

async function boardChoices(server: OwnedServer, parts: HandlerParts): Promise<BoardChoices> {
  const { store, queue } = parts;
  const boards = (await loadBoards(server, parts)).filter(({ isOpen }) => isOpen);
  const saves = (await queue.state()).saves.filter((save) => sameOwner(save, server));
  const newNames = saves.flatMap(({ board, boardName }) => ('draft' in board ? [boardName] : []));
  const last = await store.read<SaveBoard | null>(stored.lastBoard, null);
  return {
    boards,
    newNames: [...new Set(newNames)],
    last: last !== null && exists(last) ? last : null,
  };

  function exists(board: SaveBoard): boolean {
    return 'id' in board ? boards.some(({ id }) => id === board.id) : newNames.includes(board.newName);
  }
}

/** null when the server cannot be reached. */
function findSaved(ads: readonly AdIdentity[], server: Server): Promise<readonly SavedState[] | null> {
  const identities = ads.map(({ platform, library, externalId, sourceUrl }) => ({
    platform,
    library,
    externalId,
    sourceUrl,
  }));
  return server.findSaved(identities).catch(() => null);
}

/** The state on the server, combined with the local queue. */
async function adStates(
  ads: readonly AdIdentity[],
  saved: Promise<readonly SavedState[] | null>,
  server: OwnedServer,
  parts: HandlerParts,
): Promise<readonly AdSaveState[]> {
  const { saves } = await parts.queue.state();
  const found = await saved;
  const boardIds = found?.flatMap((one) => one.boardIds) ?? [];
  const names = await boardNames(boardIds, server, parts);
  return ads.map((ad, index) => {
    const identity = toIdentity(ad);
    const own = saves.filter((save) => sameOwner(save, server) && toIdentity(save.ad) === identity);
    const held = found?.[index]?.boardIds.map((id) => ({ id, name: names.get(id) ?? 'a board' }));
    return {
      boards: held ?? null,
      note: found?.[index]?.note ?? null,
      waitsFor: own.find(({ refused }) => refused === undefined)?.boardName ?? null,
      problem: own.find(({ refused }) => refused !== undefined)?.refused ?? null,
    };
  });
}

/** Calls the server only when a name is not cached. */
async function boardNames(
  ids: readonly number[],
  server: Server,
  parts: HandlerParts,
): Promise<ReadonlyMap<number, string>> {
  const cached = await parts.store.read<readonly BoardPlace[]>(stored.boards, []);
  const cachedIds = new Set(cached.map(({ id }) => id));
  const boards = ids.every((id) => cachedIds.has(id)) ? cached : await loadBoards(server, parts);
  return new Map(boards.map(({ id, name }) => [id, name]));
}
