import { format, platform, type contract } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import { countValues, type Filter, type ValueCount } from './filterValues.sql.ts';

/** A library may have tens of thousands of advertisers. */
export const maxCompanyNames = 1000;

/** `ads.getFilterValues`: the filter values of the saved ads that the caller can see, most frequent first. */
export const filterValuesHandler: Handler<typeof contract.ads.getFilterValues> = async ({ caller, db }) => {
  const scopes = await visibleScopeNames(db, caller.userId);
  const counted = await countValues(db, scopes, maxCompanyNames);
  const countsOf = (filter: Filter): Record<string, number> =>
    tally(counted.filter((each) => each.filter === filter));
  const counts = {
    // All values of the vocabulary, including unused ones.
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

/** Keeps the order of the rows, since objects sort numeric keys first. */
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
