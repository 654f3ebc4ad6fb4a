import type { Ad } from '@magpie/contract';
import { libraryOfKey } from '../../coverage.ts';
import type { IndexedTexts } from '../../indexedTexts.ts';
import type { EnrichedAd } from '../../knownAd.ts';
import { pickColumns, type PastColumns } from '../../past/pastIndex.sql.ts';
import { measuredColumns, presentMeasurements } from '../../presentation.ts';
import { getStartDate } from '../../run.ts';

/** What a search reads of an ad at a moment. */
export interface SearchedAd {
  readonly hash: string;
  readonly library: string;
  /** Of the stored row, if the ad was not seen since; it has the same texts at another moment. Null for others. */
  readonly storedVersion: number | null;
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

const storedColumns = pickColumns(
  ...measuredColumns,
  'key',
  'version',
  'added_in',
  'platforms',
  'countries',
  'format',
  'media_type',
  'ad_type',
  'language',
  'cta_text',
  'cta_type',
  'tag_ids',
  'is_partnership',
  'reach_growth',
);

export type SearchedRow = ReturnType<typeof storedColumns.ofFolded> & {
  /** Set if the ad was merged again. */
  readonly folded?: EnrichedAd;
};

export const searchedColumns: PastColumns<SearchedRow> = {
  select: storedColumns.select,
  ofFolded: (ad) => ({ ...storedColumns.ofFolded(ad), folded: ad }),
};

/** @param advertiserId to which the name of the ad belonged at the moment */
export function toSearchedAd(
  row: SearchedRow,
  advertiserId: number,
  texts: IndexedTexts,
  today: string,
): SearchedAd {
  const { status, daysRunning, performanceScore } = presentMeasurements(row, today);
  return {
    hash: row.hash,
    library: libraryOfKey(row.key),
    storedVersion: row.folded === undefined ? row.version : null,
    advertiserId,
    addedIn: row.added_in,
    texts,
    platforms: row.platforms,
    countries: row.countries,
    format: row.format,
    mediaType: row.media_type,
    adType: row.ad_type,
    language: row.language,
    ctaText: row.cta_text,
    ctaType: row.cta_type,
    tagIds: row.tag_ids,
    isPartnership: row.is_partnership === true,
    firstDay: getStartDate({ startDate: row.start_date, firstSeenAt: row.first_seen_at }),
    startDate: row.start_date,
    firstSeenAt: row.first_seen_at,
    status,
    daysRunning,
    score: performanceScore,
    reach: row.reach,
    likes: row.likes,
    comments: row.comments,
    reachGrowth: row.reach_growth,
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
