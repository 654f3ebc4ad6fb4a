import type { contract, ParsedInputOf } from '@magpie/contract';
import {
  joinConditions,
  choiceConditions,
  dateConditions,
  ofCategories,
  type SqlCondition,
  type Matching,
} from '../conditions.sql.ts';
import { daysRunningSql } from '../adExpressions.sql.ts';
import { requiredTokens, type SearchQuery } from '../query.ts';

/** Ads of one advertiser with nearly the same text. */
export interface DuplicateGroup {
  readonly advertiserId: number;
  readonly duplicateKey: number;
}

export type SearchFilters = Omit<
  ParsedInputOf<typeof contract.ads.search>,
  'companyNames' | 'duplicatesOf' | 'similarTo' | 'match' | 'asOf'
> & {
  readonly advertiserIds: readonly number[] | null;
  /** Undefined does not filter; null matches no ads. */
  readonly group?: DuplicateGroup | null | undefined;
};

/** @param asOf the last recording whose new ads are included; all by default */
export function searchCondition(
  filters: SearchFilters,
  query: SearchQuery,
  today: string,
  asOf: number = Number.MAX_SAFE_INTEGER,
): Matching {
  return joinConditions(
    [
      ['added_in <= {asOf:UInt64}', { asOf }],
      ...textParts(query),
      ...listParts(filters),
      ...choiceConditions(filters),
      ...otherParts(filters),
      ...daysRunningParts(filters),
      ...categoryParts(filters),
      ...groupParts(filters),
      ...dateConditions(filters),
    ],
    today,
  );
}

/** Tokens are looked up in the text index. Only sequences are then searched in the text itself. */
function* textParts(query: SearchQuery): Iterable<SqlCondition> {
  const { required } = query;
  const tokens = requiredTokens(query);
  if (tokens.length > 0) yield ['hasAllTokens(search_text, {tokens:Array(String)})', { tokens }];
  const sequences = required.flatMap(({ sequence }) => sequence ?? []);
  if (sequences.length > 0) {
    yield ['arrayAll(part -> position(search_text, part) > 0, {sequences:Array(String)})', { sequences }];
  }
  yield* exclusionParts(query);
}

/** One condition for all exclusions, since a text that contains the whole query is exempt from all. */
function* exclusionParts({ excluded, whole }: SearchQuery): Iterable<SqlCondition> {
  const tokens = excluded.filter(({ sequence }) => sequence === null).flatMap((term) => term.tokens);
  const sequences = excluded.flatMap(({ sequence }) => sequence ?? []);
  const conditions = [
    ...(tokens.length > 0 ? ['NOT hasAnyTokens(search_text, {refused:Array(String)})'] : []),
    ...(sequences.length > 0
      ? ['NOT arrayExists(part -> position(search_text, part) > 0, {refusedSequences:Array(String)})']
      : []),
  ];
  if (conditions.length === 0) return;
  const none = conditions.join(' AND ');
  yield [
    whole === null ? none : `(${none} OR position(search_text, {whole:String}) > 0)`,
    {
      ...(tokens.length > 0 && { refused: tokens }),
      ...(sequences.length > 0 && { refusedSequences: sequences }),
      ...(whole !== null && { whole }),
    },
  ];
}

const listConditions = {
  platforms: 'hasAny(platforms, {platforms:Array(String)})',
  formats: 'format IN {formats:Array(String)}',
  adTypes: 'ad_type IN {adTypes:Array(String)}',
  languages: 'language IN {languages:Array(String)}',
  ctaTypes: `hasAny(arrayMap(label -> lowerUTF8(label), {ctaTypes:Array(String)}),
    [lowerUTF8(ifNull(cta_text, '')), lowerUTF8(ifNull(cta_type, ''))])`,
  countries: 'hasAny(countries, {countries:Array(String)})',
} satisfies { readonly [Field in keyof SearchFilters]?: string };

/** An ad must have one of the values of each list; an empty list adds no condition. */
function* listParts(filters: SearchFilters): Iterable<SqlCondition> {
  for (const [field, condition] of Object.entries(listConditions)) {
    const values = filters[field as keyof typeof listConditions] ?? [];
    if (values.length > 0) yield [condition, { [field]: values }];
  }
}

function* otherParts({
  tagDefinitionIds = [],
  tagMatch,
  advertiserIds,
  isPartnership,
  viewsMin,
  viewsMax,
}: SearchFilters): Iterable<SqlCondition> {
  if (tagDefinitionIds.length > 0) {
    const has = tagMatch === 'all' ? 'hasAll' : 'hasAny';
    yield [`${has}(tag_ids, {tagDefinitionIds:Array(UInt64)})`, { tagDefinitionIds }];
  }
  // An empty list matches no ads: somebody who follows no one finds nothing.
  if (advertiserIds !== null) yield ['advertiser_id IN {advertiserIds:Array(UInt64)}', { advertiserIds }];
  if (isPartnership === true) yield ['is_partnership = true', {}];
  // Ads with unknown reach match no range.
  if (viewsMin !== undefined) yield ['reach >= {viewsMin:Float64}', { viewsMin }];
  if (viewsMax !== undefined) yield ['reach <= {viewsMax:Float64}', { viewsMax }];
}

function* daysRunningParts({ daysRunningMin, daysRunningMax }: SearchFilters): Iterable<SqlCondition> {
  if (daysRunningMin !== undefined)
    yield [`${daysRunningSql} >= {daysRunningMin:UInt64}`, { daysRunningMin }];
  if (daysRunningMax !== undefined)
    yield [`${daysRunningSql} <= {daysRunningMax:UInt64}`, { daysRunningMax }];
}

function* categoryParts({ categories = [] }: SearchFilters): Iterable<SqlCondition> {
  if (categories.length > 0) yield ofCategories(categories);
}

function* groupParts({ group }: SearchFilters): Iterable<SqlCondition> {
  if (group === undefined) return;
  if (group === null) yield ['0', {}];
  else {
    yield [
      'advertiser_id = {groupAdvertiser:UInt64} AND duplicate_key = {duplicateKey:UInt64}',
      { groupAdvertiser: group.advertiserId, duplicateKey: group.duplicateKey },
    ];
  }
}
