import { listLimits } from '@magpie/contract/limits';
import {
  type SearchParams,
  parseDate,
  parseList,
  notBefore,
  oneOf,
  parseText,
} from '../../lib/searchParams.ts';

/** The search parameters of the brand pages. */

/** Days up to today, so that a link to "30 days" stays relative. */
export const rangeDays = { '7': 7, '30': 30, '90': 90, '180': 180, '365': 365 } as const;
export type Range = keyof typeof rangeDays;

export const textOrders = ['performanceScore', 'adCount', 'reach', 'longestRunning'] as const;
export const landingPageOrders = ['adCount', 'distribution'] as const;
const statuses = ['active', 'inactive'] as const;
const mediaTypes = ['image', 'video'] as const;

/** The filters of the whole page. */
export interface AdsSearch {
  readonly range?: Range | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly status?: (typeof statuses)[number] | undefined;
  readonly mediaType?: (typeof mediaTypes)[number] | undefined;
  readonly language?: string | undefined;
}

export interface BrandSearch extends AdsSearch {
  /** The first day of the changes. */
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

export function readBrandSearch(address: SearchParams): BrandSearch {
  return {
    ...readAdsSearch(address),
    since: parseDate(address.since),
    copiesBy: oneOf(textOrders, address.copiesBy),
    headlinesBy: oneOf(textOrders, address.headlinesBy),
    landingPagesBy: oneOf(landingPageOrders, address.landingPagesBy),
  };
}

export function readBrandsSearch({ name }: SearchParams): BrandsSearch {
  return { name: parseText(name)?.trim() };
}

export const maxCompared = listLimits.comparedCompanies;

export function readCompareSearch(address: SearchParams): CompareSearch {
  const names = parseList(address.names, (name) => parseText(name)?.trim());
  const different = names?.filter(
    (name, index) => !names.slice(0, index).some((one) => isSameName(one, name)),
  );
  return { ...readAdsSearch(address), names: different?.slice(0, maxCompared) };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readAdsSearch(address: SearchParams): AdsSearch {
  const range = oneOf(Object.keys(rangeDays) as readonly Range[], String(address.range));
  const dateFrom = parseDate(address.dateFrom);
  return {
    range,
    ...(range === undefined && { dateFrom, dateTo: notBefore(parseDate(address.dateTo), dateFrom) }),
    status: oneOf(statuses, address.status),
    mediaType: oneOf(mediaTypes, address.mediaType),
    language: parseText(address.language)?.trim().toLowerCase(),
  };
}
