import type { contract } from '@magpie/contract';
import { logoOf } from '../catalog/presentation.ts';
import type { Handler } from '../kernel/procedure.ts';
import type { ResearchParts } from './research.ts';
import { soughtFor } from './sought.ts';
import { largestAdvertisers } from './topAdvertisers.sql.ts';

/** `brandSpy.listTopAdvertisers`: the advertisers with the largest reach, of all or of those whose name fits. */
export function topAdvertisersHandler(
  parts: ResearchParts,
): Handler<typeof contract.brandSpy.listTopAdvertisers> {
  return async ({ input: { search = '', limit } }) => {
    const sought = search === '' ? null : soughtFor(search);
    const rows = await largestAdvertisers(parts.clickhouse, sought, limit);
    return rows.map((row) => ({
      advertiserId: row.advertiser_id,
      company: row.name,
      adCount: row.ads,
      totalViews: row.reach,
      brandLogo: row.brand_logo ?? logoOf(row.advertiser_id, parts.siteAddress()),
      platforms: row.platforms,
    }));
  };
}
