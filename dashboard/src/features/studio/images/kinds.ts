import type { BrandImage } from '../../../lib/api/types.ts';

export const kindNames: Readonly<Record<BrandImage['kind'], string>> = {
  product: 'Product',
  logo: 'Logo',
  lifestyle: 'Lifestyle',
  other: 'Other',
};
