import { findLibraryLabel } from '@magpie/contract/platforms';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName, formatDay, formatNumber } from '../../lib/format.ts';
import { adsCopy } from './copy.ts';

export type Coverage = RouterOutputs['system']['status']['coverage'];

const copy = adsCopy.coverage;
const shownCountries = 3;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `From Meta and TikTok, shown in Germany, seen Mar 3, 2026 to Nov 17, 2026.`, and the limits that were reached. Null without ads. */
export function describeCoverage({ libraries, countries, ceilings }: Coverage): string | null {
  if (libraries.length === 0) return null;
  const names = list.format(libraries.map(({ library }) => libraryName(library)));
  const first = libraries.map(({ firstSeenAt }) => firstSeenAt).toSorted()[0] ?? '';
  const last =
    libraries
      .map(({ lastSeenAt }) => lastSeenAt)
      .toSorted()
      .at(-1) ?? '';
  const where =
    countries.length > shownCountries
      ? copy.countries(countries.length)
      : list.format(countries.map(countryName));
  return [
    copy.from(names, where === '' ? null : where, formatRange(first, last)),
    ...ceilings.map(({ library, limit }) => copy.ceiling(libraryName(library), formatNumber(limit))),
  ].join(' ');
}

/** A line for each library. */
export function listLibraries({ libraries }: Coverage): string {
  return libraries
    .map(({ library, ads, firstSeenAt, lastSeenAt }) =>
      copy.library(libraryName(library), adsCopy.ads(ads), formatRange(firstSeenAt, lastSeenAt)),
    )
    .join('\n');
}

export function libraryName(library: string): string {
  return findLibraryLabel(library) ?? copy.noLibrary;
}

function formatRange(first: string, last: string): string {
  const [from, to] = [formatDay(first), formatDay(last)];
  return from === to ? from : copy.range(from, to);
}
