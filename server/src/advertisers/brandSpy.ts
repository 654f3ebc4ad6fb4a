import type { contract, OutputOf } from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { toBrandCoverage } from '../ads/coverage.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import { listKey } from '../rpc/cursor.ts';
import type { ProcedureHandlers, Handler } from '../rpc/procedure.ts';
import { changesHandler } from './changes.ts';
import { claimsHandler } from './claims.ts';
import { compareHandler } from './compare.ts';
import { creativesHandler } from './creatives.ts';
import { topAdvertisersHandler, unknownAdvertiser, assertKnownAdvertiser } from './directory.ts';
import { launchHistoryHandler } from './launchHistory.ts';
import { momentumHandler } from './momentum.ts';
import { productCategoryHandler, type FindProductCategory } from './productCategory.ts';
import * as research from './research.ts';
import { createFiguresCache, similarHandler } from './similar.ts';
import type * as sql from './stats.sql.ts';
import { survivalHandler } from './survival.ts';
import { adCopiesHandler, headlinesHandler, hooksHandler } from './texts.ts';
import { chooseDefinitions } from './tagDefinitions.ts';
import { tagSharesHandler } from './tagShares.ts';
import { testsHandler } from './creativeTests.ts';
import { timelineHandler } from './timeline.ts';
import { createVectorIndex } from './vectorIndex.ts';

export function brandSpyRouter(
  parts: research.ResearchParts,
  findProductCategory: FindProductCategory,
): ProcedureHandlers<typeof contract.brandSpy> {
  const vectors = createVectorIndex(parts.clickhouse);
  const figures = createFiguresCache(parts.clickhouse);
  return {
    listTopAdvertisers: research.perCall(parts, topAdvertisersHandler),
    getHeader: research.perCall(parts, headerHandler),
    getOverview: research.perCall(parts, overviewHandler),
    getAdCopies: research.perCall(parts, adCopiesHandler),
    getHeadlines: research.perCall(parts, headlinesHandler),
    getLandingPages: research.perCall(parts, landingPagesHandler),
    getTimeline: research.perCall(parts, timelineHandler),
    listSimilarAdvertisers: research.perCall(parts, (each) => similarHandler(each, vectors, figures)),
    compare: research.perCall(parts, compareHandler),
    getChanges: research.perCall(parts, changesHandler),
    getHooks: research.perCall(parts, hooksHandler),
    getTags: research.perCall(parts, tagsHandler),
    getProductCategory: research.perCall(parts, (each) => productCategoryHandler(each, findProductCategory)),
    getSurvival: research.perCall(parts, survivalHandler),
    listTests: research.perCall(parts, testsHandler),
    listCreatives: research.perCall(parts, creativesHandler),
    getLaunchHistory: research.perCall(parts, launchHistoryHandler),
    getTagShares: research.perCall(parts, tagSharesHandler),
    getMomentum: research.perCall(parts, momentumHandler),
    listClaims: research.perCall(parts, claimsHandler),
  };
}

export function headerHandler(parts: research.ResearchParts): Handler<typeof contract.brandSpy.getHeader> {
  return async ({ input }) => {
    const [advertiser, ads] = await Promise.all([
      research.findAdvertiser(parts, input.companyName),
      research.selectAds(parts, input, await parts.newestRecording()),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const totals = await ads.totals();
    if (totals.totalAds === 0) await assertKnownAdvertiser(parts, input.companyName);
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

type Overview = OutputOf<typeof contract.brandSpy.getOverview>;

export function overviewHandler(
  parts: research.ResearchParts,
): Handler<typeof contract.brandSpy.getOverview> {
  return async ({ input }) => {
    const ads = await research.selectAds(parts, input, await parts.newestRecording());
    const [row, covered] = await Promise.all([ads.overview(), ads.coverage()]);
    if (row.totalAds === 0) await assertKnownAdvertiser(parts, input.companyName);
    return { ...toOverview(row), coverage: toBrandCoverage(covered) };
  };
}

function toOverview({ genders, countries, ages, ...stats }: sql.OverviewRow): Omit<Overview, 'coverage'> {
  return {
    stats,
    mediaTypeBreakdown: {
      image: research.computeShare(stats.imageAds, stats.totalAds),
      video: research.computeShare(stats.videoAds, stats.totalAds),
    },
    demographics: {
      gender: byReach(byGender(genders)).map(({ part: gender, reach, share }) => ({ gender, reach, share })),
      country: byReach(countries).map(({ part: country, reach, share }) => ({ country, reach, share })),
      age: byReach(ages).map(({ part: age, reach, share }) => ({ age, reach, share })),
    },
  };
}

const genders = ['female', 'male', 'unknown'] as const;

/** All three values if any is known, even with zero reach; other labels of sources count as unknown. */
function byGender(breakdown: sql.Breakdown): sql.Breakdown<(typeof genders)[number]> {
  if (breakdown.length === 0) return [];
  const reach = { female: 0, male: 0, unknown: 0 };
  for (const [part, people] of breakdown) {
    reach[part === 'female' || part === 'male' ? part : 'unknown'] += people;
  }
  return genders.map((gender) => [gender, reach[gender]]);
}

/** Highest first. The input is ordered by name, and the sort is stable. */
function byReach<Part extends string>(breakdown: sql.Breakdown<Part>) {
  const whole = breakdown.reduce((sum, [, reach]) => sum + reach, 0);
  return breakdown
    .map(([part, reach]) => ({
      part,
      reach: Math.min(reach, Number.MAX_SAFE_INTEGER),
      share: whole === 0 ? null : reach / whole,
    }))
    .toSorted((one, other) => other.reach - one.reach);
}

type GetLandingPages = typeof contract.brandSpy.getLandingPages;
type LandingPage = OutputOf<GetLandingPages>['landingPages'][number];

export function landingPagesHandler(parts: research.ResearchParts): Handler<GetLandingPages> {
  return async ({ input }) => {
    const { sortBy, limit, cursor, ...filters } = input;
    const list = listKey('brandSpy.getLandingPages', input);
    const position = decodeAdCursor(list, cursor, await parts.newestRecording());
    const ads = await research.selectAds(parts, filters, position.asOf);
    const { rows, total } = await ads.landingPages({ sortBy, limit, offset: position.offset });
    if (total === 0) await assertKnownAdvertiser(parts, filters.companyName);
    return { landingPages: rows.map(toLandingPage), ...pageInfo(position, rows.length, total) };
  };
}

function toLandingPage({ page, pageReach, allAds, allReach, ...row }: sql.LandingPageRow): LandingPage {
  return {
    ...row,
    // A page has many URLs. This one is independent of the ads and has no tracking parameters.
    url: `https://${page}`,
    // Divides first, so that rounding never exceeds 100.
    distribution: (allReach === 0 ? row.adCount / allAds : pageReach / allReach) * 100,
    totalReach: Math.min(pageReach, Number.MAX_SAFE_INTEGER),
  };
}

export function tagsHandler(parts: research.ResearchParts): Handler<typeof contract.brandSpy.getTags> {
  return async ({ input: { category, limit, ...filters } }) => {
    const definitions = chooseDefinitions(parts.tagDefinitions, category);
    const ads = await research.selectAds(parts, filters, await parts.newestRecording());
    const { totalAds, averageScore } = await ads.averageScore();
    if (averageScore === null) {
      await assertKnownAdvertiser(parts, filters.companyName);
      return { totalAds, averageScore, tags: [], total: 0 };
    }
    const tagIds = [...definitions.keys()];
    const { rows, total } = await ads.tags({ averageScore, tagIds, limit });
    const tags = rows.flatMap(({ tagDefinitionId, ...row }) => {
      const definition = definitions.get(tagDefinitionId);
      return definition === undefined
        ? []
        : [{ ...definition, ...row, share: research.computeShare(row.adCount, totalAds) }];
    });
    return { totalAds, averageScore, tags, total };
  };
}
