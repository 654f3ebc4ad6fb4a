import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import {
  adsMeant,
  earliest,
  type Filters,
  groupedBy,
  type IndexedAd,
  latest,
  ranked,
  reachOf,
  statusOf,
  sum,
  type World,
  wholeSum,
} from './ads.ts';

type LandingPage = OutputOf<typeof contract.brandSpy.getLandingPages>['landingPages'][number];
export type PageOrder = ParsedInputOf<typeof contract.brandSpy.getLandingPages>['sortBy'];

export function landingPages(world: World, filters: Filters, sortBy: PageOrder): LandingPage[] {
  const groups = groupedBy(adsMeant(world, filters), pageOf);
  const leading = [...groups.values()].flat();
  const allReach = wholeSum(leading.map(reachOf));
  const distributionOf = (ads: readonly IndexedAd[]): number =>
    allReach > 0 ? (100 * wholeSum(ads.map(reachOf))) / allReach : (100 * ads.length) / leading.length;
  const entries = [...groups].map(([page, ads]) => ({
    url: `https://${page}`,
    domain: ads[0]?.derived.landingPageDomain ?? '',
    adCount: ads.length,
    activeAds: ads.filter((ad) => statusOf(ad, world.today) === 'active').length,
    distribution: distributionOf(ads),
    totalReach: sum(ads.map(reachOf)),
    firstSeenAt: earliest(ads.map((ad) => ad.firstSeenAt)) ?? '',
    lastSeenAt: latest(ads.map((ad) => ad.lastSeenAt)) ?? '',
  }));
  const value = (entry: LandingPage): number => (sortBy === 'adCount' ? entry.adCount : entry.distribution);
  return ranked(entries, value, (entry) => entry.url);
}

function pageOf({ derived }: IndexedAd): string[] {
  return derived.landingPage === null ? [] : [derived.landingPage];
}
