import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SearchParams, parseId, omitUndefined, parseOneOf } from '../../lib/searchParams.ts';

export interface StudioSearch {
  readonly tab?: 'products' | 'images' | undefined;
  readonly ad?: string | undefined;
  /** The product of creatives or images; on the products tab, the edited one. */
  readonly product?: number | 'new' | undefined;
  readonly all?: true | undefined;
}

export function readStudioSearch({ tab, ad, product, all }: SearchParams): StudioSearch {
  return omitUndefined({
    tab: parseOneOf(['products', 'images'], tab),
    ad: typeof ad === 'string' && /^[0-9a-f]{32}$/i.test(ad) ? ad.toLowerCase() : undefined,
    product: product === 'new' ? product : parseId(product),
    all: all === true || undefined,
  });
}

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
