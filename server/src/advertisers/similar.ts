import type { contract, OutputOf } from '@magpie/contract';
import { advertisersById, type AdvertiserRow } from '../catalog/ads.sql.ts';
import type { Matching } from '../catalog/conditions.sql.ts';
import { logoOf } from '../catalog/presentation.ts';
import { byBytes } from '../catalog/textOrder.ts';
import type { Handler } from '../kernel/procedure.ts';
import { type Narrowing, type ResearchParts, advertiserNamed, isNarrowed, narrowedAds } from './research.ts';
import {
  alikeOfAll,
  alikeWithAds,
  figuresOf,
  modelOf,
  nearestOfAll,
  nearestWithAds,
  type Alike,
  type Figures,
} from './similar.sql.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

type Similar = typeof contract.brandSpy.listSimilarAdvertisers;
type Entry = OutputOf<Similar>['advertisers'][number];

/** `brandSpy.listSimilarAdvertisers`: by the direction of their texts, or else by the categories of their pages. */
export function similarHandler(parts: ResearchParts): Handler<Similar> {
  return async ({ input }) => {
    const { companyName, limit, ...narrowing } = input;
    const [asked, asOf] = await Promise.all([advertiserNamed(parts, companyName), parts.newestRecording()]);
    if (asked === undefined) throw await unknownAdvertiser(parts, companyName);
    const ads = narrowedAds(narrowing, asOf, parts.today());
    const model = await modelOf(parts.clickhouse, asked.advertiser_id);
    const method = model === undefined ? ('category' as const) : ('embedding' as const);
    const alike =
      model === undefined
        ? await byCategory(parts, asked, narrowing, ads, limit)
        : await byDirection(parts, { model, advertiserId: asked.advertiser_id }, narrowing, ads, limit);
    return { companyName: asked.name, method, advertisers: await present(parts, asked, alike, ads) };
  };
}

/** An advertiser with how much it resembles the one asked for. */
interface Found {
  readonly row: AdvertiserRow;
  readonly similarity: number;
}

async function byCategory(
  { clickhouse }: ResearchParts,
  { advertiser_id: advertiserId, categories }: AdvertiserRow,
  narrowing: Narrowing,
  ads: Matching,
  limit: number,
): Promise<Found[]> {
  if (categories.length === 0) return [];
  const asked = { advertiserId, categories, limit };
  const alike = isNarrowed(narrowing)
    ? await alikeWithAds(clickhouse, asked, ads)
    : await alikeOfAll(clickhouse, asked);
  return withRows(clickhouse, alike);
}

/** Of those that are equally near, the names decide. */
async function byDirection(
  { clickhouse }: ResearchParts,
  direction: Parameters<typeof nearestOfAll>[1],
  narrowing: Narrowing,
  ads: Matching,
  limit: number,
): Promise<Found[]> {
  const alike = isNarrowed(narrowing)
    ? await nearestWithAds(clickhouse, direction, ads, limit)
    : await nearestOfAll(clickhouse, direction, limit);
  const found = await withRows(clickhouse, alike);
  return found
    .toSorted((one, other) => other.similarity - one.similarity || byBytes(one.row.name, other.row.name))
    .slice(0, limit);
}

async function withRows(clickhouse: ResearchParts['clickhouse'], alike: readonly Alike[]): Promise<Found[]> {
  const rows = await advertisersById(
    clickhouse,
    alike.map(({ advertiserId }) => advertiserId),
  );
  const known = new Map(rows.map((row) => [row.advertiser_id, row]));
  return alike.flatMap(({ advertiserId, similarity }) => {
    const row = known.get(advertiserId);
    return row === undefined ? [] : [{ row, similarity }];
  });
}

async function present(
  parts: ResearchParts,
  asked: AdvertiserRow,
  found: readonly Found[],
  ads: Matching,
): Promise<Entry[]> {
  if (found.length === 0) return [];
  const ids = [asked, ...found.map(({ row }) => row)].map((row) => row.advertiser_id);
  const counted = await figuresOf(parts.clickhouse, ids, ads);
  const figures = new Map(counted.map((each) => [each.advertiserId, each]));
  const tagsOf = sharedTags(parts, figures.get(asked.advertiser_id));
  return found.flatMap(({ row, similarity }) => {
    const own = figures.get(row.advertiser_id);
    if (own === undefined) return [];
    const { advertiserId, adCount, totalReach, platforms } = own;
    return {
      advertiserId,
      name: row.name,
      brandLogo: row.brand_logo ?? logoOf(advertiserId, parts.siteAddress()),
      adCount,
      totalReach,
      platforms,
      similarity,
      sharedCategories: row.categories.filter((each) => asked.categories.includes(each)).toSorted(byBytes),
      sharedTags: tagsOf(own),
    };
  });
}

const mostSharedTags = 10;

/** What both use often, in the order of the one asked for. */
function sharedTags(
  { tagDefinitions }: ResearchParts,
  asked: Figures | undefined,
): (other: Figures) => string[] {
  const texts = new Map(tagDefinitions.map((each) => [each.tagDefinitionId, each.shortText]));
  return ({ tagIds }) =>
    (asked?.tagIds ?? [])
      .filter((id) => tagIds.includes(id))
      .flatMap((id) => texts.get(id) ?? [])
      .slice(0, mostSharedTags);
}
