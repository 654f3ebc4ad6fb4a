import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from './client.ts';

/** Whoever is signed in; the frame waits for it, so that pages inside can rely on it. */
export function useAccount() {
  return useSuspenseQuery({ ...api.account.get.queryOptions(), staleTime: Number.POSITIVE_INFINITY }).data;
}
