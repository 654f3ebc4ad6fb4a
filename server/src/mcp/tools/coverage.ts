import type { Coverage } from '@magpie/contract';
import { findLibraryLabel } from '@magpie/contract/platforms';

const shownCountries = 10;

/** `Meta 1,204 ads (2026-03-03 to 2026-11-17), Microsoft 312+ ads (2026-11-16; lists at most 1,000 per search). Countries: DE, GB.` */
export function describeCoverage({ libraries, countries, ceilings }: Coverage): string {
  if (libraries.length === 0) return 'No ads known; libraries that were not read may have some.';
  const parts = libraries.map(({ library, ads, firstSeenAt, lastSeenAt }) => {
    const ceiling = ceilings.find((each) => each.library === library);
    const days = formatDays(firstSeenAt, lastSeenAt);
    return ceiling === undefined
      ? `${libraryName(library)} ${formatCount(ads)} ads (${days})`
      : `${libraryName(library)} ${formatCount(ads)}+ ads (${days}; lists at most ${formatCount(ceiling.limit)} per search)`;
  });
  return `${parts.join(', ')}. Countries: ${formatCountries(countries)}.`;
}

function libraryName(library: string): string {
  return findLibraryLabel(library) ?? 'Files and websites';
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function formatDays(firstSeenAt: string, lastSeenAt: string): string {
  const [first, last] = [firstSeenAt.slice(0, 10), lastSeenAt.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

function formatCountries(countries: readonly string[]): string {
  if (countries.length === 0) return 'unknown';
  const more = countries.length - shownCountries;
  return `${countries.slice(0, shownCountries).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
