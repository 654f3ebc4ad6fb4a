import type { contract, OutputOf } from '@magpie/contract';
import { pageAfter, decodeAdCursor } from '../ads/adCursor.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { landingPagesOf, type LandingPageRow } from './landingPages.sql.ts';
import { rankedPage } from './rankedPage.ts';
import { assertKnownAdvertiser } from './assertKnownAdvertiser.ts';
import { adsOf, type ResearchParts } from './research.ts';

type GetLandingPages = typeof contract.brandSpy.getLandingPages;
type LandingPage = OutputOf<GetLandingPages>['landingPages'][number];

/** `brandSpy.getLandingPages`: where the ads that the filters select lead to. */
export function landingPagesHandler(parts: ResearchParts): Handler<GetLandingPages> {
  return async ({ input }) => {
    const { sortBy, limit, cursor, ...filters } = input;
    const list = listKey('brandSpy.getLandingPages', input);
    const walk = decodeAdCursor(list, cursor, await parts.newestRecording());
    const ads = adsOf(filters, walk.asOf, parts.today());
    const { rows, total } = await rankedPage(walk, limit, (page) =>
      landingPagesOf(parts.clickhouse, ads, { sortBy, ...page }),
    );
    if (total === 0) await assertKnownAdvertiser(parts, filters.companyName);
    return { landingPages: rows.map(toLandingPage), ...pageAfter(walk, rows.length, total) };
  };
}

function toLandingPage(row: LandingPageRow): LandingPage {
  return {
    // One page has many addresses. This one does not depend on which ads there are, and says nothing to those who
    // follow a campaign by the parameters of its links.
    url: `https://${row.page}`,
    domain: row.domain,
    adCount: row.adCount,
    activeAds: row.activeAds,
    distribution: distributionOf(row),
    totalReach: Math.min(row.pageReach, Number.MAX_SAFE_INTEGER),
    firstSeenAt: row.firstSeenAt,
    lastSeenAt: row.lastSeenAt,
  };
}

/** In percent. Divided first, so that it never exceeds 100. */
function distributionOf({ adCount, allAds, pageReach, allReach }: LandingPageRow): number {
  return (allReach === 0 ? adCount / allAds : pageReach / allReach) * 100;
}
