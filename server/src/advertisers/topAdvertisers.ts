import type { contract } from '@magpie/contract';
import { monogramUrl } from '../ads/presentation.ts';
import type { Handler } from '../rpc/procedure.ts';
import { bestMatches, withTotals, findExactMatches, type DirectoryParts } from './directory.ts';
import { largestAdvertisers, type AdvertiserTotals } from './directory.sql.ts';
import type { Match } from './matching.ts';
import type { ResearchParts } from './research.ts';
import { parseName, type ParsedName } from './parsedName.ts';

/** `brandSpy.listTopAdvertisers`: the advertisers with the largest reach, optionally filtered by name. */
export function topAdvertisersHandler(
  parts: ResearchParts,
): Handler<typeof contract.brandSpy.listTopAdvertisers> {
  return async ({ input: { search = '', limit } }) => {
    const rows =
      search === ''
        ? await largestAdvertisers(parts.clickhouse, limit)
        : await largestMatching(parts, parseName(search, { insideWords: true }), limit);
    return rows.map((row) => ({
      advertiserId: row.advertiser_id,
      company: row.name,
      adCount: row.ads,
      totalViews: row.reach,
      brandLogo: row.brand_logo ?? monogramUrl(row.advertiser_id, parts.siteAddress()),
      platforms: row.platforms,
    }));
  };
}

/** The advertisers with ads and a matching name that have the largest reach. */
export async function largestMatching(
  parts: DirectoryParts,
  query: ParsedName,
  limit: number,
): Promise<AdvertiserTotals[]> {
  const matches = await findExactMatches(parts, query);
  const running = matches.filter(({ entry }) => entry.ads > 0);
  return withTotals(parts, bestMatches(running, limit, byReach));
}

function byReach(one: Match, other: Match): number {
  return other.entry.reach - one.entry.reach || one.entry.advertiserId - other.entry.advertiserId;
}
