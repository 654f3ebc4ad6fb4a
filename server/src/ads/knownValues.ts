import { adTypes as allAdTypes, sortBySimilarity, isCallToAction } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { frequentCallsToAction, valuesInIndex, type FilterValues } from './knownValues.sql.ts';

export interface OtherValues {
  readonly find: (values: FilterValues) => Promise<FilterValues>;
  readonly list: () => Promise<FilterValues>;
}

const none: FilterValues = { adTypes: [], ctaTypes: [] };

/** Rejects values that no ad can have: a misspelled value would silently select nothing. */
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
  if (!isNone(unknown))
    throw await unknownValueError(clickhouse, filters, unknown, (await others?.list()) ?? none);
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

const maxSuggestions = 50;
const maxNamed = 8;
const maxShownLength = 40;

async function unknownValueError(
  clickhouse: ClickHouse,
  filters: { readonly [Field in keyof FilterValues]?: FilterValues[Field] | undefined },
  unknown: FilterValues,
  others: FilterValues,
): Promise<MagpieError> {
  const field = unknown.adTypes.length > 0 ? 'adTypes' : 'ctaTypes';
  const value = unknown[field][0] ?? '';
  const offered = field === 'adTypes' ? allAdTypes : await frequentCallsToAction(clickhouse, maxSuggestions);
  const suggestions = sortBySimilarity(value, [...new Set([...others[field], ...offered])]).slice(
    0,
    maxSuggestions,
  );
  const path = `${field}.${filters[field]?.indexOf(value) ?? 0}`;
  const named = suggestions.slice(0, maxNamed).map((each) => `'${sanitizeForMessage(each, maxShownLength)}'`);
  const known = named.length === 0 ? 'No values are known yet' : `Known values: ${named.join(', ')}`;
  const more = suggestions.length > maxNamed ? ' and more in error.data.suggestions' : '';
  const message = `${path} must be a known value; got '${sanitizeForMessage(value, maxShownLength)}'. ${known}${more}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }], suggestions });
}
