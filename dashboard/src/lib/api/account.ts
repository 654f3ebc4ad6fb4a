import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from './client.ts';

/** The signed-in account; the shell suspends until it is loaded, so pages inside can rely on it. */
export function useAccount() {
  return useSuspenseQuery({ ...api.account.get.queryOptions(), staleTime: Number.POSITIVE_INFINITY }).data;
}
