import { MutationObserver } from '@tanstack/react-query';
import { fetchSavedBoards, savedAdQueries } from '../../lib/api/boards.ts';
import { api, client, queryClient } from '../../lib/api/client.ts';
import { addPendingChanges, changeResponse, type ResponseChange } from '../../lib/api/pendingChanges.ts';
import type { Board } from '../../lib/api/types.ts';
import { describeError } from '../../lib/errors.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { deleteWithUndo, offerUndo } from '../../ui/undo.tsx';
import { runBulk } from './bulk.ts';
import { adsCopy } from './copy.ts';
import { unsavedKey } from './unsavedKey.ts';

const copy = adsCopy.removal;

type BoardName = Pick<Board, 'id' | 'name'>;

/** The boards that each ad leaves, by hash. */
export type LeftBoards = ReadonlyMap<string, ReadonlySet<number>>;

/** How the dashboard shows ads that leave boards. */
export function withoutAds(left: LeftBoards): readonly ResponseChange[] {
  const leaves = (hash: string, boardId: number): boolean => left.get(hash)?.has(boardId) === true;
  const remaining = (hash: string, boardIds: readonly number[]): number[] =>
    boardIds.filter((id) => !leaves(hash, id));
  const countLeaving = (boardId: number): number =>
    [...left.values()].filter((boardIds) => boardIds.has(boardId)).length;
  return [
    changeResponse('boards', 'list', (boards) =>
      boards.map((board) => ({ ...board, adCount: Math.max(0, board.adCount - countLeaving(board.id)) })),
    ),
    changeResponse('ads', 'findSaved', (found) =>
      found.map((one) => ({ ...one, boardIds: remaining(one.hash, one.boardIds) })),
    ),
    changeResponse('ads', 'listBoardsContaining', (boards, { hash }) =>
      boards.filter(({ id }) => !leaves(hash, id)),
    ),
    changeResponse('ads', 'getDetails', (ad) => {
      const boardIds = remaining(ad.hash, ad.boardIds);
      const isUnsaved = boardIds.length === 0 && left.has(ad.hash);
      return { ...ad, boardIds, ...(isUnsaved && { savedAt: null, note: null }) };
    }),
    changeResponse('ads', 'list', (page, input) => {
      const { boardId = 'ALL' } = input ?? {};
      const ads = page.ads.map((ad) => ({ ...ad, boardIds: remaining(ad.hash, ad.boardIds) }));
      const shown = ads.filter(
        ({ hash, boardIds }) =>
          !left.has(hash) || (boardId === 'ALL' ? boardIds.length > 0 : boardIds.includes(boardId)),
      );
      const removed = ads.filter((ad) => !shown.includes(ad));
      const total = page.total - removed.length;
      if (page.totalAds === undefined) return { ...page, ads: shown, total };
      // An entry stands for all its ads, but only those in `left` leave.
      const removedAds = removed.reduce((sum, { similarAds = 0 }) => sum + 1 + similarAds, 0);
      return { ...page, ads: shown, total, totalAds: page.totalAds - Math.min(removedAds, left.size) };
    }),
  ];
}

/** Removes a saved ad from its only board, which also removes it from the library. */
export function unsaveAd(hash: string, board: BoardName): void {
  deleteWithUndo({
    key: unsavedKey(hash),
    text: copy.removedFrom(board.name),
    changes: withoutAds(new Map([[hash, new Set([board.id])]])),
    send: () => client.ads.removeFromBoard.mutate({ boardId: board.id, hash }),
    invalidates: savedAdQueries,
  });
}

/** The board for ads that are removed from their last board, so that they stay saved with their notes. */
export function isUnsorted({ name }: Pick<Board, 'name'>): boolean {
  return name === copy.unsorted;
}

/** Removes ads from one board without confirmation; they stay in the library. */
export function removeFromBoard(hashes: readonly string[], board: BoardName): void {
  const withdraw = addPendingChanges(
    queryClient,
    withoutAds(new Map(hashes.map((hash) => [hash, new Set([board.id])]))),
  );
  const cancelled = new AbortController();
  const removal = removeAll(hashes, board, cancelled.signal, withdraw);
  void reportFailure(removal);
  offerUndo({
    text: copy.removed(hashes.length),
    undo: () => {
      cancelled.abort();
      removal.then((removed) => restoreAll(removed, board)).catch(toastError);
    },
  });
}

async function reportFailure(removal: Promise<Removal>): Promise<void> {
  try {
    const [first] = (await removal).failed;
    if (first !== undefined) toast(copy.failed(describeError(first.error)));
  } catch (error) {
    toastError(error);
  }
}

interface Removal extends Awaited<ReturnType<typeof runBulk<string>>> {
  readonly moved: ReadonlySet<string>;
  readonly unsorted: { readonly board: Board; readonly isNew: boolean } | null;
}

function removeAll(
  hashes: readonly string[],
  board: BoardName,
  signal: AbortSignal,
  onEnd: () => void,
): Promise<Removal> {
  const moved = new Set<string>();
  let unsorted: Promise<NonNullable<Removal['unsorted']>> | null = null;
  const remove = async (hash: string): Promise<void> => {
    const boards = await queryClient.ensureQueryData(api.boards.list.queryOptions());
    const teamId = boards.find(({ id }) => id === board.id)?.teamId ?? null;
    const others = boards.filter((one) => one.id !== board.id && one.teamId === teamId);
    const { boardIds } = await fetchSavedBoards(hash);
    if (!others.some(({ id }) => boardIds.includes(id))) {
      unsorted ??= findUnsorted(others, teamId);
      await client.ads.addToBoard.mutate({ boardId: (await unsorted).board.id, hash });
      moved.add(hash);
    }
    await client.ads.removeFromBoard.mutate({ boardId: board.id, hash });
  };
  return new MutationObserver(queryClient, {
    mutationFn: async () => {
      const result = await runBulk(hashes, remove, { signal }).finally(onEnd);
      return { ...result, moved, unsorted: await unsorted };
    },
    meta: { invalidates: savedAdQueries },
  }).mutate();
}

async function findUnsorted(
  boards: readonly Board[],
  teamId: number | null,
): Promise<NonNullable<Removal['unsorted']>> {
  const known = boards.find(isUnsorted);
  if (known !== undefined) return { board: known, isNew: false };
  const board = await client.boards.create.mutate({ name: copy.unsorted, teamId });
  queryClient.setQueryData(api.boards.list.queryKey(), (before) => before && [...before, board]);
  return { board, isNew: true };
}

function restoreAll({ done, moved, unsorted }: Removal, board: BoardName): Promise<void> {
  return new MutationObserver(queryClient, {
    mutationFn: async () => {
      const { failed } = await runBulk(done, async (hash) => {
        await client.ads.addToBoard.mutate({ boardId: board.id, hash });
        if (unsorted !== null && moved.has(hash))
          await client.ads.removeFromBoard.mutate({ boardId: unsorted.board.id, hash });
      });
      const [first] = failed;
      if (first !== undefined) throw first.error;
      if (unsorted?.isNew === true) await removeIfEmpty(unsorted.board.id);
    },
    meta: { invalidates: savedAdQueries },
  }).mutate();
}

async function removeIfEmpty(id: number): Promise<void> {
  const boards = await client.boards.list.query();
  if (boards.find((board) => board.id === id)?.adCount === 0) await client.boards.remove.mutate({ id });
}
