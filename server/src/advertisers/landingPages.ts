import type { contract, OutputOf } from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { landingPagesOf, type LandingPageRow } from './landingPages.sql.ts';
import { rankedPage, advertiserAds, type ResearchParts } from './research.ts';
import { assertKnownAdvertiser } from './directory.ts';

type GetLandingPages = typeof contract.brandSpy.getLandingPages;
type LandingPage = OutputOf<GetLandingPages>['landingPages'][number];

export function landingPagesHandler(parts: ResearchParts): Handler<GetLandingPages> {
  return async ({ input }) => {
    const { sortBy, limit, cursor, ...filters } = input;
    const list = listKey('brandSpy.getLandingPages', input);
    const position = decodeAdCursor(list, cursor, await parts.newestRecording());
    const ads = advertiserAds(filters, position.asOf, parts.today());
    const { rows, total } = await rankedPage(position, limit, (page) =>
      landingPagesOf(parts.clickhouse, ads, { sortBy, ...page }),
    );
    if (total === 0) await assertKnownAdvertiser(parts, filters.companyName);
    return { landingPages: rows.map(toLandingPage), ...pageInfo(position, rows.length, total) };
  };
}

function toLandingPage(row: LandingPageRow): LandingPage {
  const { adCount, allAds, pageReach, allReach } = row;
  return {
    // A page has many URLs. This one is independent of the ads and has no tracking parameters.
    url: `https://${row.page}`,
    domain: row.domain,
    adCount,
    activeAds: row.activeAds,
    // Divides first, so that rounding never exceeds 100.
    distribution: (allReach === 0 ? adCount / allAds : pageReach / allReach) * 100,
    totalReach: Math.min(pageReach, Number.MAX_SAFE_INTEGER),
    firstSeenAt: row.firstSeenAt,
    lastSeenAt: row.lastSeenAt,
  };
}
