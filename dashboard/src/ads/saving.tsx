import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reloadSavedAds, useBoards } from '../api/boards.ts';
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

/** Shows the ad as saved at once, and no longer when that fails. */
async function saveAd(hash: string, board: { readonly id: number; readonly name: string }): Promise<void> {
  const { queryKey } = api.ads.listBoardsContaining.queryOptions({ hash });
  const before = queryClient.getQueryData(queryKey);
  const full = queryClient.getQueryData(api.boards.list.queryKey())?.find(({ id }) => id === board.id);
  if (full !== undefined && before?.some(({ id }) => id === board.id) !== true)
    queryClient.setQueryData(queryKey, [...(before ?? []), full]);
  writeStored('lastBoard', board.id);
  try {
    const { created } = await client.ads.addToBoard.mutate({ boardId: board.id, hash });
    tell(created ? `Saved to ${board.name}` : `It is on ${board.name} already`, <BoardLink id={board.id} />);
    void reloadSavedAds();
  } catch (error) {
    queryClient.setQueryData(queryKey, before ?? []);
    throw error;
  }
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

/** The ids of the boards that hold an ad, as far as this page knows: asked for only when `ask` is set. */
export function useBoardsHolding(hash: string, ask: boolean): ReadonlySet<number> {
  const holding = useQuery({
    ...api.ads.listBoardsContaining.queryOptions({ hash }),
    enabled: ask,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return new Set(holding.data?.map(({ id }) => id));
}
