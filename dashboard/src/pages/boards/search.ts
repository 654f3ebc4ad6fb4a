import { type AdFilters, readAdFilters } from '../../ads/filters.ts';
import { type Address, keyIn, known } from '../../words/address.ts';

export const sortNames = {
  recommended: 'Recommended',
  date: 'Newest first',
  views: 'Most reach',
  likes: 'Most likes',
  comments: 'Most comments',
} as const;

/** What the pages of boards keep in their addresses. */
export interface BoardSearch extends AdFilters {
  readonly sortBy?: keyof typeof sortNames | undefined;
  /** Absent: as cards. */
  readonly view?: 'list' | undefined;
  /** On the page of all boards, every saved ad in place of the boards. */
  readonly show?: 'ads' | undefined;
}

export function readBoardSearch(address: Address): BoardSearch {
  const sortBy = keyIn(sortNames, address.sortBy);
  return known({
    ...readAdFilters(address),
    sortBy: sortBy === 'recommended' ? undefined : sortBy,
    view: address.view === 'list' ? address.view : undefined,
    show: address.show === 'ads' ? address.show : undefined,
  });
}

/** The filters of an address alone: what narrows, less how it is shown. */
export function filtersIn({ sortBy: _sortBy, view: _view, show: _show, ...filters }: BoardSearch): AdFilters {
  return filters;
}

/** Where the file with what the page shows is; a value that is given several times is a list. */
export function exportAddress(boardId: number | 'ALL', { sortBy, ...rest }: BoardSearch): string {
  const parameters = new URLSearchParams({ boardId: String(boardId) });
  for (const [name, value] of Object.entries({ ...filtersIn(rest), sortBy })) {
    if (value === undefined) continue;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) parameters.append(name, String(one));
    // A value alone with a comma in it would be read as two.
    if (Array.isArray(value) && values.length === 1 && String(values[0]).includes(',')) {
      parameters.append(name, String(values[0]));
    }
  }
  return `/api/export/ads.csv?${parameters.toString()}`;
}
