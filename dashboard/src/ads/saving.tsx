import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reloadSavedAds, savedPlaceOf, useBoards } from '../api/boards.ts';
import { api, client, queryClient } from '../api/client.ts';
import type { Board } from '../api/types.ts';
import { tell, tellError } from '../parts/toast.tsx';
import { useStored, writeStored } from '../parts/useStored.ts';
import { type BoardPlace, boardsToSaveTo } from './boardsToSaveTo.ts';

/** What the first board is called when somebody saves an ad who has none. */
const firstBoardName = 'Saved ads';

interface Saving {
  /** Where this person may save to; undefined until that is known. */
  readonly boards: readonly BoardPlace[] | undefined;
  /** The board that was saved to last, else the first one; undefined without any. */
  readonly last: BoardPlace | undefined;
  /** Saves to that board, else to the last one, else to a first board that is made for it. */
  readonly save: (hash: string, board?: { readonly id: number; readonly name: string }) => Promise<void>;
}

export function useSave(): Saving {
  const { boards, mayEdit, query } = useBoards();
  const [lastBoardId] = useStored<number | null>('lastBoard', null);
  const open = query.data === undefined ? undefined : boardsToSaveTo(boards, mayEdit);
  const last = open?.find(({ id }) => id === lastBoardId) ?? open?.[0];
  return {
    boards: open,
    last,
    save: async (hash, board = last) => {
      // Before the boards are known, nobody can tell whether there is one.
      if (open === undefined) return;
      try {
        await saveAd(hash, board ?? (await createBoard(firstBoardName)));
      } catch (error) {
        tellError(error);
      }
    },
  };
}

let savesUnderWay = 0;

/** Shows the ad as saved at once, and no longer when that fails. */
async function saveAd(hash: string, board: { readonly id: number; readonly name: string }): Promise<void> {
  savesUnderWay += 1;
  const takeBack = await showOn(hash, board.id);
  writeStored('lastBoard', board.id);
  try {
    const { created } = await client.ads.addToBoard.mutate({ boardId: board.id, hash });
    tell(created ? `Saved to ${board.name}` : `It is on ${board.name} already`, <BoardLink id={board.id} />);
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    savesUnderWay -= 1;
    // Asked before the last one is saved, the server would say that it is not.
    if (savesUnderWay === 0) void reloadSavedAds();
  }
}

/** Shows an ad on a board that it is not on yet; what comes back undoes that. */
async function showOn(hash: string, boardId: number): Promise<() => void> {
  const { queryKey: placeKey } = savedPlaceOf(hash);
  const { queryKey: boardsKey } = api.ads.listBoardsContaining.queryOptions({ hash });
  await Promise.all([placeKey, boardsKey].map((queryKey) => queryClient.cancelQueries({ queryKey })));
  const [place, boards] = [queryClient.getQueryData(placeKey), queryClient.getQueryData(boardsKey)];
  const { boardIds = [], note = null } = place?.[0] ?? {};
  queryClient.setQueryData(placeKey, [{ hash, boardIds: [...new Set([...boardIds, boardId])], note }]);
  const full = queryClient.getQueryData(api.boards.list.queryKey())?.find(({ id }) => id === boardId);
  if (full !== undefined && boards?.some(({ id }) => id === boardId) === false)
    queryClient.setQueryData(boardsKey, [...boards, full]);
  return () => {
    queryClient.setQueryData(placeKey, place ?? [{ hash, boardIds: [], note: null }]);
    queryClient.setQueryData(boardsKey, boards);
  };
}

export async function createBoard(name: string): Promise<Board> {
  const board = await client.boards.create.mutate({ name });
  queryClient.setQueryData(api.boards.list.queryKey(), (before) => [...(before ?? []), board]);
  return board;
}

function BoardLink({ id }: { readonly id: number }) {
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId: String(id) }}
      className="shrink-0 font-semibold text-accent hover:underline"
    >
      Open board
    </Link>
  );
}

/** The ids of the boards that hold an ad; until they are asked for, those that are known. */
export function useBoardsHolding(hash: string, known: readonly number[] = []): ReadonlySet<number> {
  const { data } = useQuery(savedPlaceOf(hash));
  return new Set(data?.[0]?.boardIds ?? known);
}
