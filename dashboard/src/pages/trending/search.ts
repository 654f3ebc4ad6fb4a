import { type Address, countryIn, idIn, keyIn, oneOf, textIn } from '../../words/address.ts';
import { platformNames, type Platform } from '../../words/labels.ts';

export const windows = [7, 14, 30, 90] as const;
export type WindowDays = (typeof windows)[number];

export interface TrendingSearch {
  /** 7 where it is not said. */
  readonly windowDays?: WindowDays | undefined;
  readonly platform?: Platform | undefined;
  readonly country?: string | undefined;
  /** Of tags: only those that answer the same question. */
  readonly category?: string | undefined;
  /** The row that is unfolded, in each of the two lists. */
  readonly tag?: number | undefined;
  readonly company?: string | undefined;
}

/** What this page keeps in its address. */
export function readTrendingSearch(address: Address): TrendingSearch {
  const { windowDays, platform, country, category, tag, company } = address;
  return {
    windowDays: oneOf(windows, windowDays),
    platform: keyIn(platformNames, platform),
    country: countryIn(country),
    category: textIn(category),
    tag: idIn(tag),
    company: textIn(company),
  };
}
