import { adTypes as allAdTypes, byDistance, isCallToAction } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import { frequentCallsToAction, valuesInIndex, type FilterValues } from './knownValues.sql.ts';

/** Where else values are known from, such as the saved ads of the caller. */
export interface OtherValues {
  /** Those of the values that it has. */
  readonly find: (values: FilterValues) => Promise<FilterValues>;
  /** All that it has, most frequent first. */
  readonly list: () => Promise<FilterValues>;
}

const none: FilterValues = { adTypes: [], ctaTypes: [] };

/**
 * Refuses a value of `adTypes` or `ctaTypes` that no ad can have: a misspelt one would select nothing without a word.
 * Known are the types that enrichment gives, the calls to action that platforms offer, and what ads of the index have.
 */
export async function assertKnownValues(
  clickhouse: ClickHouse,
  filters: { readonly [Field in keyof FilterValues]?: FilterValues[Field] | undefined },
  others?: OtherValues,
): Promise<void> {
  let unknown: FilterValues = {
    adTypes: (filters.adTypes ?? []).filter((value) => !allAdTypes.some((known) => known === value)),
    ctaTypes: (filters.ctaTypes ?? []).filter((value) => !isCallToAction(value)),
  };
  const places = [others?.find, (values: FilterValues) => valuesInIndex(clickhouse, values)];
  for (const find of places) {
    if (isNone(unknown)) return;
    if (find !== undefined) unknown = without(unknown, await find(unknown));
  }
  if (!isNone(unknown)) throw await refusalOf(clickhouse, filters, unknown, (await others?.list()) ?? none);
}

function isNone({ adTypes, ctaTypes }: FilterValues): boolean {
  return adTypes.length === 0 && ctaTypes.length === 0;
}

function without(values: FilterValues, found: FilterValues): FilterValues {
  return {
    adTypes: values.adTypes.filter((value) => !found.adTypes.includes(value)),
    ctaTypes: values.ctaTypes.filter((value) => !found.ctaTypes.includes(value)),
  };
}

const mostSuggestions = 50;
const mostNamed = 8;
const longestShown = 40;

async function refusalOf(
  clickhouse: ClickHouse,
  filters: { readonly [Field in keyof FilterValues]?: FilterValues[Field] | undefined },
  unknown: FilterValues,
  others: FilterValues,
): Promise<MagpieError> {
  const field = unknown.adTypes.length > 0 ? 'adTypes' : 'ctaTypes';
  const value = unknown[field][0] ?? '';
  const offered = field === 'adTypes' ? allAdTypes : await frequentCallsToAction(clickhouse, mostSuggestions);
  const suggestions = byDistance(value, [...new Set([...others[field], ...offered])]).slice(
    0,
    mostSuggestions,
  );
  const path = `${field}.${filters[field]?.indexOf(value) ?? 0}`;
  const named = suggestions.slice(0, mostNamed).map((each) => `'${shown(each, longestShown)}'`);
  const known = named.length === 0 ? 'no ad has any' : `known are ${named.join(', ')}`;
  const more = suggestions.length > mostNamed ? ' and more in error.data.suggestions' : '';
  const message = `${path} must be a value that ads have, got '${shown(value, longestShown)}'; ${known}${more}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }], suggestions });
}
