import type { contract } from '@magpie/contract';
import { logoOf } from '../ads/presentation.ts';
import type { Handler } from '../rpc/procedure.ts';
import { bestOf, counted, matchesSpelt, type DirectoryParts } from './directory.ts';
import { largestAdvertisers, type CountedAdvertiser } from './directory.sql.ts';
import type { Match } from './matching.ts';
import type { ResearchParts } from './research.ts';
import { parseName, type ParsedName } from './parsedName.ts';

/** `brandSpy.listTopAdvertisers`: the advertisers with the largest reach, of all or of those whose name fits. */
export function topAdvertisersHandler(
  parts: ResearchParts,
): Handler<typeof contract.brandSpy.listTopAdvertisers> {
  return async ({ input: { search = '', limit } }) => {
    const rows =
      search === ''
        ? await largestAdvertisers(parts.clickhouse, limit)
        : await largestSpelt(parts, parseName(search, { insideWords: true }), limit);
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

/** Of the advertisers whose names fit as they are spelt and that have ads, those with the largest reach. */
export async function largestSpelt(
  parts: DirectoryParts,
  sought: ParsedName,
  limit: number,
): Promise<CountedAdvertiser[]> {
  const matches = await matchesSpelt(parts, sought);
  const running = matches.filter(({ entry }) => entry.ads > 0);
  return counted(parts, bestOf(running, limit, byReach));
}

function byReach(one: Match, other: Match): number {
  return other.entry.reach - one.entry.reach || one.entry.advertiserId - other.entry.advertiserId;
}
