import type { contract, OutputOf } from '@magpie/contract';
import { LRUCache } from 'lru-cache';
import { advertisersById, type AdvertiserRow } from '../ads/ads.sql.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Handler } from '../rpc/procedure.ts';
import { openPast } from './pastSimilar.ts';
import { type ResearchParts, findAdvertiser, hasFilters, filteredAds } from './research.ts';
import * as sql from './similar.sql.ts';
import { unknownAdvertiser } from './directory.ts';
import type { NameIndex } from './nameIndex.ts';
import { findPlace } from './nameTable.ts';
import type { CommonFilters } from './selectedAds.ts';
import type { VectorIndex } from './vectorIndex.ts';

type Similar = typeof contract.brandSpy.listSimilarAdvertisers;
type Entry = OutputOf<Similar>['advertisers'][number];

/** What the advertisers similar to one are found in. */
export interface SimilarSource {
  readonly target: AdvertiserRow;
  readonly rankByVector: Ranking;
  readonly rankByCategory: Ranking;
  /** Those of the advertisers that have ads that match the filters. */
  readonly findMatching: (advertiserIds: readonly number[]) => MaybePromise<readonly number[]>;
  /** Of the ads that match the filters. */
  readonly readFigures: (advertiserIds: readonly number[]) => MaybePromise<readonly sql.Figures[]>;
  readonly readAdvertisers: (advertiserIds: readonly number[]) => MaybePromise<readonly AdvertiserRow[]>;
}

/**
 * Less similar advertisers are not listed. Of two brands of different trades, nine of ten have less; of those of one
 * trade, fewer than one of a hundred (`evals/src/similar`).
 */
export const minSimilarity = 0.25;

export function similarHandler(
  parts: ResearchParts,
  vectors: VectorIndex,
  figures: FiguresCache,
): Handler<Similar> {
  return async ({ input }) => {
    const { companyName, limit, asOf: _asOf, ...filters } = input;
    const source = await (parts.at === undefined
      ? openCurrent(parts, { vectors, figures }, companyName, filters)
      : openPast(parts, companyName, filters));
    if (source === undefined) throw await unknownAdvertiser(parts, companyName);
    const choose = (ranking: Ranking): Promise<readonly sql.Similar[]> =>
      hasFilters(filters) ? firstMatching(source, ranking, limit) : ranking(limit);
    const nearest = (await choose(source.rankByVector)).filter(
      ({ similarity }) => similarity >= minSimilarity,
    );
    const method = nearest.length > 0 ? ('embedding' as const) : ('category' as const);
    const similar = nearest.length > 0 ? nearest : await choose(source.rankByCategory);
    return { companyName: source.target.name, method, advertisers: await present(parts, source, similar) };
  };
}

async function openCurrent(
  parts: ResearchParts,
  { vectors, figures }: { readonly vectors: VectorIndex; readonly figures: FiguresCache },
  companyName: string,
  filters: CommonFilters,
): Promise<SimilarSource | undefined> {
  const { clickhouse } = parts;
  const [target, asOf] = await Promise.all([findAdvertiser(parts, companyName), parts.newestRecording()]);
  if (target === undefined) return undefined;
  const today = parts.today();
  const ads = filteredAds(filters, asOf, today);
  return {
    target,
    rankByVector: rankByVector(parts, vectors, target, asOf),
    rankByCategory: rankByCategory(parts, target),
    findMatching: (ids) => sql.findAdvertisersWithAds(clickhouse, ids, ads),
    readFigures: (ids) =>
      hasFilters(filters) ? sql.readFigures(clickhouse, ids, ads) : figures(ids, ads, `${asOf} ${today}`),
    readAdvertisers: (ids) => advertisersById(clickhouse, ids),
  };
}

/** Of advertisers, about 1 kB each. */
const maxCachedFigures = 20_000;

export type FiguresCache = ReturnType<typeof createFiguresCache>;

/** Figures of all ads of advertisers, which are counted once for each recording and day. */
export function createFiguresCache(clickhouse: ClickHouse) {
  const cache = new LRUCache<string, sql.Figures>({ max: maxCachedFigures });
  return async (ids: readonly number[], ads: Matching, version: string): Promise<sql.Figures[]> => {
    const keyOf = (id: number): string => `${version} ${id}`;
    const cached = ids.flatMap((id) => cache.get(keyOf(id)) ?? []);
    const missing = ids.filter((id) => !cache.has(keyOf(id)));
    const read = missing.length === 0 ? [] : await sql.readFigures(clickhouse, missing, ads);
    for (const row of read) cache.set(keyOf(row.advertiserId), row);
    return [...cached, ...read];
  };
}

/** Most similar first. */
export type Ranking = (limit: number) => Promise<readonly sql.Similar[]>;

function rankByVector(
  { names }: ResearchParts,
  vectors: VectorIndex,
  { advertiser_id: advertiserId }: AdvertiserRow,
  recording: number,
): Ranking {
  return async (limit) => {
    const { columns } = await names.names(recording);
    const hasAds = (id: number): boolean => (columns.ads[findPlace(columns, id) ?? -1] ?? 0) > 0;
    const nearest = await vectors.nearest({ advertiserId, limit, recording, hasAds });
    return (await orderByName(names, nearest)).slice(0, limit);
  };
}

/** Orders equally similar advertisers by name, and reads the names of these only. */
async function orderByName(names: NameIndex, similar: readonly sql.Similar[]): Promise<sql.Similar[]> {
  const isTied = (at: number): boolean =>
    [at - 1, at + 1].some((near) => similar[near]?.similarity === similar[at]?.similarity);
  const tied = similar.flatMap(({ advertiserId }, at) => (isTied(at) ? [advertiserId] : []));
  const rows = tied.length === 0 ? [] : await names.totals(tied);
  const nameById = new Map(rows.map((row) => [row.advertiser_id, row.name]));
  const nameOf = ({ advertiserId }: sql.Similar): string => nameById.get(advertiserId) ?? '';
  return similar.toSorted(
    (one, other) => other.similarity - one.similarity || compareUtf8(nameOf(one), nameOf(other)),
  );
}

function rankByCategory({ clickhouse }: ResearchParts, target: AdvertiserRow): Ranking {
  const { advertiser_id: advertiserId, categories } = target;
  return (limit) =>
    categories.length === 0
      ? Promise.resolve([])
      : sql.findSimilarByCategory(clickhouse, { advertiserId, categories }, limit);
}

/** Later advertisers are hardly similar, and checking all of them would take seconds in a large index. */
const maxCandidates = 2000;
/** Usually enough to fill a page with one query. */
const candidatesPerQuery = 250;

async function firstMatching({ findMatching }: SimilarSource, ranking: Ranking, limit: number) {
  const ranked = await ranking(maxCandidates);
  const found: sql.Similar[] = [];
  for (let start = 0; start < ranked.length && found.length < limit; start += candidatesPerQuery) {
    const next = ranked.slice(start, start + candidatesPerQuery);
    const matching = new Set(await findMatching(next.map(({ advertiserId }) => advertiserId)));
    found.push(...next.filter(({ advertiserId }) => matching.has(advertiserId)));
  }
  return found.slice(0, limit);
}

async function present(
  parts: ResearchParts,
  { target, readFigures, readAdvertisers }: SimilarSource,
  similar: readonly sql.Similar[],
): Promise<Entry[]> {
  if (similar.length === 0) return [];
  const ids = [target.advertiser_id, ...similar.map(({ advertiserId }) => advertiserId)];
  const [counted, advertisers] = await Promise.all([readFigures(ids), readAdvertisers(ids.slice(1))]);
  const figures = new Map(counted.map((each) => [each.advertiserId, each]));
  const known = new Map(advertisers.map((each) => [each.advertiser_id, each]));
  const tagsOf = sharedTags(parts, figures.get(target.advertiser_id));
  return similar.flatMap(({ advertiserId, similarity }) => {
    const own = figures.get(advertiserId);
    const advertiser = known.get(advertiserId);
    if (own === undefined || advertiser === undefined) return [];
    const { name, brand_logo: brandLogo, categories } = advertiser;
    const { adCount, totalReach, platforms } = own;
    return {
      advertiserId,
      name,
      brandLogo: brandLogo ?? monogramUrl(advertiserId, parts.siteAddress()),
      adCount,
      totalReach,
      platforms,
      similarity,
      sharedCategories: categories.filter((each) => target.categories.includes(each)).toSorted(compareUtf8),
      sharedTags: tagsOf(own),
    };
  });
}

const maxSharedTags = 10;

/** Frequent tags of both, in the order of the target advertiser. */
function sharedTags(
  { tagDefinitions }: ResearchParts,
  target: sql.Figures | undefined,
): (other: sql.Figures) => string[] {
  const texts = new Map(tagDefinitions.map((each) => [each.tagDefinitionId, each.shortText]));
  return ({ tagIds }) =>
    (target?.tagIds ?? [])
      .filter((id) => tagIds.includes(id))
      .flatMap((id) => texts.get(id) ?? [])
      .slice(0, maxSharedTags);
}
