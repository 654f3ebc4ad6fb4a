import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../../lib/api/client.ts';

/** Continues after signing in; clears cached data of a previous account. */
export function useContinue(): (next?: string) => void {
  const router = useRouter();
  return (next = '/discover') => {
    queryClient.clear();
    router.history.push(next);
  };
}
