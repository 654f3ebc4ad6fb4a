import { type AdFilters, readAdFilters } from '../ads/filters.ts';
import {
  type SearchParams,
  parseId,
  parseKey,
  parseList,
  parseOneOf,
  omitUndefined,
} from '../../lib/searchParams.ts';
import { api } from '../../lib/api/client.ts';
import { adsCopy } from '../ads/copy.ts';
import { boardsCopy } from './copy.ts';

export const sortNames = boardsCopy.filters.sortNames;

const stageNames = { ...adsCopy.labels.stages, none: '' };

export interface BoardSearch extends AdFilters {
  readonly sortBy?: keyof typeof sortNames | undefined;
  /** One entry for all ads of a creative. */
  readonly duplicates?: 'family' | undefined;
  readonly view?: 'list' | undefined;
  readonly show?: 'ads' | undefined;
}

export function readBoardSearch(address: SearchParams): BoardSearch {
  const sortBy = parseKey(sortNames, address.sortBy);
  return omitUndefined({
    ...readAdFilters(address),
    labelIds: parseList(address.labelIds, parseId),
    stages: parseList(address.stages, (value) => parseKey(stageNames, value)),
    sortBy: sortBy === 'recommended' ? undefined : sortBy,
    duplicates: parseOneOf(['family'], address.duplicates),
    view: address.view === 'list' ? address.view : undefined,
    show: address.show === 'ads' ? address.show : undefined,
  });
}

export function filtersIn({
  sortBy: _sortBy,
  duplicates: _duplicates,
  view: _view,
  show: _show,
  ...filters
}: BoardSearch): AdFilters {
  return filters;
}

/** The saved ads of a board, or of all boards, 40 at a time. */
export function savedAdsQuery(boardId: number | 'ALL', search: BoardSearch) {
  const { sortBy, duplicates } = search;
  return api.ads.list.infiniteQueryOptions(
    { boardId, ...filtersIn(search), ...omitUndefined({ sortBy, duplicates }), limit: 40 },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}

/** The URL of the CSV export; repeated parameters are lists. */
export function exportUrl(boardId: number | 'ALL', { sortBy, ...rest }: BoardSearch): string {
  const parameters = new URLSearchParams({ boardId: String(boardId) });
  for (const [name, value] of Object.entries({ ...filtersIn(rest), sortBy })) {
    if (value === undefined) continue;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) parameters.append(name, String(one));
    // The server would split a single value at its comma.
    if (Array.isArray(value) && values.length === 1 && String(values[0]).includes(',')) {
      parameters.append(name, String(values[0]));
    }
  }
  return `/api/export/ads.csv?${parameters.toString()}`;
}
