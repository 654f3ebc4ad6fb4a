import { type Address, idIn, known, oneOf } from '../../words/address.ts';

/** What the studio keeps in its address. */
export interface StudioSearch {
  /** Absent: creatives. */
  readonly tab?: 'products' | 'images' | undefined;
  /** The ad that creatives follow. */
  readonly ad?: string | undefined;
  /** The product that creatives, or images, are of; among products, the one that is edited. */
  readonly product?: number | 'new' | undefined;
  /** Creatives of all products, not only of the chosen one. */
  readonly all?: true | undefined;
}

export function readStudioSearch({ tab, ad, product, all }: Address): StudioSearch {
  return known({
    tab: oneOf(['products', 'images'], tab),
    ad: typeof ad === 'string' && /^[0-9a-f]{32}$/i.test(ad) ? ad.toLowerCase() : undefined,
    product: product === 'new' ? product : idIn(product),
    all: all === true || undefined,
  });
}
