import type { contract, OutputOf } from '@magpie/contract';
import type { TagDefinition } from '../../ads/enrichment.ts';
import {
  adsMeant,
  advertiserNamed,
  dayBefore,
  daysRunning,
  type Filters,
  firstDay,
  groupedBy,
  type IndexedAd,
  ranked,
  type World,
} from './ads.ts';
import { overview } from './overview.ts';

type Answer = OutputOf<typeof contract.brandSpy.compare>;
type Compared = Answer['advertisers'][number];
type UsedTag = Compared['topTags'][number];

/** What is known besides the ads. */
export interface Surroundings {
  readonly site: string;
  readonly tagDefinitions: readonly TagDefinition[];
}

export function comparison(
  world: World,
  companyNames: readonly string[],
  narrowing: Omit<Filters, 'companyName'>,
  { site, tagDefinitions }: Surroundings,
): Answer {
  const sides = companyNames.map((companyName) => {
    const filters = { ...narrowing, companyName };
    const ads = adsMeant(world, filters);
    return { filters, ads, tags: usedTags(ads, tagDefinitions) };
  });
  const advertisers = sides.map(({ filters, ads, tags }) => {
    const others = sides.filter((side) => side.filters !== filters).flatMap((side) => side.tags);
    const isTheirs = ({ tagDefinitionId: id }: UsedTag) => others.some((tag) => tag.tagDefinitionId === id);
    const distinctTags = tags.slice(0, 20).filter((tag) => !isTheirs(tag));
    return {
      ...present(world, filters, ads, site),
      topTags: tags.slice(0, 10),
      distinctTags: distinctTags.slice(0, 10),
    };
  });
  return {
    advertisers,
    sharedTags: sharedTags(
      tagDefinitions,
      sides.map(({ tags }, index) => ({ advertiserId: advertisers[index]?.advertiserId ?? 0, tags })),
    ),
  };
}

function present(
  world: World,
  filters: Filters,
  ads: readonly IndexedAd[],
  site: string,
): Omit<Compared, 'topTags' | 'distinctTags'> {
  const advertiser = advertiserNamed(world, filters.companyName);
  if (advertiser === undefined) throw new Error(`There is no ${filters.companyName}.`);
  const { advertiserId, name, logoUrl } = advertiser;
  const { stats, mediaTypeBreakdown } = overview(world, filters);
  return {
    advertiserId,
    name,
    brandLogo: logoUrl ?? `${site}/logos/${advertiserId}.svg`,
    stats,
    mediaTypeBreakdown,
    formats: shares(
      ads,
      ({ derived }) => [derived.format],
      (format) => ({ format }),
    ),
    platforms: shares(
      ads,
      ({ facts }) => facts.platforms,
      (platform) => ({ platform }),
    ),
    languages: shares(
      ads,
      ({ derived }) => [derived.language].filter((language) => language !== null),
      (language) => ({ language }),
    ),
    tempo: tempoOf(ads, world.today),
  };
}

function tempoOf(ads: readonly IndexedAd[], today: string): Compared['tempo'] {
  const launchedIn = (days: number, of = ads): number =>
    of.filter((ad) => firstDay(ad) >= dayBefore(today, days - 1) && firstDay(ad) <= today).length;
  return {
    launchedLast7Days: launchedIn(7),
    launchedLast30Days: launchedIn(30),
    launchedLast90Days: launchedIn(90),
    publishedStarts: launchedIn(
      90,
      ads.filter(({ facts }) => facts.startDate !== null),
    ),
    launchesPerWeek: (launchedIn(90) * 7) / 90,
    medianDaysRunning: medianOf(ads.map((ad) => daysRunning(ad, today))),
  };
}

function medianOf(values: readonly number[]): number | null {
  const inOrder = values.toSorted((one, other) => one - other);
  const [lower, upper] = [(values.length - 1) / 2, values.length / 2].map(
    (place) => inOrder[Math.floor(place)],
  );
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

interface Share {
  readonly adCount: number;
  readonly share: number;
}

function shares<Value extends string | number, Entry extends object>(
  ads: readonly IndexedAd[],
  valuesOf: (ad: IndexedAd) => readonly Value[],
  entryOf: (value: Value) => Entry,
): (Entry & Share)[] {
  const groups = ranked(
    groupedBy(ads, valuesOf),
    ([, having]) => having.length,
    ([value]) => value,
  );
  return groups.map(([value, { length: adCount }]) =>
    Object.assign(entryOf(value), { adCount, share: adCount / ads.length }),
  );
}

/** Tags without a definition are omitted. */
function usedTags(ads: readonly IndexedAd[], definitions: readonly TagDefinition[]): UsedTag[] {
  const used = shares(
    ads,
    ({ derived }) => derived.tags.map((tag) => tag.tagDefinitionId),
    (id) => ({ id }),
  );
  return used.flatMap(({ id, adCount, share }) => {
    const definition = definitions.find((each) => each.tagDefinitionId === id);
    return definition === undefined ? [] : Object.assign({ adCount, share }, definition);
  });
}

/** What all use, by how much the one uses it that uses it least. */
function sharedTags(
  definitions: readonly TagDefinition[],
  sides: readonly { advertiserId: number; tags: readonly UsedTag[] }[],
): Answer['sharedTags'] {
  const shared = definitions.flatMap((definition) => {
    const advertisers = sides.flatMap(({ advertiserId, tags }) =>
      tags
        .filter((tag) => tag.tagDefinitionId === definition.tagDefinitionId)
        .map(({ adCount, share }) => ({ advertiserId, adCount, share })),
    );
    return advertisers.length === sides.length ? Object.assign({ advertisers }, definition) : [];
  });
  return ranked(
    shared,
    ({ advertisers }) => Math.min(...advertisers.map(({ share }) => share)),
    (each) => each.tagDefinitionId,
  ).slice(0, 20);
}
