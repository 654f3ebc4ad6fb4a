import {
  allOf,
  choiceConditions,
  dateConditions,
  type Condition,
  type Matching,
} from '../catalog/conditions.sql.ts';
import type { Filters } from './research.ts';

/** What the ads of several advertisers are narrowed by. */
export type Narrowing = Omit<Filters, 'companyName'>;

/** The ads of whichever advertiser that a question is about, as of a recording. */
export function narrowedAds(narrowing: Narrowing, asOf: number, today: string): Matching {
  return allOf(conditionsOf(narrowing, asOf), today);
}

function* conditionsOf(narrowing: Narrowing, asOf: number): Iterable<Condition> {
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
