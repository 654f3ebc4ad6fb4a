import type { contract, ParsedInputOf } from '@magpie/contract';
import { advertisersById, type AdvertiserRow } from '../catalog/ads.sql.ts';
import {
  allOf,
  choiceConditions,
  dateConditions,
  type Condition,
  type Matching,
} from '../catalog/conditions.sql.ts';
import type { TagDefinition } from '../catalog/enrichment.ts';
import { advertiserId } from '../catalog/identity.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Soon } from '../kernel/soon.ts';

/** What research on advertisers is done with. */
export interface ResearchParts {
  readonly clickhouse: ClickHouse;
  /** The number of the last recording that is whole. */
  readonly newestRecording: () => Soon<number>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  /** The address of this service, for what it draws itself. */
  readonly siteAddress: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
}

/** What every question about one advertiser is narrowed by. */
export type Filters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

/** The ads of an advertiser that a question is about, as of a recording. */
export function adsOf(filters: Filters, asOf: number, today: string): Matching {
  return allOf(conditionsOf(filters, asOf), today);
}

function* conditionsOf(filters: Filters, asOf: number): Iterable<Condition> {
  yield ['advertiser_id = {advertiserId:UInt64}', { advertiserId: advertiserId(filters.companyName) }];
  yield ['added_in <= {asOf:UInt64}', { asOf }];
  yield* choiceConditions(filters);
  yield* dateConditions(filters);
  if (filters.language !== undefined) yield ['language = {language:String}', { language: filters.language }];
}

/** The advertiser of this name, whatever its case; undefined when none is stored. */
export async function advertiserNamed(
  { clickhouse }: ResearchParts,
  companyName: string,
): Promise<AdvertiserRow | undefined> {
  const [row] = await advertisersById(clickhouse, [advertiserId(companyName)]);
  return row;
}
