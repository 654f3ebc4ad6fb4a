import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';

/** Goes on as whoever just signed in; nothing of somebody else stays. */
export function useEnter(): (next?: string) => void {
  const router = useRouter();
  return (next = '/discover') => {
    queryClient.clear();
    router.history.push(next);
  };
}
