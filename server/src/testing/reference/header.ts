import type { contract, OutputOf } from '@magpie/contract';
import {
  adsMeant,
  byBytes,
  earliest,
  type Filters,
  latest,
  platformsOf,
  reachOf,
  statusOf,
  type StoredAdvertiser,
  sum,
  type World,
} from './ads.ts';

export function header(
  world: World,
  { advertiserId, name, logoUrl, categories }: StoredAdvertiser,
  filters: Filters,
  site: string,
): OutputOf<typeof contract.brandSpy.getHeader> {
  const ads = adsMeant(world, filters);
  return {
    advertiserId,
    name,
    brandLogo: logoUrl ?? `${site}/logos/${advertiserId}.svg`,
    totalAds: ads.length,
    totalReach: sum(ads.map(reachOf)),
    activeAds: ads.filter((ad) => statusOf(ad, world.today) === 'active').length,
    platforms: platformsOf(ads),
    categories: categories.toSorted(byBytes),
    firstSeenAt: earliest(ads.map((ad) => ad.firstSeenAt)),
    lastSeenAt: latest(ads.map((ad) => ad.lastSeenAt)),
  };
}
