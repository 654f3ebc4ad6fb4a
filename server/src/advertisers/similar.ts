import type { contract, OutputOf } from '@magpie/contract';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import { logoOf } from '../ads/presentation.ts';
import { byBytes } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { type ResearchParts, advertiserNamed, isNarrowed, narrowedAds } from './research.ts';
import {
  figuresOf,
  havingAds,
  modelOf,
  nearest,
  ofSharedCategories,
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
    const choose = (ranking: Ranking): Promise<Alike[]> =>
      isNarrowed(narrowing) ? firstMatching(parts, ranking, ads, limit) : ranking(limit);
    const near = await choose(byDirection(parts, asked));
    const method = near.length > 0 ? ('embedding' as const) : ('category' as const);
    const alike = near.length > 0 ? near : await choose(byCategory(parts, asked));
    return { companyName: asked.name, method, advertisers: await present(parts, asked, alike, ads) };
  };
}

/** As many advertisers as wanted, those that are most alike first. */
type Ranking = (limit: number) => Promise<Alike[]>;

function byDirection({ clickhouse }: ResearchParts, { advertiser_id: advertiserId }: AdvertiserRow): Ranking {
  return async (limit) => {
    const model = await modelOf(clickhouse, advertiserId);
    return model === undefined ? [] : nearest(clickhouse, { model, advertiserId }, limit);
  };
}

function byCategory({ clickhouse }: ResearchParts, asked: AdvertiserRow): Ranking {
  const { advertiser_id: advertiserId, categories } = asked;
  return (limit) =>
    categories.length === 0
      ? Promise.resolve([])
      : ofSharedCategories(clickhouse, { advertiserId, categories }, limit);
}

/** Whoever comes later in a ranking is hardly alike, and to look through all ads would take seconds in a large index. */
const mostLookedAt = 2000;
/** Nearly always there are enough among them. */
const lookedAtTogether = 250;

/** The first of a ranking that have ads which match. */
async function firstMatching(
  { clickhouse }: ResearchParts,
  ranking: Ranking,
  ads: Matching,
  limit: number,
): Promise<Alike[]> {
  const ranked = await ranking(mostLookedAt);
  const found: Alike[] = [];
  for (let start = 0; start < ranked.length && found.length < limit; start += lookedAtTogether) {
    const next = ranked.slice(start, start + lookedAtTogether);
    const ids = next.map(({ advertiserId }) => advertiserId);
    const matching = new Set(await havingAds(clickhouse, ids, ads));
    found.push(...next.filter(({ advertiserId }) => matching.has(advertiserId)));
  }
  return found.slice(0, limit);
}

async function present(
  parts: ResearchParts,
  asked: AdvertiserRow,
  alike: readonly Alike[],
  ads: Matching,
): Promise<Entry[]> {
  if (alike.length === 0) return [];
  const ids = [asked.advertiser_id, ...alike.map(({ advertiserId }) => advertiserId)];
  const counted = await figuresOf(parts.clickhouse, ids, ads);
  const figures = new Map(counted.map((each) => [each.advertiserId, each]));
  const tagsOf = sharedTags(parts, figures.get(asked.advertiser_id));
  return alike.flatMap(({ advertiserId, name, brandLogo, categories, similarity }) => {
    const own = figures.get(advertiserId);
    if (own === undefined) return [];
    const { adCount, totalReach, platforms } = own;
    return {
      advertiserId,
      name,
      brandLogo: brandLogo ?? logoOf(advertiserId, parts.siteAddress()),
      adCount,
      totalReach,
      platforms,
      similarity,
      sharedCategories: categories.filter((each) => asked.categories.includes(each)).toSorted(byBytes),
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
