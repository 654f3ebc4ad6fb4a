import type { Coverage } from '@magpie/contract';
import type { IndexedAd } from './ads.ts';

/** Of these ads, without ceilings. */
export function coverageOf(ads: readonly IndexedAd[]): Coverage {
  const names = [...new Set(ads.map(libraryOf))];
  const libraries = names.map((library) => {
    const own = ads.filter((ad) => libraryOf(ad) === library);
    return {
      library,
      ads: own.length,
      firstSeenAt: own.map((ad) => ad.firstSeenAt).toSorted()[0] ?? '',
      lastSeenAt:
        own
          .map((ad) => ad.lastSeenAt)
          .toSorted()
          .at(-1) ?? '',
    };
  });
  return {
    libraries: libraries.toSorted(
      (one, other) => other.ads - one.ads || (one.library < other.library ? -1 : 1),
    ),
    countries: [...new Set(ads.flatMap((ad) => ad.facts.countries))].toSorted(),
    ceilings: [],
  };
}

function libraryOf({ key }: IndexedAd): string {
  const prefix = key.split(':')[0] ?? '';
  return prefix === 'web' || prefix === 'row' ? 'none' : prefix;
}
