import type { Ad } from '@magpie/contract';
import { libraryOfKey } from '../../coverage.ts';
import type { EnrichedAd } from '../../knownAd.ts';
import { indexTexts, type IndexedTexts } from '../../indexedTexts.ts';
import { presentMeasurements } from '../../presentation.ts';
import { getFirstDay, writeColumns } from '../../rows.ts';

/** What a search reads of an ad at a moment. */
export interface SearchedAd {
  readonly hash: string;
  readonly library: string;
  readonly advertiserId: number;
  readonly addedIn: number;
  readonly texts: IndexedTexts;
  readonly platforms: readonly string[];
  readonly countries: readonly string[];
  readonly format: string;
  readonly mediaType: string;
  readonly adType: string | null;
  readonly language: string | null;
  readonly ctaText: string | null;
  readonly ctaType: string | null;
  readonly tagIds: readonly number[];
  readonly isPartnership: boolean;
  readonly firstDay: string;
  readonly startDate: string | null;
  readonly firstSeenAt: string;
  readonly status: Ad['status'];
  readonly daysRunning: number;
  readonly score: number;
  readonly reach: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly reachGrowth: number | null;
}

/** @param advertiserName as it was known at the moment */
export function toSearchedAd(ad: EnrichedAd, advertiserName: string, today: string): SearchedAd {
  const { facts, derived, latest } = ad;
  const { status, daysRunning, performanceScore } = presentMeasurements(writeColumns(ad), today);
  return {
    hash: ad.hash,
    library: libraryOfKey(ad.key),
    advertiserId: ad.advertiserId,
    addedIn: ad.addedIn,
    texts: indexTexts(ad, advertiserName),
    platforms: facts.platforms,
    countries: facts.countries,
    format: derived.format,
    mediaType: derived.mediaType,
    adType: derived.adType,
    language: derived.language,
    ctaText: facts.ctaText,
    ctaType: facts.ctaType,
    tagIds: derived.tags.map(({ tagDefinitionId }) => tagDefinitionId),
    isPartnership: facts.isPartnership === true,
    firstDay: getFirstDay(ad),
    startDate: facts.startDate,
    firstSeenAt: ad.firstSeenAt,
    status,
    daysRunning,
    score: performanceScore,
    reach: facts.reach?.value ?? null,
    likes: latest?.likes ?? null,
    comments: latest?.comments ?? null,
    reachGrowth: ad.reachGrowth,
  };
}

/** Of an ad without texts. */
const emptyBytes = 1000;

/** In memory, at most. */
export function bytesOfAd({ texts }: SearchedAd): number {
  const { search_text, brand_words, headline_words, page_words } = texts;
  const letters = search_text.length + brand_words.length + headline_words.length + page_words.length;
  return emptyBytes + 2 * letters;
}
