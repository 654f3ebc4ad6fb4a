import { useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from './client.ts';
import { useTeams } from './teams.ts';
import type { Board } from './types.ts';

const noBoards: readonly Board[] = [];

export function useBoards() {
  const query = useQuery(api.boards.list.queryOptions());
  const { teams, mayEdit, mayDeleteCopy } = useTeams();
  return { boards: query.data ?? noBoards, teams, mayEdit, mayDeleteCopy, query };
}

/** A team's copy of an ad, or for null the user's own. */
export interface AdCopy {
  readonly teamId: number | null;
}

/** The user's own copy takes precedence over those of teams, and these are ordered by team id. */
export function shownCopy(
  ad: { readonly boardIds: readonly number[] },
  boards: readonly Pick<Board, 'id' | 'teamId'>[],
): AdCopy | null {
  const teamIds = boards.filter(({ id }) => ad.boardIds.includes(id)).map(({ teamId }) => teamId);
  if (teamIds.length === 0) return null;
  return { teamId: teamIds.includes(null) ? null : Math.min(...teamIds.map(Number)) };
}

export const boardQueries = [api.boards.pathFilter()];

export const savedAdQueries = [
  ...boardQueries,
  api.ads.list.pathFilter(),
  // Also those of cards that are scrolled away: together now, instead of row by row later.
  { ...api.ads.findSaved.pathFilter(), refetchType: 'all' as const },
  api.ads.listBoardsContaining.pathFilter(),
  api.ads.getDetails.pathFilter(),
  api.ads.getFilterValues.pathFilter(),
];

/**
 * Combines single requests into batches: everything requested within the same task is sent together, up to `maxSize`
 * items each. The results must have the order of the items.
 */
export function batchRequests<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxSize: number,
): (item: Item) => Promise<Result> {
  let open: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const results = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (open?.items === items) open = null;
      return send(items);
    });
    return { items, results };
  };
  return async (item) => {
    open ??= begin();
    const { items, results } = open;
    const index = items.push(item) - 1;
    if (items.length === maxSize) open = null;
    const result = (await results)[index];
    if (result === undefined) throw new Error('The batch returned fewer results than items.');
    return result;
  };
}

/** This many hashes fit into a URL that every proxy accepts. */
const maxBatchSize = 100;

let batches = 0;

/** A failed batch is retried as a whole: cards that retried on their own would each send a request. */
export const fetchSavedBoards = batchRequests(
  (hashes: readonly string[]) =>
    queryClient.fetchQuery({
      // A unique key for each batch: a pending older one may miss what was saved since.
      queryKey: ['findSavedTogether', (batches += 1)],
      queryFn: () => client.ads.findSaved.query({ ads: hashes.map((hash) => ({ hash })) }),
      gcTime: 0,
    }),
  maxBatchSize,
);

/** The boards that contain one ad; the cards of a page share one request. Changes invalidate `savedAdQueries`. */
export function savedBoardsQuery(hash: string) {
  return {
    ...api.ads.findSaved.queryOptions({ ads: [{ hash }] }),
    queryFn: async () => [await fetchSavedBoards(hash)],
    retry: false,
    staleTime: Infinity,
  };
}

/** One request for all cards of a list; each row would send its own when it scrolls in. */
export function prefetchSavedBoards(ads: readonly { readonly hash: string }[]): void {
  for (const { hash } of ads) void queryClient.prefetchQuery(savedBoardsQuery(hash));
}
