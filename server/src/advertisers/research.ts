import type { contract, ParsedInputOf, Procedure } from '@magpie/contract';
import type { AdCursor } from '../ads/adCursor.ts';
import { advertisersById } from '../ads/ads.sql.ts';
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
import type { Handler, MaybePromise } from '../rpc/procedure.ts';
import type { NameIndex } from './nameIndex.ts';

export interface ResearchParts {
  readonly clickhouse: ClickHouse;
  readonly names: NameIndex;
  readonly newestRecording: () => MaybePromise<number>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly siteAddress: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
}

/** Creates the handler for each call, with the newest recording that the call has read. */
export function perCall<P extends Procedure>(
  parts: ResearchParts,
  create: (parts: ResearchParts) => Handler<P>,
): Handler<P> {
  return (call) => create({ ...parts, newestRecording: call.newestRecording })(call);
}

type BrandFilters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

type CommonFilters = Omit<BrandFilters, 'companyName'>;

export function advertiserAds({ companyName, ...filters }: BrandFilters, asOf: number, today: string) {
  const ofAdvertiser: SqlCondition = [
    'advertiser_id = {advertiserId:UInt64}',
    { advertiserId: advertiserId(companyName) },
  ];
  return joinConditions([ofAdvertiser, ...filterConditions(filters, asOf)], today);
}

export function filteredAds(filters: CommonFilters, asOf: number, today: string): Matching {
  return joinConditions(filterConditions(filters, asOf), today);
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

export async function findAdvertiser({ clickhouse }: ResearchParts, companyName: string) {
  const [row] = await advertisersById(clickhouse, [advertiserId(companyName)]);
  return row;
}

export function computeShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Reads a page of a ranking. A page beyond the last one has no rows, so the total is read from the first row. */
export async function rankedPage<Row extends { readonly total: number }>(
  { offset }: AdCursor,
  limit: number,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read({ limit, offset });
  const [first] = rows.length === 0 && offset > 0 ? await read({ limit: 1, offset: 0 }) : rows;
  return { rows, total: first?.total ?? 0 };
}
