import { useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from './client.ts';
import { useTeams } from './teams.ts';
import { batchRequests } from './batchRequests.ts';
import type { Board } from './types.ts';

const noBoards: readonly Board[] = [];

export function useBoards() {
  const query = useQuery(api.boards.list.queryOptions());
  const { teams, mayEdit, mayDeleteCopy } = useTeams();
  return { boards: query.data ?? noBoards, teams, mayEdit, mayDeleteCopy, query };
}

export const boardQueries = [api.boards.pathFilter()];

export const savedAdQueries = [
  ...boardQueries,
  api.ads.list.pathFilter(),
  api.ads.findSaved.pathFilter(),
  api.ads.listBoardsContaining.pathFilter(),
  api.ads.getDetails.pathFilter(),
  api.ads.getFilterValues.pathFilter(),
];

/** This many hashes fit into a URL that every proxy accepts. */
const maxBatchSize = 100;

let batches = 0;

/** A failed batch is retried as a whole: cards that retried on their own would each send a request. */
const findSaved = batchRequests(
  (hashes: readonly string[]) =>
    queryClient.fetchQuery({
      // A unique key for each batch: a pending older one may miss what was saved since.
      queryKey: ['findSavedTogether', (batches += 1)],
      queryFn: () => client.ads.findSaved.query({ ads: hashes.map((hash) => ({ hash })) }),
      gcTime: 0,
    }),
  maxBatchSize,
);

/** The boards that contain one ad; the cards of a page share one request. */
export function savedBoardsQuery(hash: string) {
  return {
    ...api.ads.findSaved.queryOptions({ ads: [{ hash }] }),
    queryFn: async () => [await findSaved(hash)],
    retry: false,
  };
}
