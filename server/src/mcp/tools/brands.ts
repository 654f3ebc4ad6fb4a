import { contract, type OutputOf } from '@magpie/contract';
import { z } from 'zod';
import type { Call } from '../calling.ts';
import { quoted } from '../quoting.ts';
import { shapeOf } from '../shapes.ts';
import { tool } from '../tool.ts';

type BrandSpy = typeof contract.brandSpy;
type Copies = OutputOf<BrandSpy['getAdCopies']>['copies'];
type Headlines = OutputOf<BrandSpy['getHeadlines']>['headlines'];
type Hooks = OutputOf<BrandSpy['getHooks']>['hooks'];
type Tags = OutputOf<BrandSpy['getTags']>;
type LandingPages = OutputOf<BrandSpy['getLandingPages']>['landingPages'];

const found = shapeOf(contract.ads.listTopCompanies);
const compared = shapeOf(contract.brandSpy.compare);
const filters = shapeOf(contract.brandSpy.getOverview);

const findAdvertiser = tool({
  name: 'find_advertiser',
  description:
    'Find advertisers by a vague or misspelt name, or a domain. Use it first: the other brand tools need the stored name that it answers.',
  input: z.strictObject({ name: found.name, limit: found.limit.removeDefault().default(5) }),
  answers: { companies: 'array' },
  effect: 'none',
  answer: async (call, input) => {
    const { companies } = await call('ads.listTopCompanies', input);
    return {
      companies: companies.map(({ name, adCount, totalReach, platforms, matchType }) => ({
        name,
        ads: adCount,
        reach: Math.round(totalReach),
        platforms: platforms.join(','),
        match: matchType,
      })),
    };
  },
});

const ranked = ({
  adCount,
  totalReach,
  daysRunning,
  performanceScore,
  sampleAd,
}: Copies[number] | Headlines[number] | Hooks[number]) => ({
  ads: adCount,
  reach: Math.round(totalReach),
  days: daysRunning,
  score: Math.round(performanceScore),
  sampleAd: sampleAd.hash,
});
export const copiesTold = (copies: Copies, longest: number) =>
  copies.map((copy) => ({ body: quoted(copy.body, longest), ...ranked(copy) }));
export const headlinesTold = (headlines: Headlines) =>
  headlines.map((each) => ({ headline: quoted(each.headline, 150), ...ranked(each) }));
export const hooksTold = (hooks: Hooks) =>
  hooks.map((each) => ({ hook: quoted(each.hook, 150), ...ranked(each) }));
/** Each with its evidence: how many ads have it, how they do compared with all, and the best of them. */
export const tagsTold = ({ tags, averageScore }: Tags) =>
  tags.map(({ category, shortText, adCount, avgDaysRunning, avgScore, sampleAds }) => ({
    tag: shortText,
    category,
    ads: adCount,
    days: Math.round(avgDaysRunning),
    score: Math.round(avgScore),
    lift: Math.round(avgScore - (averageScore ?? avgScore)),
    sampleAd: sampleAds[0],
  }));
export const pagesTold = (landingPages: LandingPages) =>
  landingPages.map(({ url, adCount, activeAds, distribution }) => ({
    url: quoted(url, 150),
    ads: adCount,
    active: activeAds,
    percentOfReach: Math.round(distribution * 10) / 10,
  }));

/** The largest parts of a whole, by name. */
function portions(parts: readonly (readonly [name: string, share: number | null])[]) {
  const known = parts.flatMap(([name, share]) =>
    share === null || share === 0 ? [] : [[name, share] as const],
  );
  const largest = known.toSorted(([, one], [, other]) => other - one).slice(0, 6);
  return Object.fromEntries(largest.map(([name, share]) => [name, Math.round(share * 100) / 100]));
}

/** What is told first of a brand: seven reads. */
export async function overviewOf(call: Call, input: z.output<z.ZodObject<typeof filters>>) {
  // Alone, so that a name that is not there costs one read.
  const header = await call('brandSpy.getHeader', input);
  const few = { ...input, limit: 3 };
  const [overview, { copies }, { headlines }, { hooks }, tags, { landingPages }] = await Promise.all([
    call('brandSpy.getOverview', input),
    call('brandSpy.getAdCopies', few),
    call('brandSpy.getHeadlines', few),
    call('brandSpy.getHooks', few),
    call('brandSpy.getTags', { ...input, limit: 8 }),
    call('brandSpy.getLandingPages', few),
  ]);
  const { stats, mediaTypeBreakdown, demographics } = overview;
  return {
    name: header.name,
    platforms: header.platforms.join(','),
    categories: header.categories.slice(0, 5),
    firstSeen: header.firstSeenAt?.slice(0, 10),
    lastSeen: header.lastSeenAt?.slice(0, 10),
    stats,
    mediaMix: mediaTypeBreakdown,
    audience: {
      gender: portions(demographics.gender.map(({ gender, share }) => [gender, share])),
      age: portions(demographics.age.map(({ age, share }) => [age, share])),
      country: portions(demographics.country.map(({ country, share }) => [country, share])),
    },
    topTags: tagsTold(tags),
    topHooks: hooksTold(hooks),
    topCopies: copiesTold(copies, 250),
    topHeadlines: headlinesTold(headlines),
    topLandingPages: pagesTold(landingPages),
  };
}

const brandOverview = tool({
  name: 'brand_overview',
  description:
    "A brand at a glance: counts, reach, media mix, audience, which tags and hooks work (lift: score above the brand's average), its best copies, headlines and landing pages. dateFrom: only ads launched since, as for what it does this month. Costs 7 of the user's reads.",
  input: z.strictObject(filters),
  answers: { name: 'string', stats: 'object', topTags: 'array', topHooks: 'array', topCopies: 'array' },
  effect: 'none',
  answer: overviewOf,
});

const compareBrands = tool({
  name: 'compare_brands',
  description:
    'Two to five brands side by side: counts, reach, mix of formats and platforms, tempo of launches, tags that they share or that set one apart.',
  input: z.strictObject({
    companyNames: compared.companyNames,
    dateFrom: compared.dateFrom,
    dateTo: compared.dateTo,
    status: compared.status,
  }),
  answers: { brands: 'array', sharedTags: 'array' },
  effect: 'none',
  answer: async (call, input) => {
    const { advertisers, sharedTags } = await call('brandSpy.compare', input);
    return {
      brands: advertisers.map(
        ({ name, stats, formats, platforms, languages, tempo, topTags, distinctTags }) => ({
          name,
          stats,
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
