import { textLimits } from '@magpie/contract/limits';
import { omitUndefined } from '../../lib/searchParams.ts';
import { activeFilters, type FilterName, type IndexFilters } from './filters.ts';

/** The search parameters of a new alert rule. */
export interface AlertSearch {
  /** An empty list: every brand. */
  readonly companyNames?: 'FOLLOWED' | readonly string[] | undefined;
  readonly platforms?: IndexFilters['platforms'];
  readonly keywords?: readonly string[] | undefined;
  readonly threshold?: number | undefined;
  /** The filters of the search that a rule does not have. */
  readonly leftOut?: readonly FilterName[] | undefined;
}

/** The rule for new results of a search. */
export function alertSearch(search: IndexFilters): AlertSearch {
  const { companyNames = [], platforms, searchQuery, viewsMin, viewsMax } = search;
  const isKeyword = searchQuery !== undefined && searchQuery.length <= textLimits.keyword;
  const carriedOver = new Set<FilterName>(['companyNames', 'platforms']);
  if (isKeyword) carriedOver.add('searchQuery');
  if (viewsMax === undefined) carriedOver.add('views');
  const leftOut = activeFilters(search).filter((filter) => !carriedOver.has(filter));
  return omitUndefined({
    companyNames,
    platforms,
    keywords: isKeyword ? [searchQuery] : undefined,
    threshold: viewsMin,
    leftOut: leftOut.length > 0 ? leftOut : undefined,
  });
}
