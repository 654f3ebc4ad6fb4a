import { contract, type Ad, type AdDetails, type SavedAd } from '@magpie/contract';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import { detail, shapeOf } from '../shapes.ts';
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

/** The parts of an ad that are read rather than counted. */
function wholeAd(ad: AdDetails) {
  const { headlines, bodies, tags, scoreParts, media, cards } = ad;
  return {
    ...compactAd(ad),
    body: undefined,
    note: ad.note,
    headlines: headlines.slice(0, 5),
    bodies: bodies.slice(0, 3).map((body) => quoted(body, 1500)),
    description: ad.description,
    cta: ad.ctaText ?? ad.ctaType,
    language: ad.language,
    countries: ad.countries.slice(0, 20).join(','),
    ended: ad.endDate,
    source: ad.sourceUrl,
    likes: ad.engagement.likes,
    comments: ad.engagement.comments,
    shares: ad.engagement.shares,
    scoreParts,
    tags: tags.slice(0, 15).map(({ category, shortText }) => `${category}: ${shortText}`),
    media: media
      .slice(0, 10)
      .map(({ type }) => type)
      .join(','),
    cards: cards.slice(0, 5).map((card) => card.headline),
    measurements: ad.history.length,
  };
}

const filters = {
  companyNames: indexed.companyNames,
  platforms: indexed.platforms,
  formats: indexed.formats,
  languages: indexed.languages,
  dateFrom: indexed.dateFrom,
  dateTo: indexed.dateTo,
  sortBy: indexed.sortBy,
  limit: indexed.limit.removeDefault().default(10),
  cursor: indexed.cursor,
  detail,
};

function adsTold<Found extends Ad>(ads: readonly Found[], asked: z.output<typeof detail>) {
  return asked === 'full' ? ads : ads.map(compactAd);
}

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
  effect: 'none',
  answer: async (call, { detail: asked, ...input }) => {
    const { ads, total, nextCursor } = await call('ads.search', input);
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
  effect: 'none',
  answer: async (call, { detail: asked, ...input }) => {
    const { ads, total, nextCursor } = await call('ads.list', input);
    return { total, nextCursor, ads: adsTold(ads, asked) };
  },
});

const getAd = tool({
  name: 'get_ad',
  description:
    'Everything about one ad by its hash: all texts, tags, reach, engagement, score, boards. detail: full adds media addresses and the history of measurements (long).',
  input: z.strictObject({ hash: shapeOf(contract.ads.getDetails).hash, detail }),
  effect: 'none',
  answer: async (call, { hash, detail: asked }) => {
    const ad = await call('ads.getDetails', { hash });
    return asked === 'full' ? ad : wholeAd(ad);
  },
});

export const adTools = [searchAds, savedAds, getAd];
