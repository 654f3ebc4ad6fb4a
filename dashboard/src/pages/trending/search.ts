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
export function readTrendingSearch(search: Record<string, unknown>): TrendingSearch {
  const { windowDays, platform, country, category, tag, company } = search;
  return {
    windowDays: windows.find((days) => days === windowDays),
    platform: isPlatform(platform) ? platform : undefined,
    country: typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : undefined,
    category: textOf(category),
    tag: typeof tag === 'number' && Number.isSafeInteger(tag) && tag > 0 ? tag : undefined,
    company: textOf(company),
  };
}

function isPlatform(value: unknown): value is Platform {
  return typeof value === 'string' && Object.hasOwn(platformNames, value);
}

function textOf(value: unknown): string | undefined {
  // A name of digits alone is read from the address as a number.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
