import { contract, type Ad, type AdDetails, type FoundAd, type SavedAd } from '@magpie/contract';
import { isDemoAd } from '@magpie/contract/limits';
import { notKnown } from '@magpie/contract/values/notKnown';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import {
  tool,
  detail,
  defaultCompactLimit,
  defaultFullLimit,
  defaultFullSavedLimit,
  getShape,
} from '../tool.ts';

const saved = getShape(contract.ads.list);
const indexed = getShape(contract.ads.search);

export function compactAd(ad: Ad | SavedAd | FoundAd) {
  const { hash, advertiser, platforms, format, status, headline, body, startDate } = ad;
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
    days: countDays(ad),
    reach: ad.reach.value ?? notKnown,
    engagement: ad.engagement.total,
    score: Math.round(ad.performanceScore),
    foundInPicture: readMatch(ad),
    ...(isDemoAd(ad) && { demo: true }),
    ...('boardIds' in ad && { boardIds: ad.boardIds, note: ad.note && quoted(ad.note, 160) }),
  };
}

/** A number, or text such as `12+` for an ad that may have run longer. */
export function countDays(ad: Pick<Ad, 'daysRunning' | 'daysRunningKind'>): number | string {
  return ad.daysRunningKind === 'exact' ? ad.daysRunning : `${ad.daysRunning}+`;
}

/** Undefined if the ad is found without its picture. */
function readMatch(ad: Ad | FoundAd): string | undefined {
  const match = 'pictureMatch' in ad ? ad.pictureMatch : undefined;
  return match?.isOnlyInPicture === true ? quoted(match.lines.join(' / '), 160) : undefined;
}

const maxEntries = { headlines: 5, bodies: 3, countries: 20, tags: 15, media: 10, cards: 5 } as const;

function wholeAd(ad: AdDetails) {
  const first = <List extends keyof typeof maxEntries>(list: List): AdDetails[List] =>
    ad[list].slice(0, maxEntries[list]) as AdDetails[List];
  return {
    ...compactAd(ad),
    body: undefined,
    note: ad.note,
    headlines: first('headlines'),
    bodies: first('bodies').map((body) => quoted(body, 1500)),
    description: ad.description,
    pictureWords: readWords(ad),
    cta: ad.ctaText ?? ad.ctaType,
    language: ad.language,
    countries: first('countries').join(','),
    ended: ad.endDate,
    lastConfirmed: ad.lastConfirmedAt?.slice(0, 10),
    source: ad.sourceUrl,
    ...publishedFacts(ad),
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
    momentum: describeMomentum(ad),
    leftOut: leftOutOf(ad),
  };
}

/** Undefined if too few counts of its reach are known. */
function describeMomentum({ momentum }: AdDetails) {
  if (momentum === null || momentum.state === 'notKnown') return undefined;
  const { state, now, before, usual } = momentum;
  return { state, reachPerDay: perDay(now), before: perDay(before), usualOfBrand: perDay(usual) };
}

function perDay(span: { readonly reachPerDay: number } | null): number | string {
  return span === null ? notKnown : Math.round(span.reachPerDay);
}

/** Undefined if the picture was not read. */
function readWords({ pictureWords }: AdDetails): string | undefined {
  const texts = pictureWords?.map(({ text }) => text);
  return texts === undefined ? undefined : quoted(texts.join(' / '), 600);
}

/** Only what the library publishes. */
function publishedFacts({ legalName, payer, beneficiary, impressions, spend, targeting }: AdDetails) {
  return {
    legalName: legalName ?? undefined,
    payer: payer ?? undefined,
    beneficiary: beneficiary ?? undefined,
    impressions: impressions.kind === null ? undefined : impressions,
    spend: spend.kind === null ? undefined : spend,
    ages: targeting?.ages.join(','),
    genders: targeting?.genders.join(','),
  };
}

function leftOutOf(ad: AdDetails): Readonly<Record<string, number>> | undefined {
  const cut = Object.entries(maxEntries)
    .map(([list, most]) => [list, ad[list as keyof typeof maxEntries].length - most] as const)
    .filter(([, more]) => more > 0);
  return cut.length === 0 ? undefined : Object.fromEntries(cut);
}

function limitOr(whole: number) {
  const described = `${defaultCompactLimit} if absent, ${whole} with detail: full.`;
  return indexed.limit.removeDefault().optional().describe(described);
}

/** Where the name says enough. The listing of all tools is in every conversation. */
const undescribed = { description: undefined };

const filters = {
  companyNames: indexed.companyNames,
  platforms: indexed.platforms.meta(undescribed),
  formats: indexed.formats.meta(undescribed),
  languages: indexed.languages.meta(undescribed),
  dateFrom: indexed.dateFrom.meta({ description: 'Started on or after it.' }),
  dateTo: indexed.dateTo.meta(undescribed),
  sortBy: saved.sortBy,
  limit: limitOr(defaultFullLimit),
  cursor: indexed.cursor,
  detail,
};

type Detail = z.output<typeof detail>;

function presentAds<Found extends Ad>(ads: readonly Found[], level: Detail) {
  return level === 'full' ? ads : ads.map(compactAd);
}

const page = { total: 'integer', 'nextCursor?': 'integer', ads: 'array' } as const;

const searchAds = tool({
  name: 'search_ads',
  description:
    'Search all known ads by words, companies, platforms, countries, dates. Returns compact ads and the total; cursor: nextCursor for more, detail: full for whole records.',
  input: z.strictObject({
    searchQuery: indexed.searchQuery.meta({
      description: 'Words that must all appear; "a phrase" in quotes; -word to exclude.',
    }),
    ...filters,
    sortBy: indexed.sortBy.meta(undescribed),
    status: indexed.status,
    mediaType: indexed.mediaType,
    countries: indexed.countries.meta(undescribed),
    duplicates: indexed.duplicates.removeDefault().optional().describe('family: each creative once.'),
    match: indexed.match.removeDefault().optional().describe('meaning: also ads in other words.'),
    similarTo: z.string().max(2000).optional().describe('A text: ads about the same.'),
    asOf: indexed.asOf.meta({ description: 'As known then.' }),
  }),
  resultFields: { ...page, 'pendingAds?': 'integer' },
  effect: 'none',
  handle: async (call, { detail: level, limit: given, similarTo, ...input }) => {
    const limit = given ?? (level === 'full' ? defaultFullLimit : defaultCompactLimit);
    const near = similarTo === undefined ? {} : { similarTo: { text: similarTo } };
    const { ads, total, nextCursor, similarity } = await call('ads.search', { ...input, ...near, limit });
    const isUnknown = total === 0 && Array.isArray(input.companyNames) && input.companyNames.length > 0;
    return {
      total,
      nextCursor,
      // Imported lately and not compared yet: without them, an empty list would look complete.
      ...(similarity?.pendingAds && { pendingAds: similarity.pendingAds }),
      ...(isUnknown && { hint: 'companyNames must be stored names from find_advertiser.' }),
      ads: presentAds(ads, level),
    };
  },
});

const savedAds = tool({
  name: 'saved_ads',
  description:
    'Search ads that the user or their teams saved on boards, with notes. boardId: only one board.',
  input: z.strictObject({
    searchQuery: saved.searchQuery,
    boardId: saved.boardId,
    ...filters,
    limit: limitOr(defaultFullSavedLimit),
  }),
  resultFields: page,
  effect: 'none',
  handle: async (call, { detail: level, limit: given, ...input }) => {
    const limit = given ?? (level === 'full' ? defaultFullSavedLimit : defaultCompactLimit);
    const { ads, total, nextCursor } = await call('ads.list', { ...input, limit });
    return { total, nextCursor, ads: presentAds(ads, level) };
  },
});

const getAd = tool({
  name: 'get_ad',
  description:
    'One ad by its hash: texts, tags, reach, engagement, score, boards; leftOut counts what was cut. detail: full returns all texts, media URLs and the measurement history (long).',
  input: z.strictObject({ hash: getShape(contract.ads.getDetails).hash, detail }),
  resultFields: { hash: 'string', status: 'string' },
  effect: 'none',
  handle: async (call, { hash, detail: level }) => {
    const ad = await call('ads.getDetails', { hash });
    return level === 'full' ? ad : wholeAd(ad);
  },
});

export const adTools = [searchAds, savedAds, getAd];
