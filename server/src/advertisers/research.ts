import { type contract, type ParsedInputOf, type Procedure } from '@magpie/contract';
import { advertisersById, type AdvertiserRow, findSnapshots, type SnapshotRow } from '../ads/ads.sql.ts';
import {
  joinConditions,
  choiceConditions,
  dateConditions,
  type SqlCondition,
  type Matching,
} from '../ads/conditions.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import { momentOf } from '../ads/past/moment.ts';
import type { ReadMoment } from '../ads/past/momentCache.ts';
import { refuseMoment } from '../ads/past/pastIndex.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Handler } from '../rpc/procedure.ts';
import { buildColumns } from './memory/adColumns.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { selectRows } from './memory/selection.ts';
import { type MeasuredReach, type MeasuredSpans, readMeasuredReach } from '../ads/measuredReach.sql.ts';
import type { NameIndex } from './nameIndex.ts';
import type { PastBrand, PastResearch } from './past.ts';
import type { PastDirectory } from './pastDirectory.ts';
import type { PastVectors } from './pastVectors.ts';
import { adsInClickHouse, adsInMemory, type CommonFilters, type SelectedAds } from './selectedAds.ts';

export interface ResearchParts {
  readonly clickhouse: ClickHouse;
  readonly names: NameIndex;
  readonly newestRecording: () => MaybePromise<number>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly siteAddress: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
  /** Without it, ClickHouse answers every question. */
  readonly memory?: AdMemory;
  readonly past?: PastResearch;
  /** Of all brands. */
  readonly pastBrands?: PastBrands;
  /** Everything is answered as it was known at this time; by default as it is known now. */
  readonly at?: string;
}

/** Creates the handler for each call, with the newest recording that the call has read, and at the moment of `asOf`. */
export function perCall<P extends Procedure>(
  parts: ResearchParts,
  create: (parts: ResearchParts) => Handler<P>,
): Handler<P> {
  return (call) => {
    const current = { ...parts, newestRecording: call.newestRecording };
    const { asOf }: { readonly asOf?: unknown } = call.input ?? {};
    return create(typeof asOf === 'string' ? atMoment(current, asOf) : current)(call);
  };
}

function atMoment(parts: ResearchParts, asOf: string): ResearchParts {
  const at = momentOf(asOf, parts.today());
  return { ...parts, at, today: () => at.slice(0, 10) };
}

export async function readPastBrand(
  { past, at = '', newestRecording }: ResearchParts,
  companyName: string,
): Promise<PastBrand | undefined> {
  return past?.read(advertiserId(companyName), at, await newestRecording());
}

/** All brands at earlier moments. */
export interface PastBrands {
  readonly readDirectory: ReadMoment<PastDirectory>;
  /** Null if texts are not embedded. */
  readonly readVectors: ReadMoment<PastVectors> | null;
}

export function requirePastBrands({ pastBrands }: ResearchParts): PastBrands {
  if (pastBrands === undefined) throw refuseMoment('asOf is not supported here.');
  return pastBrands;
}

export async function readPastDirectory(parts: ResearchParts): Promise<PastDirectory> {
  return requirePastBrands(parts).readDirectory(parts.at ?? '', await parts.newestRecording());
}

type BrandFilters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

/** From memory if the ads of the advertiser fit into it, otherwise from ClickHouse. */
export async function selectAds(
  parts: ResearchParts,
  { companyName, ...filters }: BrandFilters,
  asOf: number,
): Promise<SelectedAds> {
  const { clickhouse, today } = parts;
  if (parts.at !== undefined) {
    const brand = await readPastBrand(parts, companyName);
    const selection = selectRows(brand?.columns ?? buildColumns([]), filters, asOf, today());
    // Pictures are read when ads are saved or shown, so they do not belong to the moment.
    return adsInMemory(selection, brand?.histories ?? noRows, noRows);
  }
  const { id, cached } = await readAds(parts, companyName);
  if (cached) {
    const selection = selectRows(cached.columns, filters, asOf, today());
    return adsInMemory(selection, cached.histories, cached.pictures);
  }
  const ofAdvertiser: SqlCondition = ['advertiser_id = {advertiserId:UInt64}', { advertiserId: id }];
  const ads = joinConditions([ofAdvertiser, ...filterConditions(filters, asOf)], today());
  return adsInClickHouse(clickhouse, ads, today());
}

const noRows = () => Promise.resolve(new Map<never, never>());

/** An alias has no ads, so a name is looked up only if it has none. */
async function readAds(parts: ResearchParts, companyName: string) {
  const id = advertiserId(companyName);
  const newest = await parts.newestRecording();
  const cached = await parts.memory?.read(id, newest);
  if (cached === undefined || cached?.columns.count === 0) {
    const named = (await findAdvertiser(parts, companyName))?.advertiser_id ?? id;
    if (named !== id) return { id: named, cached: await parts.memory?.read(named, newest) };
  }
  return { id, cached };
}

export function filteredAds(
  filters: CommonFilters,
  asOf: number,
  today: string,
  more: readonly SqlCondition[] = [],
): Matching {
  return joinConditions([...more, ...filterConditions(filters, asOf)], today);
}

function* filterConditions(filters: CommonFilters, asOf: number): Iterable<SqlCondition> {
  yield ['added_in <= {asOf:UInt64}', { asOf }];
  yield* choiceConditions(filters);
  yield* dateConditions(filters);
  const { language } = filters;
  if (language !== undefined) yield ['language = {language:String}', { language }];
}

export function hasFilters({ dateFrom, dateTo, status, mediaType, language }: CommonFilters): boolean {
  const isRestricted = [dateFrom, dateTo, language].some((value) => value !== undefined);
  return isRestricted || status !== 'all' || mediaType !== 'all';
}

/** The last measured reach of each ad of the advertiser in each span. */
export async function readReach(
  parts: ResearchParts,
  companyName: string,
  hashes: readonly string[],
  spans: MeasuredSpans,
): Promise<readonly MeasuredReach[]> {
  if (parts.at === undefined) return readMeasuredReach(parts.clickhouse, hashes, spans);
  return (await readPastBrand(parts, companyName))?.measuredReach(hashes, spans) ?? [];
}

/** All counts of ads of the advertiser. */
export async function readCounts(
  parts: ResearchParts,
  companyName: string,
  hashes: readonly string[],
): Promise<readonly SnapshotRow[]> {
  if (parts.at === undefined) return findSnapshots(parts.clickhouse, hashes);
  return (await readPastBrand(parts, companyName))?.counts(hashes) ?? [];
}

/** By its name or an alias. */
export async function findAdvertiser(
  parts: ResearchParts,
  companyName: string,
): Promise<AdvertiserRow | undefined> {
  if (parts.at !== undefined) return (await readPastBrand(parts, companyName))?.row;
  const { clickhouse, memory, newestRecording } = parts;
  const newest = memory === undefined ? 0 : await newestRecording();
  const read = async (id: number): Promise<AdvertiserRow | undefined> =>
    memory === undefined ? (await advertisersById(clickhouse, [id]))[0] : memory.advertiser(id, newest);
  const row = await read(advertiserId(companyName));
  return row?.alias_of ? read(row.alias_of) : row;
}

export function computeShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
