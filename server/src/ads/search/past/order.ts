import type { SearchFilters } from '../matching.sql.ts';
import { splitWords, weights, type WeightedTerm } from '../relevance.sql.ts';
import type { SearchedAd } from './searchedAd.ts';

type SortBy = SearchFilters['sortBy'];

/** As the orders of `search.sql.ts`: the highest value first, unknown last, then by hash. */
export function sortAds(
  ads: readonly SearchedAd[],
  sortBy: SortBy,
  terms: readonly WeightedTerm[],
  groupOf: GroupOf = duplicateGroup,
): SearchedAd[] {
  if (sortBy === 'variants') return sortByVariants(ads, groupOf);
  const read = sortBy === 'recommended' && terms.length > 0 ? relevanceReader(terms) : sortValues[sortBy];
  const values = new Map(ads.map((ad) => [ad, read(ad)]));
  return ads.toSorted(
    (one, other) =>
      compareValues(values.get(one) ?? null, values.get(other) ?? null) || compareHashes(one, other),
  );
}

type Value = string | number | null;

const sortValues: Readonly<Record<Exclude<SortBy, 'variants'>, (ad: SearchedAd) => Value>> = {
  recommended: (ad) => (isWithoutContent(ad) ? -1 : ad.score),
  date: ({ startDate }) => startDate,
  views: ({ reach }) => reach,
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  daysRunning: ({ daysRunning }) => daysRunning,
  momentum: ({ status, reachGrowth }) => (status === 'active' ? reachGrowth : null),
};

/** As `isWithoutContent` of `adExpressions.sql.ts`. */
function isWithoutContent({ texts, mediaType }: SearchedAd): boolean {
  return texts.text_words === 0 && mediaType === 'other';
}

function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one > other ? -1 : 1;
}

function compareHashes(one: SearchedAd, other: SearchedAd): number {
  return one.hash < other.hash ? -1 : 1;
}

/** As `variants.sql.ts`: the ads of the largest groups of duplicates first. */
function sortByVariants(ads: readonly SearchedAd[], groupOf: GroupOf): SearchedAd[] {
  const sizes = countGroups(ads, groupOf);
  const sizeOf = (ad: SearchedAd): number => sizes.get(groupOf(ad)) ?? 0;
  const orderOf = (ad: SearchedAd): number => {
    const group = groupOf(ad);
    return typeof group === 'number' ? group : 0;
  };
  return ads.toSorted(
    (one, other) => sizeOf(other) - sizeOf(one) || orderOf(one) - orderOf(other) || compareHashes(one, other),
  );
}

/** What ads of one entry have in common: a number, or the hash of an ad that is alone. */
export type GroupOf = (ad: SearchedAd) => number | string;

export const duplicateGroup: GroupOf = ({ texts }) => texts.duplicate_key;

/** The number of ads in each group. */
export function countGroups(ads: readonly SearchedAd[], groupOf: GroupOf): Map<number | string, number> {
  const sizes = new Map<number | string, number>();
  for (const ad of ads) sizes.set(groupOf(ad), (sizes.get(groupOf(ad)) ?? 0) + 1);
  return sizes;
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
