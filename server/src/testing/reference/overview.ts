import type { contract, OutputOf } from '@magpie/contract';
import {
  adsMeant,
  averageOf,
  daysRunning,
  type Filters,
  type IndexedAd,
  ranked,
  reachOf,
  statusOf,
  sum,
  type World,
  wholeSum,
} from './ads.ts';

type Overview = OutputOf<typeof contract.brandSpy.getOverview>;

export function overview(world: World, filters: Filters): Overview {
  const ads = adsMeant(world, filters);
  const images = ads.filter((ad) => ad.derived.mediaType === 'image').length;
  const videos = ads.filter((ad) => ad.derived.mediaType === 'video').length;
  const shareOf = (part: number): number => (ads.length === 0 ? 0 : part / ads.length);
  return {
    stats: {
      totalAds: ads.length,
      totalReach: sum(ads.map(reachOf)),
      imageAds: images,
      videoAds: videos,
      activeAds: ads.filter((ad) => statusOf(ad, world.today) === 'active').length,
      avgDaysRunning: averageOf(ads.map((ad) => daysRunning(ad, world.today))),
    },
    mediaTypeBreakdown: { image: shareOf(images), video: shareOf(videos) },
    demographics: {
      gender: breakdown(ads, 'gender').map(({ name, ...rest }) => ({ gender: name as Gender, ...rest })),
      country: breakdown(ads, 'country').map(({ name, ...rest }) => ({ country: name, ...rest })),
      age: breakdown(ads, 'age').map(({ name, ...rest }) => ({ age: name, ...rest })),
    },
  };
}

type Gender = Overview['demographics']['gender'][number]['gender'];

/** The parts of the reach whose breakdown is known. */
function breakdown(
  ads: readonly IndexedAd[],
  part: 'gender' | 'age' | 'country',
): { name: string; reach: number; share: number }[] {
  const reach = new Map<string, number>();
  for (const ad of ads) {
    for (const [name, people] of Object.entries(ad.facts.demographics?.[part] ?? {})) {
      reach.set(name, (reach.get(name) ?? 0) + people);
    }
  }
  const all = wholeSum([...reach.values()]);
  const entries = [...reach].map(([name, people]) => ({
    name,
    reach: people,
    share: all === 0 ? 0 : people / all,
  }));
  return ranked(
    entries,
    (entry) => entry.reach,
    (entry) => entry.name,
  );
}
