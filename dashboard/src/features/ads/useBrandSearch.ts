import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';

/** Brands whose name or landing page matches the typed text, typos included; debounced. */
export function useBrandSearch(typed: string, limit: number) {
  const name = useDebounced(typed.trim());
  const found = useQuery({
    ...api.ads.listTopCompanies.queryOptions({ name, limit }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
  const isSettled = found.isError || (found.isSuccess && !found.isPlaceholderData);
  return {
    found,
    /** Whether the results are for another text than the typed one. */
    isOutdated: typed.trim() !== '' && (name !== typed.trim() || !isSettled),
  };
}
