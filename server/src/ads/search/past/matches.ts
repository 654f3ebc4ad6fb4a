import { endOfRange, isOutsideAdDates, startOfRange } from '@magpie/contract';
import type { AdvertiserRow } from '../../ads.sql.ts';
import { requiredTokens, type SearchQuery } from '../../query.ts';
import type { SearchFilters } from '../matching.sql.ts';
import type { SearchedAd } from './searchedAd.ts';

type AdFilter = (ad: SearchedAd) => boolean;

/**
 * As `searchCondition`.
 * @param recording the last one whose new ads are included
 */
export function createSearchFilter(
  filters: SearchFilters,
  query: SearchQuery,
  advertisers: ReadonlyMap<number, AdvertiserRow>,
  recording: number,
): AdFilter {
  if (isOutsideAdDates(filters)) return () => false;
  const all: AdFilter[] = [
    ({ addedIn }) => addedIn <= recording,
    ...choiceFilters(filters),
    ...listFilters(filters),
    ...rangeFilters(filters),
    ...dateFilters(filters),
    ...advertiserFilters(filters, advertisers),
    ...textFilters(query),
  ];
  return (ad) => all.every((matches) => matches(ad));
}

function* choiceFilters({ status, mediaType, isPartnership }: SearchFilters): Iterable<AdFilter> {
  if (status !== 'all') yield (ad) => ad.status === status;
  if (mediaType !== 'all') yield (ad) => ad.mediaType === mediaType;
  if (isPartnership === true) yield (ad) => ad.isPartnership;
}

/** An ad must have one of the values of each list; an empty list adds no condition. */
function* listFilters(filters: SearchFilters): Iterable<AdFilter> {
  const lists: readonly [readonly string[] | undefined, (ad: SearchedAd) => readonly (string | null)[]][] = [
    [filters.platforms, (ad) => ad.platforms],
    [filters.formats, (ad) => [ad.format]],
    [filters.adTypes, (ad) => [ad.adType]],
    [filters.languages, (ad) => [ad.language]],
    [filters.ctaTypes?.map(toLower), (ad) => [toLower(ad.ctaText ?? ''), toLower(ad.ctaType ?? '')]],
    [filters.countries, (ad) => ad.countries],
  ];
  for (const [values = [], read] of lists) {
    const wanted = new Set<string | null>(values);
    if (wanted.size > 0) yield (ad) => read(ad).some((value) => wanted.has(value));
  }
  const { tagDefinitionIds: tags = [], tagMatch } = filters;
  if (tags.length === 0) return;
  yield tagMatch === 'all'
    ? ({ tagIds }) => tags.every((id) => tagIds.includes(id))
    : ({ tagIds }) => tags.some((id) => tagIds.includes(id));
}

function toLower(text: string): string {
  return text.toLowerCase();
}

/** Ads with unknown reach match no range. */
function* rangeFilters(filters: SearchFilters): Iterable<AdFilter> {
  const { viewsMin, viewsMax, daysRunningMin, daysRunningMax } = filters;
  if (viewsMin !== undefined) yield ({ reach }) => reach !== null && reach >= viewsMin;
  if (viewsMax !== undefined) yield ({ reach }) => reach !== null && reach <= viewsMax;
  if (daysRunningMin !== undefined) yield ({ daysRunning }) => daysRunning >= daysRunningMin;
  if (daysRunningMax !== undefined) yield ({ daysRunning }) => daysRunning <= daysRunningMax;
}

/** Ads without a start date are filtered by their first sighting. */
function* dateFilters({ dateFrom, dateTo }: SearchFilters): Iterable<AdFilter> {
  if (dateFrom !== undefined) {
    const { day, instant } = startOfRange(dateFrom);
    const from = Date.parse(instant);
    yield ({ startDate, firstSeenAt }) =>
      startDate === null ? Date.parse(firstSeenAt) >= from : startDate >= day;
  }
  if (dateTo !== undefined) {
    const { day, before } = endOfRange(dateTo);
    const end = Date.parse(before);
    yield ({ startDate, firstSeenAt }) =>
      startDate === null ? Date.parse(firstSeenAt) < end : startDate <= day;
  }
}

function* advertiserFilters(
  { advertiserIds, categories = [], group }: SearchFilters,
  advertisers: ReadonlyMap<number, AdvertiserRow>,
): Iterable<AdFilter> {
  if (advertiserIds !== null) {
    const wanted = new Set(advertiserIds);
    yield ({ advertiserId }) => wanted.has(advertiserId);
  }
  if (categories.length > 0) {
    const hasCategory = (row: AdvertiserRow): boolean =>
      categories.some((each) => row.categories.includes(each));
    const wanted = new Set([...advertisers.values()].filter(hasCategory).map((row) => row.advertiser_id));
    yield ({ advertiserId }) => wanted.has(advertiserId);
  }
  if (group === undefined) return;
  yield ({ advertiserId, texts }) =>
    advertiserId === group?.advertiserId && texts.duplicate_key === group.duplicateKey;
}

function* textFilters(query: SearchQuery): Iterable<AdFilter> {
  const tokens = requiredTokens(query).map(asWord);
  const sequences = query.required.flatMap(({ sequence }) => sequence ?? []);
  const required = [...tokens, ...sequences];
  if (required.length > 0) yield ({ texts }) => required.every((part) => texts.search_text.includes(part));
  const { excluded, whole } = query;
  if (excluded.length === 0) return;
  const refused = excluded.flatMap(({ sequence, tokens: own }) =>
    sequence === null ? own.map(asWord) : [sequence],
  );
  yield ({ texts: { search_text: text } }) =>
    !refused.some((part) => text.includes(part)) || (whole !== null && text.includes(whole));
}

/** Search texts have single spaces around each word. */
function asWord(token: string): string {
  return ` ${token} `;
}
