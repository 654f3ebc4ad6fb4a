import { useNavigate, useSearch } from '@tanstack/react-router';
import type { StudioSearch } from './search.ts';

/** The search parameters, and a function that changes some of them. */
export function useStudioSearch(): readonly [StudioSearch, (change: StudioSearch) => void] {
  const search = useSearch({ from: '/shell/studio' });
  const navigate = useNavigate({ from: '/studio' });
  return [
    search,
    (change) => {
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
    },
  ];
}
