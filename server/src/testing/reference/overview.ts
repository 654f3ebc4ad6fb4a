import type { contract, OutputOf } from '@magpie/contract';
import {
  adsMeant,
  averageOf,
  daysRunning,
  daysRunningKind,
  type Filters,
  type IndexedAd,
  ranked,
  reachOf,
  statusOf,
  sum,
  type World,
  wholeSum,
} from './ads.ts';
import { coverageOf } from './coverage.ts';

type Overview = OutputOf<typeof contract.brandSpy.getOverview>;
type Gender = Overview['demographics']['gender'][number]['gender'];

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
      avgDaysRunningKind: kindOfAverage(ads, world.today),
    },
    mediaTypeBreakdown: { image: shareOf(images), video: shareOf(videos) },
    demographics: {
      gender: shares(genders(ads)).map(({ name: gender, ...rest }) => Object.assign({ gender }, rest)),
      country: shares(reached(ads, 'country')).map(({ name, ...rest }) =>
        Object.assign({ country: name }, rest),
      ),
      age: shares(reached(ads, 'age')).map(({ name: age, ...rest }) => Object.assign({ age }, rest)),
    },
    coverage: { ...coverageOf(ads), measured: [] },
  };
}

function kindOfAverage(ads: readonly IndexedAd[], today: string): Overview['stats']['avgDaysRunningKind'] {
  if (ads.length === 0) return null;
  return ads.every((ad) => daysRunningKind(ad, today) === 'exact') ? 'exact' : 'atLeast';
}

/** Reach per group, as far as sources report it. */
function reached(ads: readonly IndexedAd[], part: 'gender' | 'age' | 'country'): Map<string, number> {
  const reach = new Map<string, number>();
  for (const ad of ads) {
    for (const [name, people] of Object.entries(ad.facts.demographics?.[part] ?? {})) {
      reach.set(name, (reach.get(name) ?? 0) + people);
    }
  }
  return reach;
}

/** All three groups if any source reports genders; other values count as unknown. */
function genders(ads: readonly IndexedAd[]): Map<Gender, number> {
  if (reached(ads, 'gender').size === 0) return new Map();
  const reach = new Map<Gender, number>([
    ['female', 0],
    ['male', 0],
    ['unknown', 0],
  ]);
  for (const [name, people] of reached(ads, 'gender')) {
    const gender = name === 'female' || name === 'male' ? name : 'unknown';
    reach.set(gender, (reach.get(gender) ?? 0) + people);
  }
  return reach;
}

/** Share of the reach with a known breakdown. */
function shares<Name extends string>(
  reach: ReadonlyMap<Name, number>,
): { name: Name; reach: number; share: number | null }[] {
  const all = wholeSum([...reach.values()]);
  const entries = [...reach].map(([name, people]) => ({
    name,
    reach: Math.min(people, Number.MAX_SAFE_INTEGER),
    share: all === 0 ? null : people / all,
  }));
  return ranked(
    entries,
    (entry) => entry.reach,
    (entry) => entry.name,
  );
}
