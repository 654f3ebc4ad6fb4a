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
    question.windowDays > 45
      ? null
      : launchedInWindow({ ...world, today: dayBefore(world.today, question.windowDays) }, question).flatMap(
          tagsOf,
        ),
  );
  const entries = definitions.flatMap((definition) => {
    const ads = groups.get(definition.tagDefinitionId);
    return ads === undefined
      ? []
      : [{ ...definition, ...engagementWith(ads), momentum: momentumOf(definition) }];
  });
  return {
    ...echoOf(question),
    coverage: coverageOf(launched),
    tags: ranked(
      entries,
      (entry) => entry.totalEngagement,
      (entry) => entry.tagDefinitionId,
    ).slice(0, question.limit),
  };
}

/** From the tags of all ads in the window and before it. */
function createMomentum(tags: readonly number[], tagsBefore: readonly number[] | null) {
  return ({ tagDefinitionId }: TagDefinition): Tags['tags'][number]['momentum'] => {
    const countIn = (list: readonly number[]): number => list.filter((tag) => tag === tagDefinitionId).length;
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
  const groups = groupedBy(launchedInWindow(world, question), (ad) => [ad.advertiserId]);
  const entries = world.advertisers.flatMap(({ advertiserId, name }) => {
    const ads = groups.get(advertiserId);
    if (ads === undefined) return [];
    return [{ advertiserId, name, ...engagementWith(ads), platforms: platformsOf(ads) }];
  });
  return {
    ...echoOf(question),
    coverage: coverageOf(launchedInWindow(world, question)),
    advertisers: ranked(
      entries,
      (entry) => entry.totalEngagement,
      (entry) => entry.advertiserId,
    ).slice(0, question.limit),
  };
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
