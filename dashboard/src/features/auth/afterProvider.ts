import { useRouter } from '@tanstack/react-router';
import { readSignInSearch } from './search.ts';
import { queryClient } from '../../lib/api/client.ts';

/** Providers redirect to the home page, so the destination is stored in the session. */
const name = 'magpie.next';

export function storeNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
  } catch {
    // Storage is blocked: they continue on the home page.
  }
}

export function takeNext(): string | undefined {
  try {
    const { next } = readSignInSearch({ next: sessionStorage.getItem(name) });
    sessionStorage.removeItem(name);
    return next;
  } catch {
    return undefined;
  }
}

/** Continues after signing in; clears cached data of a previous account. */
export function useContinue(): (next?: string) => void {
  const router = useRouter();
  return (next = '/discover') => {
    queryClient.clear();
    router.history.push(next);
  };
}
