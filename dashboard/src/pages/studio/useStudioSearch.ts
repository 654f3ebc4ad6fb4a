import { useNavigate, useSearch } from '@tanstack/react-router';
import type { StudioSearch } from './search.ts';

/** What the address says, and how a part of the page changes it; the rest of it stays. */
export function useStudioSearch(): readonly [StudioSearch, (change: StudioSearch) => void] {
  const search = useSearch({ from: '/frame/studio' });
  const navigate = useNavigate({ from: '/studio' });
  return [
    search,
    (change) => {
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
    },
  ];
}
