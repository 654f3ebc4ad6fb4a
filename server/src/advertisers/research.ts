import type { contract, ParsedInputOf } from '@magpie/contract';
import { advertisersById, type AdvertiserRow } from '../ads/ads.sql.ts';
import {
  allOf,
  choiceConditions,
  dateConditions,
  type Condition,
  type Matching,
} from '../ads/conditions.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { NameIndex } from './nameIndex.ts';

/** What research on advertisers is done with. */
export interface ResearchParts {
  readonly clickhouse: ClickHouse;
  readonly names: NameIndex;
  /** The number of the last recording that is whole. */
  readonly newestRecording: () => MaybePromise<number>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  /** The address of this service, for what it draws itself. */
  readonly siteAddress: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
}

/** What every question about one advertiser is narrowed by. */
export type Filters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

/** What the ads of several advertisers are narrowed by. */
type Narrowing = Omit<Filters, 'companyName'>;

/** The ads of an advertiser that a question is about, as of a recording. */
export function adsOf({ companyName, ...narrowing }: Filters, asOf: number, today: string): Matching {
  const ofAdvertiser: Condition = [
    'advertiser_id = {advertiserId:UInt64}',
    { advertiserId: advertiserId(companyName) },
  ];
  return allOf([ofAdvertiser, ...narrowed(narrowing, asOf)], today);
}

/** The same of whichever advertiser. */
export function narrowedAds(narrowing: Narrowing, asOf: number, today: string): Matching {
  return allOf(narrowed(narrowing, asOf), today);
}

function* narrowed(narrowing: Narrowing, asOf: number): Iterable<Condition> {
  yield ['added_in <= {asOf:UInt64}', { asOf }];
  yield* choiceConditions(narrowing);
  yield* dateConditions(narrowing);
  const { language } = narrowing;
  if (language !== undefined) yield ['language = {language:String}', { language }];
}

/** Whether any ad could be left out. */
export function isNarrowed({ dateFrom, dateTo, status, mediaType, language }: Narrowing): boolean {
  const isRestricted = [dateFrom, dateTo, language].some((value) => value !== undefined);
  return isRestricted || status !== 'all' || mediaType !== 'all';
}

/** The advertiser of this name, whatever its case; undefined when none is stored. */
export async function advertiserNamed(
  { clickhouse }: ResearchParts,
  companyName: string,
): Promise<AdvertiserRow | undefined> {
  const [row] = await advertisersById(clickhouse, [advertiserId(companyName)]);
  return row;
}
