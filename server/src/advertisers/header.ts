import type { contract } from '@magpie/contract';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { adTotals } from './header.sql.ts';
import { advertiserAds, findAdvertiser, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

/** `brandSpy.getHeader`: the advertiser and the totals of its matching ads. */
export function headerHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getHeader> {
  return async ({ input }) => {
    const ads = advertiserAds(input, await parts.newestRecording(), parts.today());
    const [advertiser, totals] = await Promise.all([
      findAdvertiser(parts, input.companyName),
      adTotals(parts.clickhouse, ads),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const { advertiser_id: advertiserId, name, brand_logo: logo, categories } = advertiser;
    return {
      advertiserId,
      name,
      brandLogo: logo ?? monogramUrl(advertiserId, parts.siteAddress()),
      ...totals,
      categories: categories.toSorted(compareUtf8),
    };
  };
}
