import { contract, type Ad, type AdDetails, type SavedAd } from '@magpie/contract';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import { detail, fewCompact, fewWhole, shapeOf } from '../shapes.ts';
import { tool } from '../tool.ts';

const saved = shapeOf(contract.ads.list);
const indexed = shapeOf(contract.ads.search);

/** What an ad is told apart and judged by. */
export function compactAd(ad: Ad | SavedAd) {
  const { hash, advertiser, platforms, format, status, headline, body, startDate, daysRunning } = ad;
  return {
    hash,
    company: advertiser.name,
    platforms: platforms.join(','),
    format,
    status,
    headline: headline && quoted(headline, 100),
    body: body && quoted(body, 160),
    landingPage: ad.landingPageUrl && quoted(ad.landingPageUrl.replace(/[?#].*$/su, ''), 80),
    started: startDate,
    days: daysRunning,
    reach: ad.reach.value,
    engagement: ad.engagement.total,
    score: Math.round(ad.performanceScore),
    ...('boardIds' in ad && { boardIds: ad.boardIds, note: ad.note && quoted(ad.note, 160) }),
  };
}

/** How many entries of a list are told of one ad. */
const mostOf = { headlines: 5, bodies: 3, countries: 20, tags: 15, media: 10, cards: 5 } as const;

/** The parts of an ad that are read rather than counted. */
function wholeAd(ad: AdDetails) {
  const first = <List extends keyof typeof mostOf>(list: List): AdDetails[List] =>
    ad[list].slice(0, mostOf[list]) as AdDetails[List];
  return {
    ...compactAd(ad),
    body: undefined,
    note: ad.note,
    headlines: first('headlines'),
    bodies: first('bodies').map((body) => quoted(body, 1500)),
    description: ad.description,
    cta: ad.ctaText ?? ad.ctaType,
    language: ad.language,
    countries: first('countries').join(','),
    ended: ad.endDate,
    source: ad.sourceUrl,
    likes: ad.engagement.likes,
    comments: ad.engagement.comments,
    shares: ad.engagement.shares,
    scoreParts: ad.scoreParts,
    tags: first('tags').map(({ category, shortText }) => `${category}: ${shortText}`),
    media: first('media')
      .map(({ type }) => type)
      .join(','),
    cards: first('cards').map((card) => card.headline),
    measurements: ad.history.length,
    leftOut: leftOutOf(ad),
  };
}

/** How many entries of which lists are not told; nothing when all are. */
function leftOutOf(ad: AdDetails): Readonly<Record<string, number>> | undefined {
  const cut = Object.entries(mostOf)
    .map(([list, most]) => [list, ad[list as keyof typeof mostOf].length - most] as const)
    .filter(([, more]) => more > 0);
  return cut.length === 0 ? undefined : Object.fromEntries(cut);
}

const filters = {
  companyNames: indexed.companyNames,
  platforms: indexed.platforms,
  formats: indexed.formats,
  languages: indexed.languages,
  dateFrom: indexed.dateFrom,
  dateTo: indexed.dateTo,
  sortBy: indexed.sortBy,
  limit: indexed.limit
    .removeDefault()
    .optional()
    .describe(`${fewCompact} if absent, ${fewWhole} with detail: full.`),
  cursor: indexed.cursor,
  detail,
};

type Detail = z.output<typeof detail>;

function adsTold<Found extends Ad>(ads: readonly Found[], asked: Detail) {
  return asked === 'full' ? ads : ads.map(compactAd);
}

function usualLimit(asked: Detail): number {
  return asked === 'full' ? fewWhole : fewCompact;
}

const page = { total: 'integer', 'nextCursor?': 'integer', ads: 'array' } as const;

const searchAds = tool({
  name: 'search_ads',
  description:
    'Search all known ads by words, companies, platforms, countries, dates. Answers compact ads and the total; cursor: nextCursor for more, detail: full for whole records.',
  input: z.strictObject({
    searchQuery: indexed.searchQuery,
    ...filters,
    status: indexed.status,
    mediaType: indexed.mediaType,
    countries: indexed.countries,
  }),
  answers: page,
  effect: 'none',
  answer: async (call, { detail: asked, limit = usualLimit(asked), ...input }) => {
    const { ads, total, nextCursor } = await call('ads.search', { ...input, limit });
    const isUnknown = total === 0 && Array.isArray(input.companyNames) && input.companyNames.length > 0;
    return {
      total,
      nextCursor,
      ...(isUnknown && { hint: 'companyNames must be stored names: find_advertiser tells them.' }),
      ads: adsTold(ads, asked),
    };
  },
});

const savedAds = tool({
  name: 'saved_ads',
  description:
    "Search the ads that the user or their teams saved on boards, with notes. boardId: one board's.",
  input: z.strictObject({ searchQuery: saved.searchQuery, boardId: saved.boardId, ...filters }),
  answers: page,
  effect: 'none',
  answer: async (call, { detail: asked, limit = usualLimit(asked), ...input }) => {
    const { ads, total, nextCursor } = await call('ads.list', { ...input, limit });
    return { total, nextCursor, ads: adsTold(ads, asked) };
  },
});

const getAd = tool({
  name: 'get_ad',
  description:
    'One ad by its hash: texts, tags, reach, engagement, score, boards; leftOut counts what was cut. detail: full tells all texts, media addresses and the history of measurements (long).',
  input: z.strictObject({ hash: shapeOf(contract.ads.getDetails).hash, detail }),
  answers: { hash: 'string', status: 'string' },
  effect: 'none',
  answer: async (call, { hash, detail: asked }) => {
    const ad = await call('ads.getDetails', { hash });
    return asked === 'full' ? ad : wholeAd(ad);
  },
});

export const adTools = [searchAds, savedAds, getAd];
