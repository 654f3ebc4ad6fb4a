import { useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from './client.ts';
import { useTeams } from './teams.ts';
import { askTogether } from './together.ts';
import type { Board } from './types.ts';

const noBoards: readonly Board[] = [];

/** The boards of the reader and of their teams, and which of them they may change. */
export function useBoards() {
  const query = useQuery(api.boards.list.queryOptions());
  const { teams, mayEdit, mayDeleteCopy } = useTeams();
  return { boards: query.data ?? noBoards, teams, mayEdit, mayDeleteCopy, query };
}

export function reloadBoards(): Promise<void> {
  return queryClient.invalidateQueries(api.boards.pathFilter());
}

/** After what is on boards has changed: everything that tells of it is asked for again where it is shown. */
export async function reloadSavedAds(): Promise<void> {
  const { list, findSaved, listBoardsContaining, getDetails, getFilterValues } = api.ads;
  const told = [api.boards, list, findSaved, listBoardsContaining, getDetails, getFilterValues];
  await Promise.all(told.map((one) => queryClient.invalidateQueries(one.pathFilter())));
}

/** So many hashes fit into an address that every proxy lets through. */
const mostAtOnce = 100;

let questions = 0;

/** A question that fails is asked again as a whole: cards that tried again by themselves would each ask alone. */
const findSaved = askTogether(
  (hashes: readonly string[]) =>
    queryClient.fetchQuery({
      // Each is a question of its own: an older one under way may not know of what was saved since.
      queryKey: ['findSavedTogether', (questions += 1)],
      queryFn: () => client.ads.findSaved.query({ ads: hashes.map((hash) => ({ hash })) }),
      gcTime: 0,
    }),
  mostAtOnce,
);

/** Where one ad is saved; the cards of a page are asked for together. */
export function savedPlaceOf(hash: string) {
  return {
    ...api.ads.findSaved.queryOptions({ ads: [{ hash }] }),
    queryFn: async () => [await findSaved(hash)],
    retry: false,
  };
}
