import type { contract, ParsedInputOf } from '@magpie/contract';
import { allOf, choiceConditions, dateConditions, type Condition, type Matching } from '../conditions.sql.ts';
import { requiredTokens, type Query } from '../query.ts';

/** What a caller asked for, with the advertisers that are meant by it: null for all of them. */
export type Filters = Omit<ParsedInputOf<typeof contract.ads.search>, 'companyNames'> & {
  readonly advertiserIds: readonly number[] | null;
};

/**
 * Nothing is left out: every filter that was given becomes a part of the condition.
 *
 * @param asOf the last recording whose new ads are found; by default all are
 */
export function matching(
  filters: Filters,
  query: Query,
  today: string,
  asOf: number = Number.MAX_SAFE_INTEGER,
): Matching {
  return allOf(
    [
      ['added_in <= {asOf:UInt64}', { asOf }],
      ...textParts(query),
      ...advertiserParts(filters),
      ...listParts(filters),
      ...choiceConditions(filters),
      ...partnershipParts(filters),
      ...viewsParts(filters),
      ...dateConditions(filters),
    ],
    today,
  );
}

/** The index answers for tokens. Only what must also stand in order is looked for in the text itself, behind them. */
function* textParts(query: Query): Iterable<Condition> {
  const { required } = query;
  const tokens = requiredTokens(query);
  if (tokens.length > 0) yield ['hasAllTokens(search_text, {tokens:Array(String)})', { tokens }];
  const sequences = required.flatMap(({ sequence }) => sequence ?? []);
  if (sequences.length > 0) {
    yield ['arrayAll(part -> position(search_text, part) > 0, {sequences:Array(String)})', { sequences }];
  }
  yield* exclusionParts(query);
}

/** All of them in one condition, since a text that has the whole query is exempt from all. */
function* exclusionParts({ excluded, whole }: Query): Iterable<Condition> {
  const tokens = excluded.filter(({ sequence }) => sequence === null).flatMap((sought) => sought.tokens);
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

/** Who follows nobody finds nothing: an empty list of advertisers restricts to none. */
function* advertiserParts({ advertiserIds }: Filters): Iterable<Condition> {
  if (advertiserIds !== null) yield ['advertiser_id IN {advertiserIds:Array(UInt64)}', { advertiserIds }];
}

/** An ad needs one of the values of each list; an empty list restricts nothing. */
function* listParts(filters: Filters): Iterable<Condition> {
  const { platforms, formats, adTypes, languages, ctaTypes, countries, tagDefinitionIds } = filters;
  if (given(platforms)) yield ['hasAny(platforms, {platforms:Array(String)})', { platforms }];
  if (given(formats)) yield ['format IN {formats:Array(String)}', { formats }];
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

function* partnershipParts({ isPartnership }: Filters): Iterable<Condition> {
  if (isPartnership === true) yield ['is_partnership = true', {}];
}

/** An ad whose reach is not known is in no range of it. */
function* viewsParts({ viewsMin, viewsMax }: Filters): Iterable<Condition> {
  if (viewsMin !== undefined) yield ['reach >= {viewsMin:Float64}', { viewsMin }];
  if (viewsMax !== undefined) yield ['reach <= {viewsMax:Float64}', { viewsMax }];
}
