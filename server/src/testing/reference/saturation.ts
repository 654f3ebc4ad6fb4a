import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import type { TagDefinition } from '../../ads/enrichment.ts';
import { classifyShare } from '../../ads/momentum.ts';
import { caseless, dayBefore, firstDay, type IndexedAd, type World } from './ads.ts';

type Question = ParsedInputOf<typeof contract.trending.saturation>;
type Answer = OutputOf<typeof contract.trending.saturation>;
type Cell = Answer['cells'][number];

type Counts = Pick<Cell, 'advertisers' | 'ads' | 'advertisersBefore' | 'adsBefore'>;
type CountBy = (isWanted: (ad: IndexedAd) => boolean) => Counts;

const advertisersOf = (ads: readonly IndexedAd[]): number => new Set(ads.map((ad) => ad.advertiserId)).size;
const has = (ad: IndexedAd, id: number): boolean =>
  ad.derived.tags.some(({ tagDefinitionId }) => tagDefinitionId === id);

export function saturation(world: World, question: Question, definitions: readonly TagDefinition[]): Answer {
  const { windowDays, country, platform, category, companyNames } = question;
  const from = dayBefore(world.today, windowDays - 1);
  const before =
    windowDays > 45
      ? null
      : { from: dayBefore(world.today, 2 * windowDays - 1), to: dayBefore(world.today, windowDays) };
  const own = world.ads.filter((ad) => isMember(world, ad, question) && isInGroup(ad, question));
  const launched = (first: string, last: string): readonly IndexedAd[] =>
    own.filter((ad) => firstDay(ad) >= first && firstDay(ad) <= last);
  const now = launched(from, world.today);
  const then = before && launched(before.from, before.to);
  const { evidence, ...counted } = countAll(now, then, definitions, question.limit);
  return {
    windowDays,
    country: country ?? null,
    platform: platform ?? null,
    category: category === undefined ? null : storedCategory(world, category),
    companies: Array.isArray(companyNames) ? new Set(companyNames.map(caseless)).size : null,
    from,
    to: world.today,
    before,
    ...counted,
    evidence: { ...evidence, libraries: librariesOf(world, [...now, ...(then ?? [])]) },
  };
}

function countAll(
  now: readonly IndexedAd[],
  then: readonly IndexedAd[] | null,
  definitions: readonly TagDefinition[],
  limit: number,
) {
  const countBy: CountBy = (isWanted) => ({
    advertisers: advertisersOf(now.filter(isWanted)),
    ads: now.filter(isWanted).length,
    advertisersBefore: then && advertisersOf(then.filter(isWanted)),
    adsBefore: then && then.filter(isWanted).length,
  });
  const [angleTags, offerTags] = ['ad angle', 'offer'].map((name) =>
    definitions.filter((definition) => definition.category === name),
  ) as [TagDefinition[], TagDefinition[]];
  const isTagged = (ad: IndexedAd, axis: readonly TagDefinition[]): boolean =>
    axis.some(({ tagDefinitionId }) => has(ad, tagDefinitionId));
  const [angles, offers] = [listTags(angleTags, countBy), listTags(offerTags, countBy)];
  const all = countBy(() => true);
  const cells = angles.flatMap(({ tagDefinitionId: angleId }) =>
    offers.map(({ tagDefinitionId: offerId }): Cell => {
      const counts = countBy((ad) => has(ad, angleId) && has(ad, offerId));
      return { angleId, offerId, ...describe(counts, all) };
    }),
  );
  const hasBoth = (ad: IndexedAd): boolean => isTagged(ad, angleTags) && isTagged(ad, offerTags);
  const withBoth = (ads: readonly IndexedAd[]): readonly IndexedAd[] => ads.filter(hasBoth);
  const both = countBy(hasBoth);
  return {
    ...all,
    angles,
    offers,
    cells: cells.filter(isUsed),
    empty: rankEmpty({ angles, offers }, cells, all).slice(0, limit),
    emptying: rankEmptying(cells, all).slice(0, limit),
    evidence: {
      kind: [...now, ...(then ?? [])].every(isPublished) ? ('measured' as const) : ('estimated' as const),
      ads: both.ads,
      publishedStarts: withBoth(now).filter(isPublished).length,
      withoutAngle: now.filter((ad) => !isTagged(ad, angleTags)).length,
      withoutOffer: now.filter((ad) => !isTagged(ad, offerTags)).length,
      adsBefore: both.adsBefore,
      publishedStartsBefore: then && withBoth(then).filter(isPublished).length,
    },
  };
}

function isPublished({ facts }: IndexedAd): boolean {
  return facts.startDate !== null;
}

function isUsed({ ads, adsBefore }: Counts): boolean {
  return ads + (adsBefore ?? 0) > 0;
}

function listTags(axis: readonly TagDefinition[], countBy: CountBy): Answer['angles'] {
  return axis
    .map(({ tagDefinitionId, shortText }) => ({
      tagDefinitionId,
      shortText,
      ...countBy((ad) => has(ad, tagDefinitionId)),
    }))
    .filter(isUsed)
    .toSorted((one, other) =>
      inOrder(
        [-one.advertisers, -(one.advertisersBefore ?? 0), one.tagDefinitionId],
        [-other.advertisers, -(other.advertisersBefore ?? 0), other.tagDefinitionId],
      ),
    );
}

function rankEmpty(
  { angles, offers }: Pick<Answer, 'angles' | 'offers'>,
  cells: readonly Cell[],
  all: Counts,
): Answer['empty'] {
  return cells
    .flatMap(({ angleId, offerId, ads, advertisersBefore }) => {
      const angle = angles.find(({ tagDefinitionId }) => tagDefinitionId === angleId);
      const offer = offers.find(({ tagDefinitionId }) => tagDefinitionId === offerId);
      if (ads > 0 || angle === undefined || angle.ads === 0 || offer === undefined || offer.ads === 0)
        return [];
      const expectedAdvertisers = (angle.advertisers * offer.advertisers) / all.advertisers;
      const evidence = { kind: 'estimated' as const, ads: angle.ads + offer.ads };
      return [{ angleId, offerId, expectedAdvertisers, advertisersBefore, evidence }];
    })
    .toSorted((one, other) =>
      inOrder(
        [-one.expectedAdvertisers, one.angleId, one.offerId],
        [-other.expectedAdvertisers, other.angleId, other.offerId],
      ),
    );
}

function isMember(world: World, { advertiserId }: IndexedAd, { category, companyNames }: Question): boolean {
  const advertiser = world.advertisers.find((each) => each.advertiserId === advertiserId);
  if (advertiser === undefined) return false;
  if (category !== undefined) {
    return advertiser.categories.some((each) => each.toLowerCase() === category.toLowerCase());
  }
  return (
    Array.isArray(companyNames) && companyNames.some((name) => caseless(name) === caseless(advertiser.name))
  );
}

function isInGroup({ facts, latest }: IndexedAd, { country, platform }: Question): boolean {
  if (country !== undefined && latest?.rankCountry !== country) return false;
  return platform === undefined || facts.platforms.includes(platform);
}

function storedCategory({ advertisers }: World, category: string): string {
  const known = advertisers.flatMap(({ categories }) => categories);
  return known.find((each) => each.toLowerCase() === category.toLowerCase()) ?? '';
}

function describe(counts: Counts, all: Counts): Omit<Cell, 'angleId' | 'offerId'> {
  const { advertisers: now, advertisersBefore: before } = counts;
  const { advertisers: allNow, advertisersBefore: allBefore } = all;
  const isKnown = before !== null && allBefore !== null;
  return {
    ...counts,
    change: before === null ? null : now - before,
    share: allNow === 0 ? null : now / allNow,
    shareBefore: isKnown && allBefore !== 0 ? before / allBefore : null,
    state: isKnown ? classifyShare({ now, before, allNow, allBefore }) : 'notKnown',
  };
}

/** Compares the differences of shares as fractions, without rounding. */
function rankEmptying(cells: readonly Cell[], all: Counts): Cell[] {
  const fallOf = ({ advertisers, advertisersBefore }: Cell): number =>
    (advertisersBefore ?? 0) * all.advertisers - advertisers * (all.advertisersBefore ?? 0);
  return cells
    .filter((cell) => (cell.change ?? 0) < 0 && fallOf(cell) > 0)
    .toSorted((one, other) =>
      inOrder([-fallOf(one), one.angleId, one.offerId], [-fallOf(other), other.angleId, other.offerId]),
    );
}

function librariesOf({ ads, today }: World, counted: readonly IndexedAd[]): string[] {
  const ids = new Set(counted.map((ad) => ad.advertiserId));
  const recent = ads.filter((ad) => ids.has(ad.advertiserId) && firstDay(ad) > dayBefore(today, 90));
  return [...new Set(recent.map(({ key }) => key.split(':')[0] ?? ''))].toSorted();
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
