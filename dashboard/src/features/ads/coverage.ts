import { findLibraryLabel } from '@magpie/contract/platforms';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName, formatDay, formatNumber } from '../../lib/format.ts';
import { adsCopy } from './copy.ts';

type Measured = RouterOutputs['brandSpy']['getOverview']['coverage']['measured'][number];

/** Only the coverage of a brand has what is measured. */
export type Coverage = RouterOutputs['system']['status']['coverage'] & { readonly measured?: Measured[] };

const copy = adsCopy.coverage;
const shownCountries = 3;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * `From Meta and TikTok, shown in Germany, seen Mar 3, 2026 to Nov 17, 2026.`, what reach and impressions include, and the
 * limits that were reached. Null without ads.
 */
export function describeCoverage({ libraries, countries, ceilings, measured = [] }: Coverage): string | null {
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
    ...measured.map(describeMeasured),
    ...ceilings.map(({ library, limit }) => copy.ceiling(libraryName(library), formatNumber(limit))),
  ].join(' ');
}

function describeMeasured({ library, regions, from, until }: Measured): string {
  const where = regions.length === 0 ? null : list.format(regions.map(regionName));
  const [first, last] = [from, until].map((day) => (day === null ? null : formatDay(day)));
  return copy.measured(libraryName(library), where, first ?? null, last ?? null);
}

/** `EU` and `EEA` are no countries. */
function regionName(region: string): string {
  return region === 'EU' || region === 'EEA' ? copy.region(region) : countryName(region);
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
