import { textLimits } from '@magpie/contract/limits';

/**
 * Parses untrusted search parameters. Invalid values become undefined.
 */

export type SearchParams = Readonly<Record<string, unknown>>;

/** Text. The router parses digits as a number. */
export function parseSearchText(value: unknown, maxLength: number = textLimits.search): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, maxLength) : undefined;
}

export function parseOneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

export function parseKey<Key extends string>(
  names: Readonly<Record<Key, string>>,
  value: unknown,
): Key | undefined {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined;
}

export function parseId(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

export function parseAmount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** A calendar date that exists. */
export function parseDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  // `Date.parse` accepts February 31 as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value;
}

export function parseCountry(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined;
}

/** Unique values; a single value becomes a list. */
export function parseList<Value>(
  values: unknown,
  read: (value: unknown) => Value | undefined,
): Value[] | undefined {
  const given: readonly unknown[] = Array.isArray(values) ? values : [values];
  const valid = new Set(given.map(read).filter((value) => value !== undefined));
  return valid.size === 0 ? undefined : [...valid].slice(0, 100);
}

/** The end of a range; undefined if it is before the start. */
export function notBefore<Value extends string | number>(
  end: Value | undefined,
  begin: Value | undefined,
): Value | undefined {
  return end !== undefined && begin !== undefined && end < begin ? undefined : end;
}

/** Removes undefined fields, so that equal searches have equal URLs. */
export function omitUndefined<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}

/** The router adds parameters that a page does not read; requests with such fields would be rejected. */
export function onlyKnown<Search extends object>(read: (params: SearchParams) => Search) {
  return (params: SearchParams): Search => ({
    ...(Object.fromEntries(Object.keys(params).map((name) => [name, undefined])) as Partial<Search>),
    ...read(params),
  });
}
