import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reloadSavedAds, savedBoardsQuery, useBoards } from '../../lib/api/boards.ts';
import { api, client, queryClient } from '../../lib/api/client.ts';
import type { Board } from '../../lib/api/types.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { useStored, writeStored } from '../../lib/hooks/useStored.ts';
import { type BoardPlace, editableBoards } from './editableBoards.ts';

/** The name of the board that is created when somebody without boards saves an ad. */
const firstBoardName = 'Saved ads';

interface Saving {
  /** Boards that this person may save to; undefined while loading. */
  readonly boards: readonly BoardPlace[] | undefined;
  /** The last used board, else the first one; undefined without boards. */
  readonly last: BoardPlace | undefined;
  /** Saves to the given board, else to the last used one, else to a new one. */
  readonly save: (hash: string, board?: { readonly id: number; readonly name: string }) => Promise<void>;
}

export function useSave(): Saving {
  const { boards, mayEdit, query } = useBoards();
  const [lastBoardId] = useStored<number | null>('lastBoard', null);
  const open = query.data === undefined ? undefined : editableBoards(boards, mayEdit);
  const last = open?.find(({ id }) => id === lastBoardId) ?? open?.[0];
  return {
    boards: open,
    last,
    save: async (hash, board = last) => {
      // Without the list of boards, a first board might be created twice.
      if (open === undefined) return;
      try {
        await saveAd(hash, board ?? (await createBoard(firstBoardName)));
      } catch (error) {
        toastError(error);
      }
    },
  };
}

let pendingSaves = 0;

/** Shows the ad as saved immediately, and reverts if that fails. */
async function saveAd(hash: string, board: { readonly id: number; readonly name: string }): Promise<void> {
  pendingSaves += 1;
  const revert = await showAsSaved(hash, board.id);
  writeStored('lastBoard', board.id);
  try {
    const { created } = await client.ads.addToBoard.mutate({ boardId: board.id, hash });
    toast(created ? `Saved to ${board.name}` : `Already on ${board.name}`, <BoardLink id={board.id} />);
  } catch (error) {
    revert();
    throw error;
  } finally {
    pendingSaves -= 1;
    // A reload before the last save has finished would show that ad as not saved.
    if (pendingSaves === 0) void reloadSavedAds();
  }
}

/** Updates the query cache optimistically; returns a function that reverts it. */
async function showAsSaved(hash: string, boardId: number): Promise<() => void> {
  const { queryKey: savedKey } = savedBoardsQuery(hash);
  const { queryKey: boardsKey } = api.ads.listBoardsContaining.queryOptions({ hash });
  await Promise.all([savedKey, boardsKey].map((queryKey) => queryClient.cancelQueries({ queryKey })));
  const [saved, boards] = [queryClient.getQueryData(savedKey), queryClient.getQueryData(boardsKey)];
  const { boardIds = [], note = null } = saved?.[0] ?? {};
  queryClient.setQueryData(savedKey, [{ hash, boardIds: [...new Set([...boardIds, boardId])], note }]);
  const full = queryClient.getQueryData(api.boards.list.queryKey())?.find(({ id }) => id === boardId);
  if (full !== undefined && boards?.some(({ id }) => id === boardId) === false)
    queryClient.setQueryData(boardsKey, [...boards, full]);
  return () => {
    queryClient.setQueryData(savedKey, saved ?? [{ hash, boardIds: [], note: null }]);
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

/** The ids of the boards that contain an ad; `initial` until they are loaded. */
export function useSavedBoards(hash: string, initial: readonly number[] = []): ReadonlySet<number> {
  const { data } = useQuery(savedBoardsQuery(hash));
  return new Set(data?.[0]?.boardIds ?? initial);
}
