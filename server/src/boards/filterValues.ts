import { format, platform, type contract } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import { scopesSeenBy } from '../rpc/scopes.ts';
import { countValues, type Filter, type ValueCount } from './filterValues.sql.ts';

/** More names than anybody looks through; a library may have tens of thousands. */
export const mostNames = 1000;

/** `ads.getFilterValues`: what the saved ads that the caller sees can be filtered by, most frequent first. */
export const filterValuesHandler: Handler<typeof contract.ads.getFilterValues> = async ({ caller, db }) => {
  const scopes = await scopesSeenBy(db, caller.userId);
  const counted = await countValues(db, scopes, mostNames);
  const countsOf = (filter: Filter): Record<string, number> =>
    tally(counted.filter((each) => each.filter === filter));
  const counts = {
    // The whole vocabulary, whether any ad has it or not.
    platforms: withAll(platform.options, countsOf('platforms')),
    formats: withAll(format.options, countsOf('formats')),
    adTypes: countsOf('adTypes'),
    languages: countsOf('languages'),
    ctaTypes: countsOf('ctaTypes'),
    companyNames: countsOf('companyNames'),
  };
  return {
    platforms: platform.options.toSorted(mostFrequentFirst(counts.platforms)),
    formats: format.options.toSorted(mostFrequentFirst(counts.formats)),
    adTypes: valuesOf(counted, 'adTypes'),
    languages: valuesOf(counted, 'languages'),
    ctaTypes: valuesOf(counted, 'ctaTypes'),
    companyNames: valuesOf(counted, 'companyNames'),
    counts,
  };
};

/** Not the keys of the counts: an object puts those that look like numbers first. */
function valuesOf(counted: readonly ValueCount[], filter: Filter): string[] {
  return counted.filter((each) => each.filter === filter).map(({ value }) => value);
}

function tally(values: readonly ValueCount[]): Record<string, number> {
  return Object.fromEntries(values.map(({ value, ads }) => [value, ads]));
}

function withAll(vocabulary: readonly string[], counts: Record<string, number>): Record<string, number> {
  return { ...Object.fromEntries(vocabulary.map((value) => [value, 0])), ...counts };
}

function mostFrequentFirst(counts: Record<string, number>): (one: string, other: string) => number {
  return (one, other) =>
    (counts[other] ?? 0) - (counts[one] ?? 0) || (one < other ? -1 : Number(one > other));
}
