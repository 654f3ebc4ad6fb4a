import { type AdFilters, readAdFilters } from '../ads/filters.ts';
import {
  type SearchParams,
  parseId,
  parseKey,
  parseList,
  parseOneOf,
  omitUndefined,
} from '../../lib/searchParams.ts';
import { api, byPost, client } from '../../lib/api/client.ts';
import type { ListedAd, RouterOutputs, SavedAd } from '../../lib/api/types.ts';
import { adsCopy } from '../ads/copy.ts';

const { recommended, date, daysRunning, views, likes, comments } = adsCopy.discover.sorts;

/** As on Discover; momentum and variants are known of the index only. */
export const sortNames = { recommended, date, daysRunning, views, likes, comments };

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

/** Of one request, as for any page of a list. */
const adsPerRequest = 100;
const familiesPerRequest = 100;

/** Loads all saved ads that these entries stand for: with those of the same creative that match the search. */
export async function loadSavedAds(
  boardId: number | 'ALL',
  search: BoardSearch,
  entries: readonly ListedAd[],
): Promise<readonly SavedAd[]> {
  const families = entries.filter(isOfSeveral).flatMap(({ familyId }) => familyId ?? []);
  const ads = new Map<string, SavedAd>(entries.map((ad) => [ad.hash, ad]));
  for (let start = 0; start < families.length; start += familiesPerRequest) {
    const familyIds = families.slice(start, start + familiesPerRequest);
    let cursor: number | null = 0;
    while (cursor !== null) {
      const page: RouterOutputs['ads']['list'] = await client.ads.list.query(
        { boardId, ...filtersIn(search), familyIds, limit: adsPerRequest, cursor },
        { context: byPost },
      );
      for (const ad of page.ads) ads.set(ad.hash, ad);
      cursor = page.nextCursor;
    }
  }
  return [...ads.values()];
}

/** Whether an entry stands for several saved ads. */
export function isOfSeveral({ similarAds = 0, familyId }: ListedAd): boolean {
  return similarAds > 0 && familyId !== undefined;
}

/** The number of saved ads that these entries stand for. */
export function countAds(entries: readonly ListedAd[]): number {
  return entries.reduce((sum, { similarAds = 0 }) => sum + 1 + similarAds, 0);
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
