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

export function readStudioSearch({ tab, ad, product, all }: Record<string, unknown>): StudioSearch {
  const id = Number(product);
  return {
    ...((tab === 'products' || tab === 'images') && { tab }),
    ...(typeof ad === 'string' && /^[0-9a-f]{32}$/i.test(ad) && { ad: ad.toLowerCase() }),
    ...(product === 'new' ? { product } : Number.isSafeInteger(id) && id > 0 && { product: id }),
    ...((all === true || all === 'true') && { all: true }),
  };
}
