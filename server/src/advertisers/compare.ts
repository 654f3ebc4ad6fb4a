import type { contract, OutputOf } from '@magpie/contract';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Handler } from '../rpc/procedure.ts';
import type { AdCounts, CountByValue } from './stats.sql.ts';
import { type ResearchParts, computeShare, findAdvertiser, selectAds } from './research.ts';
import { unknownAdvertiser } from './directory.ts';

type Compare = typeof contract.brandSpy.compare;
type Output = OutputOf<Compare>;
type Compared = Output['advertisers'][number];
type SharedTag = Output['sharedTags'][number];
type UsedTag = Compared['topTags'][number];

export function compareHandler(parts: ResearchParts): Handler<Compare> {
  return async ({ input }) => {
    const { companyNames, ...filters } = input;
    const rows = await Promise.all(companyNames.map((name) => findAdvertiser(parts, name)));
    assertDistinct(
      companyNames,
      companyNames.map((name, at) => rows[at]?.advertiser_id ?? advertiserId(name)),
    );
    const asOf = await parts.newestRecording();
    const definitions = new Map(parts.tagDefinitions.map((each) => [each.tagDefinitionId, each]));
    const sides = companyNames.map(async (companyName, at): Promise<ComparedAdvertiser> => {
      const row = rows[at];
      const ads = await selectAds(parts, { ...filters, companyName }, asOf);
      if (row === undefined) throw await unknownAdvertiser(parts, companyName, 'companyNames');
      const counted = await ads.counts();
      return { row, counted, tags: usedTags(counted, definitions) };
    });
    return buildComparison(parts.siteAddress(), await Promise.all(sides));
  };
}

function assertDistinct(names: readonly string[], ids: readonly number[]): void {
  const duplicate = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (duplicate === -1) return;
  const message = `companyNames must contain different brands; '${sanitizeForMessage(names[duplicate] ?? '', 80)}' is a duplicate.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: `companyNames.${duplicate}`, message }] });
}

interface ComparedAdvertiser {
  readonly row: AdvertiserRow;
  readonly counted: AdCounts;
  readonly tags: readonly UsedTag[];
}

function buildComparison(site: string, sides: readonly ComparedAdvertiser[]): Output {
  return {
    advertisers: sides.map((side) => {
      const others = sides.filter((each) => each !== side);
      return presentAdvertiser(side, others, site);
    }),
    sharedTags: sharedTags(sides),
  };
}

function presentAdvertiser(
  { row, counted, tags }: ComparedAdvertiser,
  others: readonly ComparedAdvertiser[],
  site: string,
): Compared {
  const { totalAds, totalReach, imageAds, videoAds, activeAds, avgDaysRunning, avgDaysRunningKind } = counted;
  return {
    advertiserId: row.advertiser_id,
    name: row.name,
    brandLogo: row.brand_logo ?? monogramUrl(row.advertiser_id, site),
    stats: { totalAds, totalReach, imageAds, videoAds, activeAds, avgDaysRunning, avgDaysRunningKind },
    mediaTypeBreakdown: { image: computeShare(imageAds, totalAds), video: computeShare(videoAds, totalAds) },
    formats: sharesByValue(counted.formats, totalAds, (format) => ({ format })),
    platforms: sharesByValue(counted.platforms, totalAds, (platform) => ({ platform })),
    languages: sharesByValue(counted.languages, totalAds, (language) => ({ language })),
    tempo: {
      launchedLast7Days: counted.launchedLast7Days,
      launchedLast30Days: counted.launchedLast30Days,
      launchedLast90Days: counted.launchedLast90Days,
      publishedStarts: counted.publishedLast90Days,
      launchesPerWeek: (counted.launchedLast90Days * 7) / 90,
      medianDaysRunning: totalAds === 0 ? null : counted.medianDaysRunning,
    },
    topTags: tags.slice(0, maxTopTags),
    distinctTags: distinctTags(tags, others),
  };
}

function sharesByValue<Value extends string, Entry extends object>(
  tally: CountByValue<Value>,
  all: number,
  entryOf: (value: Value) => Entry,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a tally are its values
  const counts = Object.entries(tally) as [Value, number][];
  return counts
    .toSorted(([one, ads], [other, more]) => more - ads || (one < other ? -1 : 1))
    .map(([value, adCount]) => Object.assign(entryOf(value), { adCount, share: computeShare(adCount, all) }));
}

function usedTags(
  { tags, totalAds }: ComparedAdvertiser['counted'],
  definitions: ReadonlyMap<number, TagDefinition>,
): UsedTag[] {
  return Object.entries(tags)
    .flatMap(([id, adCount = 0]) => {
      const definition = definitions.get(Number(id));
      return definition === undefined
        ? []
        : [{ ...definition, adCount, share: computeShare(adCount, totalAds) }];
    })
    .toSorted((one, other) => other.adCount - one.adCount || one.tagDefinitionId - other.tagDefinitionId);
}

const maxTopTags = 10;
const frequentTagCount = 20;
const maxDistinctTags = 10;
const maxSharedTags = 20;

function distinctTags(tags: readonly UsedTag[], others: readonly ComparedAdvertiser[]): UsedTag[] {
  const usedByOthers = new Set(others.flatMap((other) => other.tags.map((tag) => tag.tagDefinitionId)));
  return tags
    .slice(0, frequentTagCount)
    .filter((tag) => !usedByOthers.has(tag.tagDefinitionId))
    .slice(0, maxDistinctTags);
}

function sharedTags(sides: readonly ComparedAdvertiser[]): SharedTag[] {
  const candidates = sides[0]?.tags ?? [];
  return candidates
    .map(({ tagDefinitionId, category, shortText }) => {
      const advertisers = sides.flatMap((side) => tagUsage(tagDefinitionId, side));
      return { tagDefinitionId, category, shortText, advertisers };
    })
    .filter(({ advertisers }) => advertisers.length === sides.length)
    .toSorted(
      (one, other) =>
        smallestShare(other) - smallestShare(one) || one.tagDefinitionId - other.tagDefinitionId,
    )
    .slice(0, maxSharedTags);
}

function tagUsage(tagDefinitionId: number, { row, tags }: ComparedAdvertiser): SharedTag['advertisers'] {
  const used = tags.find((tag) => tag.tagDefinitionId === tagDefinitionId);
  return used === undefined
    ? []
    : [{ advertiserId: row.advertiser_id, adCount: used.adCount, share: used.share }];
}

function smallestShare({ advertisers }: SharedTag): number {
  return Math.min(...advertisers.map(({ share }) => share));
}
