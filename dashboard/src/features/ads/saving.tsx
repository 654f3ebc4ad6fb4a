import { MutationObserver, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { savedAdQueries, savedBoardsQuery, useBoards } from '../../lib/api/boards.ts';
import { api, client, queryClient } from '../../lib/api/client.ts';
import type { Board } from '../../lib/api/types.ts';
import { useStored, writeStored } from '../../lib/hooks/useStored.ts';
import { type CacheUpdate, optimistic, updateQuery } from '../../lib/optimistic.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { undoByKey } from '../../ui/undo.tsx';
import { adsCopy } from './copy.ts';
import { unsavedKey } from './unsavedKey.ts';

const copy = adsCopy.save;

type BoardName = Pick<Board, 'id' | 'name'>;

export function useSave() {
  const { boards, mayEdit, query } = useBoards();
  const [lastBoardId] = useStored<number | null>('lastBoard', null);
  const open = query.data === undefined ? undefined : editableBoards(boards, mayEdit);
  const last = open?.find(({ id }) => id === lastBoardId) ?? open?.[0];
  return {
    /** Boards that this person may save to; undefined while loading. */
    boards: open,
    /** The last used board, else the first one; undefined without boards. */
    last,
    /** Saves to the given board, else to the last used one, else to a new one. */
    save: async (hash: string, board: BoardName | undefined = last): Promise<void> => {
      // Without the list of boards, a first board might be created twice.
      if (open === undefined) return;
      try {
        await saveAd(hash, board ?? (await createBoard(copy.firstBoard)));
      } catch (error) {
        toastError(error);
      }
    },
  };
}

/** Shows the ad as saved immediately, and reverts if that fails. */
async function saveAd(hash: string, board: BoardName): Promise<void> {
  writeStored('lastBoard', board.id);
  // The server has not removed it yet, and must not do so later.
  const wasRemoved = undoByKey(unsavedKey(hash));
  const { created } = await new MutationObserver(queryClient, {
    mutationFn: () => client.ads.addToBoard.mutate({ boardId: board.id, hash }),
    onMutate: optimistic(() => showAsSaved(hash, board.id)),
    meta: { invalidates: savedAdQueries },
  }).mutate();
  toast(
    created || wasRemoved ? copy.savedTo(board.name) : copy.alreadyOn(board.name),
    <Link
      to="/boards/$boardId"
      params={{ boardId: String(board.id) }}
      className="shrink-0 font-semibold text-accent hover:underline"
    >
      {copy.openBoard}
    </Link>,
  );
}

function showAsSaved(hash: string, boardId: number): readonly CacheUpdate[] {
  const full = queryClient.getQueryData(api.boards.list.queryKey())?.find(({ id }) => id === boardId);
  return [
    updateQuery(savedBoardsQuery(hash).queryKey, (before) => {
      const { boardIds = [], note = null } = before?.[0] ?? {};
      return [{ hash, boardIds: [...new Set([...boardIds, boardId])], note }];
    }),
    updateQuery(api.ads.listBoardsContaining.queryKey({ hash }), (before) =>
      full === undefined || before?.some(({ id }) => id === boardId) !== false ? before : [...before, full],
    ),
  ];
}

export async function createBoard(name: string): Promise<Board> {
  const board = await client.boards.create.mutate({ name });
  queryClient.setQueryData(api.boards.list.queryKey(), (before) => [...(before ?? []), board]);
  return board;
}

/** The ids of the boards that contain an ad, `initial` until they are loaded, and whether it may have a note. */
export function useSavedBoards(hash: string, initial: readonly number[] = []) {
  const found = useQuery(savedBoardsQuery(hash)).data?.[0];
  return { saved: new Set(found?.boardIds ?? initial), mayHaveNote: found?.note !== null };
}

export interface BoardOption extends Pick<Board, 'id' | 'name' | 'adCount'> {
  readonly path: string;
}

export function editableBoards(
  boards: readonly Board[],
  mayEdit: (board: Board) => boolean,
): readonly BoardOption[] {
  return boards.filter(mayEdit).map((board) => ({
    id: board.id,
    name: board.name,
    path: formatPath(board, boards),
    adCount: board.adCount,
  }));
}

function formatPath(board: Board, boards: readonly Board[]): string {
  const parent = boards.find(({ id }) => id === board.parentBoardId);
  return parent === undefined ? board.name : `${formatPath(parent, boards)} / ${board.name}`;
}
