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
  const momentumOf = createMomentum(world, question, tagsOf);
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
        all: launched.filter(isPublished).flatMap(tagsOf).length,
        allBefore: launchedBefore(world, question)?.filter(isPublished).flatMap(tagsOf).length,
      },
    ).slice(0, question.limit),
  };
}

type Momentum = Tags['tags'][number]['momentum'];
type KeysOf = (ad: IndexedAd) => readonly number[];

/** From the tags or advertisers of all ads in the window and before it, of which only those with a published start count. */
function createMomentum(world: World, question: Question, keysOf: KeysOf) {
  const { windowDays } = question;
  const published = (ads: readonly IndexedAd[]): number[] => ads.filter(isPublished).flatMap(keysOf);
  const inSpan = (spans: number): IndexedAd[] =>
    launchedInWindow({ ...world, today: dayBefore(world.today, spans * windowDays) }, question);
  const [now, before] = [inSpan(0), windowDays > 45 ? null : inSpan(1)];
  const baseSpans = Math.max(0, Math.min(6, Math.floor(90 / windowDays) - 2));
  const base = Array.from({ length: baseSpans }, (_, at) => inSpan(at + 2)).flat();
  const [all, allBefore] = [published(now), before && published(before)];
  return (id: number): Momentum => {
    const countIn = (list: readonly number[]): number => list.filter((key) => key === id).length;
    const rate = (launches: number) => ({ launches, launchesPerDay: launches / windowDays });
    const both = [...now, ...(before ?? [])].filter((ad) => keysOf(ad).includes(id));
    const ads = countIn(both.filter(isPublished).flatMap(keysOf));
    const evidence = { kind: 'measured', ads, notUsed: countIn(both.flatMap(keysOf)) - ads } as const;
    const launched = countIn(all);
    if (allBefore === null) {
      const unknown = { state: 'notKnown', adCountBefore: null, shareChange: null } as const;
      return { ...unknown, now: rate(launched), before: null, usual: null, evidence };
    }
    const then = countIn(allBefore);
    const isShared = then > 0 && all.length > 0;
    return {
      state: classifyShare({ now: launched, before: then, allNow: all.length, allBefore: allBefore.length }),
      adCountBefore: then,
      shareChange: isShared ? (launched * allBefore.length) / (then * all.length) : null,
      now: rate(launched),
      before: rate(then),
      usual: baseSpans === 0 ? null : { spans: baseSpans, ...rate(countIn(published(base)) / baseSpans) },
      evidence,
    };
  };
}

function isPublished({ facts }: IndexedAd): boolean {
  return facts.startDate !== null;
}

export function trendingAdvertisers(
  world: World,
  question: Question,
): OutputOf<typeof contract.trending.topAdvertisers> {
  const launched = launchedInWindow(world, question);
  const before = launchedBefore(world, question);
  const momentumOf = createMomentum(world, question, (ad) => [ad.advertiserId]);
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
  const listed = byRise(question, sorted, {
    all: launched.filter(isPublished).length,
    allBefore: before?.filter(isPublished).length,
  }).slice(0, question.limit);
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
  readonly momentum: Momentum;
}

/** Standard deviations above the number that the share before makes expect, highest first; the others keep their order. */
function byRise<Entry extends Rising>(
  { sortBy }: Question,
  entries: readonly Entry[],
  { all, allBefore }: { readonly all: number; readonly allBefore: number | undefined },
): Entry[] {
  if (sortBy === 'engagement') return [...entries];
  const riseOf = ({ momentum: { now, adCountBefore: before } }: Entry): number => {
    const { launches } = now;
    const isKnown =
      before !== null && allBefore !== undefined && all * allBefore > 0 && launches + before >= 5;
    if (!isKnown) return -1e9;
    const share = all / (all + allBefore);
    return (launches - (launches + before) * share) / Math.sqrt((launches + before) * share * (1 - share));
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
