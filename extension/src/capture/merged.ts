import { isObject } from '@magpie/sources/mapping/fields';

/** Merges two versions of an ad: newer values win, but unknown ones do not overwrite older values. */
export function mergeAds<Ad extends object>(older: Ad, newer: Ad): Ad {
  const all = { ...older } as Record<string, unknown>;
  for (const [name, value] of Object.entries(newer)) {
    const before = all[name];
    if (isObject(before) && isObject(value)) all[name] = mergeAds(before, value);
    else if (!isUnknown(value) || before === undefined) all[name] = value;
  }
  return all as Ad;
}

function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
