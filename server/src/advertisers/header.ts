import type { contract } from '@magpie/contract';
import { logoOf } from '../ads/presentation.ts';
import { byBytes } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { totalsOf } from './header.sql.ts';
import { adsOf, advertiserNamed, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

/** `brandSpy.getHeader`: who the advertiser is, and what the ads that the filters select come to. */
export function headerHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getHeader> {
  return async ({ input }) => {
    const ads = adsOf(input, await parts.newestRecording(), parts.today());
    const [advertiser, totals] = await Promise.all([
      advertiserNamed(parts, input.companyName),
      totalsOf(parts.clickhouse, ads),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const { advertiser_id: advertiserId, name, brand_logo: logo, categories } = advertiser;
    return {
      advertiserId,
      name,
      brandLogo: logo ?? logoOf(advertiserId, parts.siteAddress()),
      ...totals,
      categories: categories.toSorted(byBytes),
    };
  };
}
