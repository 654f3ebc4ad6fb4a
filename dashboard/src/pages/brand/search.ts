/** What the pages about brands keep in their addresses. */

/** Days up to today; a link to "30 days" shows the last thirty on whichever day it is opened. */
export const rangeDays = { '7': 7, '30': 30, '90': 90, '180': 180, '365': 365 } as const;
export type Range = keyof typeof rangeDays;

export const textOrders = ['performanceScore', 'adCount', 'reach', 'longestRunning'] as const;
export const landingPageOrders = ['adCount', 'distribution'] as const;
const statuses = ['active', 'inactive'] as const;
const mediaTypes = ['image', 'video'] as const;

/** Which ads of a brand are looked at: everything on the page is of these. */
export interface AdsSearch {
  readonly range?: Range | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly status?: (typeof statuses)[number] | undefined;
  readonly mediaType?: (typeof mediaTypes)[number] | undefined;
  readonly language?: string | undefined;
}

export interface BrandSearch extends AdsSearch {
  /** The first day of what changed. */
  readonly since?: string | undefined;
  readonly copiesBy?: (typeof textOrders)[number] | undefined;
  readonly headlinesBy?: (typeof textOrders)[number] | undefined;
  readonly landingPagesBy?: (typeof landingPageOrders)[number] | undefined;
}

interface BrandsSearch {
  readonly name?: string | undefined;
}

export interface CompareSearch extends AdsSearch {
  readonly names?: readonly string[] | undefined;
}

type Raw = Record<string, unknown>;

export function readBrandSearch(search: Raw): BrandSearch {
  return {
    ...readAdsSearch(search),
    since: day(search.since),
    copiesBy: oneOf(textOrders, search.copiesBy),
    headlinesBy: oneOf(textOrders, search.headlinesBy),
    landingPagesBy: oneOf(landingPageOrders, search.landingPagesBy),
  };
}

export function readBrandsSearch(search: Raw): BrandsSearch {
  return { name: words(search.name) };
}

/** The most that can be compared. */
export const mostCompared = 5;

export function readCompareSearch(search: Raw): CompareSearch {
  const given: readonly unknown[] = Array.isArray(search.names) ? search.names : [search.names];
  const names = given.map(words).filter((name) => name !== undefined);
  const different = names.filter(
    (name, place) => !names.slice(0, place).some((one) => isSameName(one, name)),
  );
  return {
    ...readAdsSearch(search),
    names: different.length > 0 ? different.slice(0, mostCompared) : undefined,
  };
}

/** Names are the same whatever their case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readAdsSearch(search: Raw): AdsSearch {
  const range = oneOf(Object.keys(rangeDays) as readonly Range[], String(search.range));
  const [dateFrom, dateTo] = [day(search.dateFrom), day(search.dateTo)];
  // A range that ends before it begins is none.
  const isOrdered = dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo;
  return {
    range,
    ...(range === undefined && isOrdered && { dateFrom, dateTo }),
    status: oneOf(statuses, search.status),
    mediaType: oneOf(mediaTypes, search.mediaType),
    language: words(search.language)?.toLowerCase(),
  };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

/** The address bar makes a number of a name such as 1800. */
function words(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** A calendar date that exists. */
function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value;
}
