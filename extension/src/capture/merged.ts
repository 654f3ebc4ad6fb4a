import { isObject } from '@magpie/server/ingestion/mapping/fields';

/** What is told of the same ad twice. The newer one counts, but what it does not know is not forgotten. */
export function merged<Told extends object>(older: Told, newer: Told): Told {
  const all = { ...older } as Record<string, unknown>;
  for (const [name, value] of Object.entries(newer)) {
    const before = all[name];
    if (isObject(before) && isObject(value)) all[name] = merged(before, value);
    else if (!isUnknown(value) || before === undefined) all[name] = value;
  }
  return all as Told;
}

function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
