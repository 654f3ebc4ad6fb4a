import { type Address, dayIn, listIn, notBefore, oneOf, textIn } from '../../words/address.ts';

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

export function readBrandSearch(address: Address): BrandSearch {
  return {
    ...readAdsSearch(address),
    since: dayIn(address.since),
    copiesBy: oneOf(textOrders, address.copiesBy),
    headlinesBy: oneOf(textOrders, address.headlinesBy),
    landingPagesBy: oneOf(landingPageOrders, address.landingPagesBy),
  };
}

export function readBrandsSearch({ name }: Address): BrandsSearch {
  return { name: textIn(name)?.trim() };
}

/** The most that can be compared. */
export const mostCompared = 5;

export function readCompareSearch(address: Address): CompareSearch {
  const names = listIn(address.names, (name) => textIn(name)?.trim());
  const different = names?.filter(
    (name, place) => !names.slice(0, place).some((one) => isSameName(one, name)),
  );
  return { ...readAdsSearch(address), names: different?.slice(0, mostCompared) };
}

/** Names are the same whatever their case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readAdsSearch(address: Address): AdsSearch {
  const range = oneOf(Object.keys(rangeDays) as readonly Range[], String(address.range));
  const dateFrom = dayIn(address.dateFrom);
  return {
    range,
    ...(range === undefined && { dateFrom, dateTo: notBefore(dayIn(address.dateTo), dateFrom) }),
    status: oneOf(statuses, address.status),
    mediaType: oneOf(mediaTypes, address.mediaType),
    language: textIn(address.language)?.trim().toLowerCase(),
  };
}
