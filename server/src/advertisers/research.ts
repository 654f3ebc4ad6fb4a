import type { contract, Coverage, ParsedInputOf, Procedure } from '@magpie/contract';
import { advertisersById, type AdvertiserRow } from '../ads/ads.sql.ts';
import {
  joinConditions,
  choiceConditions,
  dateConditions,
  type SqlCondition,
  type Matching,
} from '../ads/conditions.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Handler } from '../rpc/procedure.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { selectRows } from './memory/selection.ts';
import type { NameIndex } from './nameIndex.ts';
import { adsInClickHouse, adsInMemory, type CommonFilters, type SelectedAds } from './selectedAds.ts';

export interface ResearchParts {
  readonly clickhouse: ClickHouse;
  readonly names: NameIndex;
  readonly newestRecording: () => MaybePromise<number>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly siteAddress: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
  /** Of ad libraries, as reached by live sources. */
  readonly ceilings?: () => Promise<Coverage['ceilings']>;
  /** Without it, ClickHouse answers every question. */
  readonly memory?: AdMemory;
}

/** Creates the handler for each call, with the newest recording that the call has read. */
export function perCall<P extends Procedure>(
  parts: ResearchParts,
  create: (parts: ResearchParts) => Handler<P>,
): Handler<P> {
  return (call) => create({ ...parts, newestRecording: call.newestRecording })(call);
}

type BrandFilters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

/** From memory if the ads of the advertiser fit into it, otherwise from ClickHouse. */
export async function selectAds(
  { clickhouse, memory, newestRecording, today }: ResearchParts,
  { companyName, ...filters }: BrandFilters,
  asOf: number,
): Promise<SelectedAds> {
  const id = advertiserId(companyName);
  const cached = await memory?.read(id, await newestRecording());
  if (cached) return adsInMemory(selectRows(cached.columns, filters, asOf, today()), cached.histories);
  const ofAdvertiser: SqlCondition = ['advertiser_id = {advertiserId:UInt64}', { advertiserId: id }];
  const ads = joinConditions([ofAdvertiser, ...filterConditions(filters, asOf)], today());
  return adsInClickHouse(clickhouse, ads, today());
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

export async function findAdvertiser(
  { clickhouse, memory, newestRecording }: ResearchParts,
  companyName: string,
): Promise<AdvertiserRow | undefined> {
  const id = advertiserId(companyName);
  if (memory !== undefined) return memory.advertiser(id, await newestRecording());
  const [row] = await advertisersById(clickhouse, [id]);
  return row;
}

export function computeShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
