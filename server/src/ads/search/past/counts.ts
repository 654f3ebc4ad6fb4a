import type { AdvertiserRow } from '../../ads.sql.ts';
import { compareUtf8 } from '../../textOrder.ts';
import { type Counted, describeCounts } from '../facets.ts';
import {
  type AdvertiserFacetValue,
  type FacetValue,
  maxFacetValues,
  type StoredFacet,
} from '../facets.sql.ts';
import type { SearchFilters } from '../matching.sql.ts';
import type { SearchedAd } from './searchedAd.ts';

/** As `facets.sql.ts`. */
export function countFound(
  ads: readonly SearchedAd[],
  { duplicates }: Pick<SearchFilters, 'duplicates'>,
  advertisers: ReadonlyMap<number, AdvertiserRow>,
): Counted {
  const facets = Object.entries(storedFacets) as [StoredFacet, (ad: SearchedAd) => Iterable<string>][];
  const stored = facets.flatMap(([facet, read]) => listMost(facet, countValues(ads, read)));
  const byAdvertiser: AdvertiserFacetValue[] = [
    ...listMost(
      'statuses',
      countValues(ads, ({ status }) => [status]),
    ),
    ...listMost(
      'advertiserIds',
      countValues(ads, ({ advertiserId: id }) => [String(id)]),
    ),
    ...listMost(
      'categories',
      countValues(ads, ({ advertiserId: id }) => advertisers.get(id)?.categories ?? []),
    ),
  ].map((each) => Object.assign({ groups: 0 }, each));
  if (ads.length > 0) {
    const groups = new Set(ads.map(({ texts }) => texts.duplicate_key)).size;
    byAdvertiser.push({ facet: 'all', value: '', ads: ads.length, groups });
  }
  return describeCounts({ stored, byAdvertiser }, duplicates, (id) => advertisers.get(id)?.name);
}

/** As the column `facet_values`. */
const storedFacets: Readonly<Record<StoredFacet, (ad: SearchedAd) => Iterable<string>>> = {
  formats: ({ format }) => [format],
  mediaTypes: ({ mediaType }) => [mediaType],
  adTypes: ({ adType }) => [adType ?? ''],
  languages: ({ language }) => [language ?? ''],
  ctaTypes: ({ ctaText, ctaType }) => [ctaText ?? ctaType ?? ''],
  platforms: ({ platforms }) => new Set(platforms),
  countries: ({ countries }) => new Set(countries),
  tagDefinitionIds: ({ tagIds }) => new Set(tagIds.map(String)),
};

function countValues(
  ads: readonly SearchedAd[],
  read: (ad: SearchedAd) => Iterable<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const ad of ads) for (const value of read(ad)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function listMost<Facet extends string>(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
): FacetValue<Facet>[] {
  return [...counts]
    .toSorted(([one, ads], [other, others]) => others - ads || compareUtf8(one, other))
    .slice(0, maxFacetValues)
    .map(([value, ads]) => ({ facet, value, ads }));
}
