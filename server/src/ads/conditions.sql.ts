import { endOfRange, holdsNoAd, startOfRange } from '@magpie/contract';
import type { Parameters } from '../db/clickhouse/clickhouse.ts';
import { isActive } from './adExpressions.sql.ts';

/** A condition over the columns of `ads`, and the values in it. */
export type Condition = readonly [condition: string, parameters: Parameters];

/** Which ads of the index are meant. */
export interface Matching {
  readonly condition: string;
  readonly parameters: Parameters;
}

/** All of them hold; the day is there for expressions that need it. */
export function allOf(conditions: Iterable<Condition>, today: string): Matching {
  const parts = [...conditions];
  return {
    condition: parts.length === 0 ? '1' : parts.map(([condition]) => condition).join(' AND '),
    parameters: Object.assign({ today }, ...parts.map(([, parameters]) => parameters)),
  };
}

interface Choices {
  readonly status: 'active' | 'inactive' | 'all';
  readonly mediaType: 'image' | 'video' | 'all';
}

/** What `all` stands for restricts nothing. */
export function* choiceConditions({ status, mediaType }: Choices): Iterable<Condition> {
  if (status === 'active') yield [isActive, {}];
  if (status === 'inactive') yield [`NOT ${isActive}`, {}];
  if (mediaType !== 'all') yield ['media_type = {mediaType:String}', { mediaType }];
}

interface DateRange {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** An ad without a start counts from the time it was first seen. */
export function* dateConditions({ dateFrom, dateTo }: DateRange): Iterable<Condition> {
  if (holdsNoAd({ dateFrom, dateTo })) yield ['0', {}];
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
