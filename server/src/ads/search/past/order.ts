import type { SearchFilters } from '../matching.sql.ts';
import { splitWords, weights, type WeightedTerm } from '../relevance.sql.ts';
import type { SearchedAd } from './searchedAd.ts';

type SortBy = SearchFilters['sortBy'];

/** As the orders of `search.sql.ts`: the highest value first, unknown last, then by hash. */
export function sortAds(
  ads: readonly SearchedAd[],
  sortBy: SortBy,
  terms: readonly WeightedTerm[],
): SearchedAd[] {
  if (sortBy === 'variants') return sortByVariants(ads);
  const read = sortBy === 'recommended' && terms.length > 0 ? relevanceReader(terms) : sortValues[sortBy];
  const values = new Map(ads.map((ad) => [ad, read(ad)]));
  return ads.toSorted(
    (one, other) =>
      compareValues(values.get(one) ?? null, values.get(other) ?? null) || compareHashes(one, other),
  );
}

type Value = string | number | null;

const sortValues: Readonly<Record<Exclude<SortBy, 'variants'>, (ad: SearchedAd) => Value>> = {
  recommended: ({ score }) => score,
  date: ({ startDate }) => startDate,
  views: ({ reach }) => reach,
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  daysRunning: ({ daysRunning }) => daysRunning,
  momentum: ({ reachGrowth }) => reachGrowth,
};

function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one > other ? -1 : 1;
}

function compareHashes(one: SearchedAd, other: SearchedAd): number {
  return one.hash < other.hash ? -1 : 1;
}

/** As `variants.sql.ts`: the ads of the largest groups of duplicates first. */
function sortByVariants(ads: readonly SearchedAd[]): SearchedAd[] {
  const sizes = countGroups(ads);
  const sizeOf = ({ texts }: SearchedAd): number => sizes.get(texts.duplicate_key) ?? 0;
  return ads.toSorted(
    (one, other) =>
      sizeOf(other) - sizeOf(one) ||
      one.texts.duplicate_key - other.texts.duplicate_key ||
      compareHashes(one, other),
  );
}

/** The number of ads with each key. */
export function countGroups(ads: readonly SearchedAd[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { texts } of ads) sizes.set(texts.duplicate_key, (sizes.get(texts.duplicate_key) ?? 0) + 1);
  return sizes;
}

/** The first ad of each group of duplicates. */
export function foldAds(sorted: readonly SearchedAd[]): SearchedAd[] {
  const seen = new Set<number>();
  return sorted.filter(({ texts: { duplicate_key: key } }) => {
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** As `relevantFirst`. */
function relevanceReader(terms: readonly WeightedTerm[]): (ad: SearchedAd) => number {
  const split = terms.map(({ words, share }) => ({ words, share, each: splitWords(words) }));
  return ({ texts, score }) => {
    const textLength = lengthFactor(texts.text_words / weights.typicalWords);
    const headlineBytes = Buffer.byteLength(texts.headline_words);
    const headlineLength = lengthFactor(headlineBytes / weights.typicalHeadlineBytes);
    let relevance = 0;
    for (const { words, share, each } of split) {
      const isOnPage = each.some((word) => texts.page_words.includes(word));
      const base = (isOnPage ? weights.page : weights.copy) / textLength;
      const inHeadline = texts.headline_words.includes(words) ? weights.headline / headlineLength : 0;
      const inBrand = texts.brand_words.includes(words) ? weights.brand : 0;
      relevance += share * (1 - weights.saturation / (weights.saturation + base + inHeadline + inBrand));
    }
    return Math.round(100 * (100 * weights.relevance * relevance + weights.score * score)) / 100;
  };
}

function lengthFactor(relativeLength: number): number {
  return 1 - weights.lengthEffect + weights.lengthEffect * relativeLength;
}
