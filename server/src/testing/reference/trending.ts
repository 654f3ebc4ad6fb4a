import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import type { TagDefinition } from '../../ads/enrichment.ts';
import { classifyShare } from '../../ads/momentum.ts';
import {
  dayBefore,
  engagementOf,
  firstDay,
  groupedBy,
  type IndexedAd,
  platformsOf,
  ranked,
  sum,
  type World,
} from './ads.ts';
import { coverageOf } from './coverage.ts';

type Question = ParsedInputOf<typeof contract.trending.topAdvertisers>;
type Tags = OutputOf<typeof contract.trending.topTagsByEngagement>;

export function trendingTags(world: World, question: Question, definitions: readonly TagDefinition[]): Tags {
  const tagsOf = (ad: IndexedAd): number[] => ad.derived.tags.map((tag) => tag.tagDefinitionId);
  const launched = launchedInWindow(world, question);
  const groups = groupedBy(launched, tagsOf);
  const momentumOf = createMomentum(
    launched.flatMap(tagsOf),
    launchedBefore(world, question)?.flatMap(tagsOf) ?? null,
  );
  const entries = definitions.flatMap((definition) => {
    const ads = groups.get(definition.tagDefinitionId);
    return ads === undefined
      ? []
      : [{ ...definition, ...engagementWith(ads), momentum: momentumOf(definition.tagDefinitionId) }];
  });
  return {
    ...echoOf(question),
    coverage: coverageOf(launched),
    tags: byRise(
      question,
      ranked(
        entries,
        (entry) => entry.totalEngagement,
        (entry) => entry.tagDefinitionId,
      ),
      {
        all: launched.flatMap(tagsOf).length,
        allBefore: launchedBefore(world, question)?.flatMap(tagsOf).length,
      },
    ).slice(0, question.limit),
  };
}

/** From the tags or advertisers of all ads in the window and before it. */
function createMomentum(tags: readonly number[], tagsBefore: readonly number[] | null) {
  return (id: number): Tags['tags'][number]['momentum'] => {
    const countIn = (list: readonly number[]): number => list.filter((tag) => tag === id).length;
    const now = countIn(tags);
    if (tagsBefore === null) {
      const evidence = { kind: 'measured', ads: now } as const;
      return { state: 'notKnown', adCountBefore: null, shareChange: null, evidence };
    }
    const before = countIn(tagsBefore);
    return {
      state: classifyShare({ now, before, allNow: tags.length, allBefore: tagsBefore.length }),
      adCountBefore: before,
      shareChange: before === 0 ? null : (now * tagsBefore.length) / (before * tags.length),
      evidence: { kind: 'measured', ads: now + before },
    };
  };
}

export function trendingAdvertisers(
  world: World,
  question: Question,
): OutputOf<typeof contract.trending.topAdvertisers> {
  const launched = launchedInWindow(world, question);
  const before = launchedBefore(world, question);
  const momentumOf = createMomentum(
    launched.map((ad) => ad.advertiserId),
    before?.map((ad) => ad.advertiserId) ?? null,
  );
  const groups = groupedBy(launched, (ad) => [ad.advertiserId]);
  const entries = world.advertisers.flatMap(({ advertiserId, name }) => {
    const ads = groups.get(advertiserId);
    if (ads === undefined) return [];
    const momentum = momentumOf(advertiserId);
    return [{ advertiserId, name, ...engagementWith(ads), platforms: platformsOf(ads), momentum }];
  });
  const sorted = ranked(
    entries,
    (entry) => entry.totalEngagement,
    (entry) => entry.advertiserId,
  );
  const listed = byRise(question, sorted, { all: launched.length, allBefore: before?.length }).slice(
    0,
    question.limit,
  );
  return {
    ...echoOf(question),
    coverage: coverageOf(launched),
    advertisers: listed.map(({ momentum, ...entry }) =>
      Object.assign(entry, question.sortBy === 'momentum' && { momentum }),
    ),
  };
}

/** Null above 45 days. */
function launchedBefore(world: World, question: Question): IndexedAd[] | null {
  if (question.windowDays > 45) return null;
  return launchedInWindow({ ...world, today: dayBefore(world.today, question.windowDays) }, question);
}

interface Rising {
  readonly adCount: number;
  readonly momentum: Tags['tags'][number]['momentum'];
}

/** Standard deviations above the number that the share before makes expect, highest first; the others keep their order. */
function byRise<Entry extends Rising>(
  { sortBy }: Question,
  entries: readonly Entry[],
  { all, allBefore }: { readonly all: number; readonly allBefore: number | undefined },
): Entry[] {
  if (sortBy === 'engagement') return [...entries];
  const riseOf = ({ adCount, momentum: { adCountBefore: before } }: Entry): number => {
    if (before === null || allBefore === undefined || allBefore === 0 || adCount + before < 5) return -1e9;
    const share = all / (all + allBefore);
    return (adCount - (adCount + before) * share) / Math.sqrt((adCount + before) * share * (1 - share));
  };
  return entries.toSorted((one, other) => riseOf(other) - riseOf(one));
}

function launchedInWindow(world: World, { windowDays, country, platform }: Question): IndexedAd[] {
  const from = dayBefore(world.today, windowDays - 1);
  return world.ads.filter((ad) => {
    if (firstDay(ad) < from || firstDay(ad) > world.today) return false;
    if (country !== undefined && ad.latest?.rankCountry !== country) return false;
    return platform === undefined || ad.facts.platforms.includes(platform);
  });
}

function echoOf({ windowDays, country, platform }: Question) {
  return { windowDays, country: country ?? null, platform: platform ?? null };
}

function engagementWith(ads: readonly IndexedAd[]) {
  const totalEngagement = sum(ads.map(engagementOf));
  return { totalEngagement, adCount: ads.length, avgEngagementPerAd: totalEngagement / ads.length };
}
