import type { contract, OutputOf } from '@magpie/contract';
import { platformsOf, ranked, reachOf, sum, type World } from './ads.ts';

type TopAdvertisers = OutputOf<typeof contract.brandSpy.listTopAdvertisers>;

/** All of them; a search and a limit only leave some out. */
export function topAdvertisers(world: World, site: string): TopAdvertisers {
  const entries = world.advertisers.map(({ advertiserId, name, logoUrl }) => {
    const ads = world.ads.filter((ad) => ad.advertiserId === advertiserId);
    return {
      advertiserId,
      company: name,
      adCount: ads.length,
      totalViews: sum(ads.map(reachOf)),
      brandLogo: logoUrl ?? `${site}/logos/${advertiserId}.svg`,
      platforms: platformsOf(ads),
    };
  });
  return ranked(
    entries.filter((entry) => entry.adCount > 0),
    (entry) => entry.totalViews,
    (entry) => entry.advertiserId,
  );
}
