import type { contract, OutputOf } from '@magpie/contract';
import { advertisersById, type AdvertiserRow } from '../ads/ads.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import { logoOf } from '../ads/presentation.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { Handler } from '../rpc/procedure.ts';
import { tallyAdsOf, type Counted, type Tally } from './compare.sql.ts';
import { type ResearchParts, narrowedAds } from './research.ts';
import { shareOf } from './share.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

type Compare = typeof contract.brandSpy.compare;
type Answer = OutputOf<Compare>;
type Compared = Answer['advertisers'][number];
type SharedTag = Answer['sharedTags'][number];
type UsedTag = Compared['topTags'][number];

/** `brandSpy.compare`: several advertisers side by side, in the order in which they were named. */
export function compareHandler(parts: ResearchParts): Handler<Compare> {
  return async ({ input }) => {
    const { companyNames, ...narrowing } = input;
    const ids = companyNames.map(advertiserId);
    refuseTheSame(companyNames, ids);
    const ads = narrowedAds(narrowing, await parts.newestRecording(), parts.today());
    const [rows, counted] = await Promise.all([
      advertisersById(parts.clickhouse, ids),
      tallyAdsOf(parts.clickhouse, ids, ads),
    ]);
    const known = new Map(rows.map((row) => [row.advertiser_id, row]));
    const unknown = companyNames.find((_, index) => !known.has(ids[index] ?? 0));
    if (unknown !== undefined) throw await unknownAdvertiser(parts, unknown);
    return sideBySide(
      parts,
      ids.flatMap((id) => known.get(id) ?? []),
      counted,
    );
  };
}

function refuseTheSame(names: readonly string[], ids: readonly number[]): void {
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again === -1) return;
  const message = `companyNames must name different advertisers, and '${shown(names[again] ?? '', 80)}' is one that is named before.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: `companyNames.${again}`, message }] });
}

const noAds: Omit<Counted, 'advertiserId'> = {
  totalAds: 0,
  totalReach: 0,
  imageAds: 0,
  videoAds: 0,
  activeAds: 0,
  avgDaysRunning: null,
  medianDaysRunning: 0,
  launchedLast7Days: 0,
  launchedLast30Days: 0,
  launchedLast90Days: 0,
  formats: {},
  platforms: {},
  languages: {},
  tags: {},
};

/** An advertiser, what its ads come to, and the tags that they use. */
interface Side {
  readonly row: AdvertiserRow;
  readonly counted: Omit<Counted, 'advertiserId'>;
  /** The most frequent first. */
  readonly tags: readonly UsedTag[];
}

function sideBySide(
  parts: ResearchParts,
  rows: readonly AdvertiserRow[],
  counted: readonly Counted[],
): Answer {
  const byId = new Map(counted.map((each) => [each.advertiserId, each]));
  const definitions = new Map(parts.tagDefinitions.map((each) => [each.tagDefinitionId, each]));
  const sides = rows.map((row): Side => {
    const own = byId.get(row.advertiser_id) ?? noAds;
    return { row, counted: own, tags: usedTags(own, definitions) };
  });
  return {
    advertisers: sides.map((side) => {
      const others = sides.filter((each) => each !== side);
      return presentSide(side, others, parts.siteAddress());
    }),
    sharedTags: sharedTags(sides),
  };
}

function presentSide({ row, counted, tags }: Side, others: readonly Side[], site: string): Compared {
  const { totalAds, totalReach, imageAds, videoAds, activeAds, avgDaysRunning } = counted;
  return {
    advertiserId: row.advertiser_id,
    name: row.name,
    brandLogo: row.brand_logo ?? logoOf(row.advertiser_id, site),
    stats: { totalAds, totalReach, imageAds, videoAds, activeAds, avgDaysRunning },
    mediaTypeBreakdown: { image: shareOf(imageAds, totalAds), video: shareOf(videoAds, totalAds) },
    formats: portions(counted.formats, totalAds, (format) => ({ format })),
    platforms: portions(counted.platforms, totalAds, (platform) => ({ platform })),
    languages: portions(counted.languages, totalAds, (language) => ({ language })),
    tempo: tempoOf(counted),
    topTags: tags.slice(0, mostTopTags),
    distinctTags: distinctTags(tags, others),
  };
}

function tempoOf(counted: Side['counted']): Compared['tempo'] {
  const { launchedLast7Days, launchedLast30Days, launchedLast90Days, totalAds, medianDaysRunning } = counted;
  return {
    launchedLast7Days,
    launchedLast30Days,
    launchedLast90Days,
    launchesPerWeek: (launchedLast90Days * 7) / 90,
    medianDaysRunning: totalAds === 0 ? null : medianDaysRunning,
  };
}

interface Portion {
  readonly adCount: number;
  readonly share: number;
}

/** The most frequent first; the values are codes, which all machines order alike. */
function portions<Value extends string, Entry extends object>(
  tally: Tally<Value>,
  all: number,
  entryOf: (value: Value) => Entry,
): (Entry & Portion)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a tally are its values
  const counts = Object.entries(tally) as [Value, number][];
  return counts
    .toSorted(([one, ads], [other, more]) => more - ads || (one < other ? -1 : 1))
    .map(([value, adCount]) => Object.assign(entryOf(value), { adCount, share: shareOf(adCount, all) }));
}

function usedTags(
  { tags, totalAds }: Side['counted'],
  definitions: ReadonlyMap<number, TagDefinition>,
): UsedTag[] {
  return Object.entries(tags)
    .flatMap(([id, adCount = 0]) => {
      const definition = definitions.get(Number(id));
      return definition === undefined ? [] : [{ ...definition, adCount, share: shareOf(adCount, totalAds) }];
    })
    .toSorted((one, other) => other.adCount - one.adCount || one.tagDefinitionId - other.tagDefinitionId);
}

const mostTopTags = 10;
/** A tag that an advertiser hardly uses does not set it apart. */
const oftenUsed = 20;
const mostDistinctTags = 10;
const mostSharedTags = 20;

function distinctTags(tags: readonly UsedTag[], others: readonly Side[]): UsedTag[] {
  const usedByOthers = new Set(others.flatMap((other) => other.tags.map((tag) => tag.tagDefinitionId)));
  return tags
    .slice(0, oftenUsed)
    .filter((tag) => !usedByOthers.has(tag.tagDefinitionId))
    .slice(0, mostDistinctTags);
}

/** What all use, by how much the one uses it that uses it least. */
function sharedTags(sides: readonly Side[]): SharedTag[] {
  const candidates = sides[0]?.tags ?? [];
  return candidates
    .map(({ tagDefinitionId, category, shortText }) => {
      const advertisers = sides.flatMap((side) => useOf(tagDefinitionId, side));
      return { tagDefinitionId, category, shortText, advertisers };
    })
    .filter(({ advertisers }) => advertisers.length === sides.length)
    .toSorted(
      (one, other) => leastShare(other) - leastShare(one) || one.tagDefinitionId - other.tagDefinitionId,
    )
    .slice(0, mostSharedTags);
}

function useOf(tagDefinitionId: number, { row, tags }: Side): SharedTag['advertisers'] {
  const used = tags.find((tag) => tag.tagDefinitionId === tagDefinitionId);
  return used === undefined
    ? []
    : [{ advertiserId: row.advertiser_id, adCount: used.adCount, share: used.share }];
}

function leastShare({ advertisers }: SharedTag): number {
  return Math.min(...advertisers.map(({ share }) => share));
}
