import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSettled } from '../parts/useSettled.ts';

/** Brands whose name or landing page is like what is typed, also when it is misspelt; asked for when the hand rests. */
export function useBrandSearch(typed: string, limit: number) {
  const name = useSettled(typed.trim());
  return useQuery({
    ...api.ads.listTopCompanies.queryOptions({ name, limit }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
}
