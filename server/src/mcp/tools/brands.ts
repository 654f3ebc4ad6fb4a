import { contract, type OutputOf } from '@magpie/contract';
import { knownSum, notKnown } from '@magpie/contract/values/notKnown';
import { z } from 'zod';
import type { McpCall } from '../calling.ts';
import { quoted } from '../quoting.ts';
import { tool, getShape } from '../tool.ts';
import { countDays } from './ads.ts';
import { describeCoverage } from './coverage.ts';

type BrandSpy = typeof contract.brandSpy;
type Copies = OutputOf<BrandSpy['getAdCopies']>['copies'];
type Headlines = OutputOf<BrandSpy['getHeadlines']>['headlines'];
type Hooks = OutputOf<BrandSpy['getHooks']>['hooks'];
type Tags = OutputOf<BrandSpy['getTags']>;
type LandingPages = OutputOf<BrandSpy['getLandingPages']>['landingPages'];

const found = getShape(contract.ads.listTopCompanies);
const compared = getShape(contract.brandSpy.compare);
const filters = getShape(contract.brandSpy.getOverview);

export const findAdvertiser = tool({
  name: 'find_advertiser',
  description:
    'Find advertisers by an approximate or misspelt name, or a domain. Use it first: the other brand tools need the stored name it returns.',
  input: z.strictObject({ name: found.name, limit: found.limit.removeDefault().default(5) }),
  resultFields: { companies: 'array' },
  effect: 'none',
  handle: async (call, input) => {
    const { companies } = await call('ads.listTopCompanies', input);
    return {
      companies: companies.map(({ name, adCount, totalReach, platforms, matchType }) => ({
        name,
        ads: adCount,
        reach: knownSum(totalReach),
        platforms: platforms.join(','),
        match: matchType,
      })),
    };
  },
});

const ranked = (text: Copies[number] | Headlines[number] | Hooks[number]) => ({
  ads: text.adCount,
  reach: knownSum(text.totalReach),
  days: countDays(text),
  score: Math.round(text.performanceScore),
  sampleAd: text.sampleAd.hash,
});
export const summarizeCopies = (copies: Copies, longest: number) =>
  copies.map((copy) => ({ body: quoted(copy.body, longest), ...ranked(copy) }));
export const summarizeHeadlines = (headlines: Headlines) =>
  headlines.map((each) => ({ headline: quoted(each.headline, 150), ...ranked(each) }));
export const summarizeHooks = (hooks: Hooks) =>
  hooks.map((each) => ({ hook: quoted(each.hook, 150), ...ranked(each) }));
/** Each with the number of ads, their score compared with the average, and the best ad. */
export const summarizeTags = ({ tags, averageScore }: Tags) =>
  tags.map(({ category, shortText, adCount, avgDaysRunning, avgDaysRunningKind, avgScore, sampleAds }) => ({
    tag: shortText,
    category,
    ads: adCount,
    days: countDays({ daysRunning: Math.round(avgDaysRunning), daysRunningKind: avgDaysRunningKind }),
    score: Math.round(avgScore),
    lift: Math.round(avgScore - (averageScore ?? avgScore)),
    sampleAd: sampleAds[0],
  }));
export const summarizeLandingPages = (landingPages: LandingPages) =>
  landingPages.map(({ url, adCount, activeAds, ...page }) => ({
    url: quoted(url, 150),
    ads: adCount,
    active: activeAds,
    ...shareOfPage(page),
  }));

/** Without any known reach of the brand, `distribution` is the share of its ads. */
function shareOfPage({
  totalReach,
  distribution,
}: Pick<LandingPages[number], 'totalReach' | 'distribution'>) {
  const percent = Math.round(distribution * 10) / 10;
  if (totalReach > 0) return { percentOfReach: percent };
  return distribution > 0 ? { percentOfAds: percent } : { percentOfReach: notKnown };
}

function withKnownReach<Stats extends { readonly totalReach: number }>(stats: Stats) {
  return { ...stats, totalReach: knownSum(stats.totalReach) };
}

function portions(parts: readonly (readonly [name: string, share: number | null])[]) {
  const known = parts.flatMap(([name, share]) =>
    share === null || share === 0 ? [] : [[name, share] as const],
  );
  const largest = known.toSorted(([, one], [, other]) => other - one).slice(0, 6);
  return Object.fromEntries(largest.map(([name, share]) => [name, Math.round(share * 100) / 100]));
}

export async function getOverview(call: McpCall, input: z.output<z.ZodObject<typeof filters>>) {
  // First, so that an unknown name costs one read.
  const header = await call('brandSpy.getHeader', input);
  const few = { ...input, limit: 3 };
  const [overview, { copies }, { headlines }, { hooks }, tags, { landingPages }, product] = await Promise.all(
    [
      call('brandSpy.getOverview', input),
      call('brandSpy.getAdCopies', few),
      call('brandSpy.getHeadlines', few),
      call('brandSpy.getHooks', few),
      call('brandSpy.getTags', { ...input, limit: 8 }),
      call('brandSpy.getLandingPages', few),
      call('brandSpy.getProductCategory', input),
    ],
  );
  const { stats, mediaTypeBreakdown, demographics, coverage } = overview;
  return {
    name: header.name,
    platforms: header.platforms.join(','),
    categories: header.categories.slice(0, 5),
    sells: product.category?.name,
    firstSeen: header.firstSeenAt?.slice(0, 10),
    lastSeen: header.lastSeenAt?.slice(0, 10),
    coverage: describeCoverage(coverage),
    stats: withKnownReach(stats),
    mediaMix: mediaTypeBreakdown,
    audience: {
      gender: portions(demographics.gender.map(({ gender, share }) => [gender, share])),
      age: portions(demographics.age.map(({ age, share }) => [age, share])),
      country: portions(demographics.country.map(({ country, share }) => [country, share])),
    },
    topTags: summarizeTags(tags),
    topHooks: summarizeHooks(hooks),
    topCopies: summarizeCopies(copies, 250),
    topHeadlines: summarizeHeadlines(headlines),
    topLandingPages: summarizeLandingPages(landingPages),
  };
}

const brandOverview = tool({
  name: 'brand_overview',
  description:
    "A brand at a glance: counts and their coverage, reach, media mix, audience, which tags and hooks work (lift: score above the brand's average), its best copies, headlines and landing pages. dateFrom: only ads launched since. Costs 8 of the user's reads.",
  input: z.strictObject(filters),
  resultFields: {
    name: 'string',
    coverage: 'string',
    stats: 'object',
    topTags: 'array',
    topHooks: 'array',
    topCopies: 'array',
  },
  effect: 'none',
  handle: getOverview,
});

const compareBrands = tool({
  name: 'compare_brands',
  description:
    'Two to five brands side by side: counts, reach, mix of formats and platforms, launch tempo, shared and distinctive tags.',
  input: z.strictObject({
    companyNames: compared.companyNames,
    dateFrom: compared.dateFrom,
    dateTo: compared.dateTo,
    status: compared.status,
  }),
  resultFields: { brands: 'array', sharedTags: 'array' },
  effect: 'none',
  handle: async (call, input) => {
    const { advertisers, sharedTags } = await call('brandSpy.compare', input);
    return {
      brands: advertisers.map(
        ({ name, stats, formats, platforms, languages, tempo, topTags, distinctTags }) => ({
          name,
          stats: withKnownReach(stats),
          formats: portions(formats.map(({ format, share }) => [format, share])),
          platforms: portions(platforms.map(({ platform, share }) => [platform, share])),
          languages: portions(languages.map(({ language, share }) => [language, share])),
          tempo,
          topTags: topTags.slice(0, 5).map(({ shortText }) => shortText),
          distinctTags: distinctTags.slice(0, 5).map(({ shortText }) => shortText),
        }),
      ),
      sharedTags: sharedTags.slice(0, 10).map(({ shortText }) => shortText),
    };
  },
});

export const brandTools = [findAdvertiser, brandOverview, compareBrands];
