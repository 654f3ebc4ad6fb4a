import {
  endOfRange,
  isOutsideAdDates,
  startOfRange,
  type contract,
  type ParsedInputOf,
} from '@magpie/contract';
import type { Parameters } from '../db/clickhouse/clickhouse.ts';
import { isActive } from './adExpressions.sql.ts';

export type SqlCondition = readonly [condition: string, parameters: Parameters];

type Filters = ParsedInputOf<typeof contract.brandSpy.getOverview>;

export interface Matching {
  readonly condition: string;
  readonly parameters: Parameters;
}

export function joinConditions(conditions: Iterable<SqlCondition>, today: string): Matching {
  const parts = [...conditions];
  return {
    condition: parts.length === 0 ? '1' : parts.map(([condition]) => condition).join(' AND '),
    parameters: Object.assign({ today }, ...parts.map(([, parameters]) => parameters)),
  };
}

export function* choiceConditions({
  status,
  mediaType,
}: Pick<Filters, 'status' | 'mediaType'>): Iterable<SqlCondition> {
  if (status === 'active') yield [isActive, {}];
  if (status === 'inactive') yield [`NOT ${isActive}`, {}];
  if (mediaType !== 'all') yield ['media_type = {mediaType:String}', { mediaType }];
}

/** The ads of advertisers that have one of these categories. */
export function ofCategories(categories: readonly string[]): SqlCondition {
  return [
    `advertiser_id GLOBAL IN (
       SELECT advertiser_id FROM advertisers FINAL WHERE hasAny(categories, {categories:Array(String)})
     )`,
    { categories },
  ];
}

/** Ads without a start date are filtered by their first sighting. */
export function* dateConditions({
  dateFrom,
  dateTo,
}: Pick<Filters, 'dateFrom' | 'dateTo'>): Iterable<SqlCondition> {
  if (isOutsideAdDates({ dateFrom, dateTo })) yield ['0', {}];
  if (dateFrom !== undefined) {
    const { day: fromDay, instant: fromInstant } = startOfRange(dateFrom);
    yield [
      "if(start_date IS NULL, first_seen_at >= {fromInstant:DateTime64(3, 'UTC')}, start_date >= {fromDay:Date32})",
      { fromDay, fromInstant: new Date(fromInstant) },
    ];
  }
  if (dateTo !== undefined) {
    const { day: toDay, before } = endOfRange(dateTo);
    yield [
      "if(start_date IS NULL, first_seen_at < {before:DateTime64(3, 'UTC')}, start_date <= {toDay:Date32})",
      { toDay, before: new Date(before) },
    ];
  }
}
