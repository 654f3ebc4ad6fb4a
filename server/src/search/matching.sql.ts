import { endOfRange, startOfRange, type contract, type ParsedInputOf } from '@magpie/contract';
import { isActive } from '../catalog/adExpressions.sql.ts';
import { advertiserId } from '../catalog/identity.ts';
import type { Parameters } from '../kernel/clickhouse/clickhouse.ts';
import type { Query } from './query.ts';

export type Filters = ParsedInputOf<typeof contract.ads.search>;

/** Which ads of the index are meant: a condition over the columns of `ads`, and the values in it. */
export interface Matching {
  readonly condition: string;
  readonly parameters: Parameters;
}

type Part = readonly [condition: string, parameters: Parameters];

/** Nothing is left out: every filter that was given becomes a part of the condition. */
export function matching(filters: Filters, query: Query, today: string): Matching {
  const parts = [...textParts(query), ...listParts(filters), ...choiceParts(filters), ...rangeParts(filters)];
  return {
    condition: parts.length === 0 ? '1' : parts.map(([condition]) => condition).join(' AND '),
    parameters: Object.assign({ today }, ...parts.map(([, parameters]) => parameters)),
  };
}

/** The index answers for tokens. Only what must also stand in order is looked for in the text itself, behind them. */
function* textParts({ required, excluded }: Query): Iterable<Part> {
  const tokens = [...new Set(required.flatMap((sought) => sought.tokens))];
  if (tokens.length > 0) yield ['hasAllTokens(search_text, {tokens:Array(String)})', { tokens }];
  const sequences = required.flatMap(({ sequence }) => sequence ?? []);
  if (sequences.length > 0) {
    yield ['arrayAll(part -> position(search_text, part) > 0, {sequences:Array(String)})', { sequences }];
  }
  const refused = excluded.filter(({ sequence }) => sequence === null).flatMap((sought) => sought.tokens);
  if (refused.length > 0) yield ['NOT hasAnyTokens(search_text, {refused:Array(String)})', { refused }];
  const refusedSequences = excluded.flatMap(({ sequence }) => sequence ?? []);
  if (refusedSequences.length > 0) {
    yield [
      'NOT arrayExists(part -> position(search_text, part) > 0, {refusedSequences:Array(String)})',
      { refusedSequences },
    ];
  }
}

/** An ad needs one of the values of each list; an empty list restricts nothing. */
function* listParts(filters: Filters): Iterable<Part> {
  const { platforms, formats, companyNames, adTypes, languages, ctaTypes, countries, tagDefinitionIds } =
    filters;
  if (given(platforms)) yield ['hasAny(platforms, {platforms:Array(String)})', { platforms }];
  if (given(formats)) yield ['format IN {formats:Array(String)}', { formats }];
  if (given(companyNames)) {
    yield ['advertiser_id IN {advertisers:Array(UInt64)}', { advertisers: companyNames.map(advertiserId) }];
  }
  if (given(adTypes)) yield ['ad_type IN {adTypes:Array(String)}', { adTypes }];
  if (given(languages)) yield ['language IN {languages:Array(String)}', { languages }];
  if (given(ctaTypes)) {
    const called = 'arrayMap(label -> lowerUTF8(label), {ctaTypes:Array(String)})';
    yield [
      `hasAny(${called}, [lowerUTF8(ifNull(cta_text, '')), lowerUTF8(ifNull(cta_type, ''))])`,
      { ctaTypes },
    ];
  }
  if (given(countries)) yield ['hasAny(countries, {countries:Array(String)})', { countries }];
  if (given(tagDefinitionIds)) {
    yield ['hasAny(tag_ids, {tagDefinitionIds:Array(UInt64)})', { tagDefinitionIds }];
  }
}

function given<Value>(values: readonly Value[] | undefined): values is readonly Value[] {
  return values !== undefined && values.length > 0;
}

function* choiceParts({ status, mediaType, isPartnership }: Filters): Iterable<Part> {
  if (status === 'active') yield [isActive, {}];
  if (status === 'inactive') yield [`NOT ${isActive}`, {}];
  if (mediaType !== 'all') yield ['media_type = {mediaType:String}', { mediaType }];
  if (isPartnership === true) yield ['is_partnership = true', {}];
}

/** An ad whose reach is not known is in no range of it. A day without a start is the one it was first seen on. */
function* rangeParts({ viewsMin, viewsMax, dateFrom, dateTo }: Filters): Iterable<Part> {
  if (viewsMin !== undefined) yield ['reach >= {viewsMin:Float64}', { viewsMin }];
  if (viewsMax !== undefined) yield ['reach <= {viewsMax:Float64}', { viewsMax }];
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
