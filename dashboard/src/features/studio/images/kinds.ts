import type { BrandImage } from '../../../lib/api/types.ts';
import { studioCopy } from '../copy.ts';

export const kindNames: Readonly<Record<BrandImage['kind'], string>> = studioCopy.images.kindNames;
