/**
 * Reads what stands in the address of a page: anybody may have typed or linked it. What is not understood is undefined,
 * and so left out.
 */

export type Address = Readonly<Record<string, unknown>>;

/** Words. A word of digits alone comes out of an address as a number. */
export function textIn(value: unknown, longest = 500): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, longest) : undefined;
}

export function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

/** One of those that have a name. */
export function keyIn<Key extends string>(
  names: Readonly<Record<Key, string>>,
  value: unknown,
): Key | undefined {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined;
}

export function idIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

export function amountIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** A calendar date that exists. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  // The 31st of February is read as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value;
}

export function countryIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined;
}

/** Each value once; one that stands alone is a list of itself. */
export function listIn<Value>(
  values: unknown,
  read: (value: unknown) => Value | undefined,
): Value[] | undefined {
  const given: readonly unknown[] = Array.isArray(values) ? values : [values];
  const understood = new Set(given.map(read).filter((value) => value !== undefined));
  return understood.size === 0 ? undefined : [...understood].slice(0, 100);
}

/** The end of a range; one that would end before it begins has none. */
export function notBefore<Value extends string | number>(
  end: Value | undefined,
  begin: Value | undefined,
): Value | undefined {
  return end !== undefined && begin !== undefined && end < begin ? undefined : end;
}

/** Without what is not there, so that two addresses that mean the same are the same. */
export function known<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}
