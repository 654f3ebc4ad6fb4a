import { formatNames, platformNames, type Platform } from '../../words/labels.ts';

type Format = keyof typeof formatNames;

export const sortNames = {
  recommended: 'Recommended',
  date: 'Newest first',
  views: 'Most reach',
  likes: 'Most likes',
  comments: 'Most comments',
} as const;
type SortBy = keyof typeof sortNames;

/** What the saved ads on a page are chosen by, as `ads.list` takes it. */
export interface AdFilters {
  readonly searchQuery?: string | undefined;
  readonly platforms?: Platform[] | undefined;
  readonly formats?: Format[] | undefined;
  readonly companyNames?: string[] | 'FOLLOWED' | undefined;
  readonly adTypes?: string[] | undefined;
  readonly languages?: string[] | undefined;
  readonly ctaTypes?: string[] | undefined;
  readonly isPartnership?: true | undefined;
  readonly viewsMin?: number | undefined;
  readonly viewsMax?: number | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** What the pages of boards keep in their addresses. */
export interface BoardSearch extends AdFilters {
  readonly sortBy?: SortBy | undefined;
  /** Absent: as cards. */
  readonly view?: 'list' | undefined;
  /** On the page of all boards, every saved ad in place of the boards. */
  readonly show?: 'ads' | undefined;
}

/** Whatever is not understood is left out. */
export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  const read: BoardSearch = {
    searchQuery: textIn(search['searchQuery']),
    platforms: listOf(search['platforms'], (one): one is Platform => one in platformNames),
    formats: listOf(search['formats'], (one): one is Format => one in formatNames),
    companyNames: search['companyNames'] === 'FOLLOWED' ? 'FOLLOWED' : listOf(search['companyNames'], isName),
    adTypes: listOf(search['adTypes'], isLabel),
    languages: listOf(search['languages'], isLanguage),
    ctaTypes: listOf(search['ctaTypes'], isLabel),
    isPartnership: search['isPartnership'] === true || undefined,
    ...orderedNumbers(search['viewsMin'], search['viewsMax']),
    ...orderedDates(search['dateFrom'], search['dateTo']),
    sortBy: sortIn(search['sortBy']),
    view: search['view'] === 'list' ? 'list' : undefined,
    show: search['show'] === 'ads' ? 'ads' : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The filters of an address alone: what narrows, less how it is shown. */
export function filtersIn({ sortBy: _sortBy, view: _view, show: _show, ...filters }: BoardSearch): AdFilters {
  return filters;
}

/** The change of an address that drops every filter; how the ads are sorted and shown stays. */
export const noFilters: Required<AdFilters> = {
  searchQuery: undefined,
  platforms: undefined,
  formats: undefined,
  companyNames: undefined,
  adTypes: undefined,
  languages: undefined,
  ctaTypes: undefined,
  isPartnership: undefined,
  viewsMin: undefined,
  viewsMax: undefined,
  dateFrom: undefined,
  dateTo: undefined,
};

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

function isName(value: string): value is string {
  return value.length <= 200;
}

function isLabel(value: string): value is string {
  return value.length <= 100;
}

function isLanguage(value: string): value is string {
  return /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(value) && value.length <= 35;
}

function sortIn(value: unknown): SortBy | undefined {
  return typeof value === 'string' && value in sortNames && value !== 'recommended'
    ? (value as SortBy)
    : undefined;
}

/** A word of digits comes out of an address as a number. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 500) : undefined;
}

function listOf<Value extends string>(
  value: unknown,
  isOne: (text: string) => text is Value,
): Value[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).map(textIn);
  const list = [...new Set(texts.filter((text): text is Value => text !== undefined && isOne(text)))];
  return list.length > 0 ? list.slice(0, 100) : undefined;
}

/** A range that ends before it begins would be refused: its end is left out. */
function orderedNumbers(from: unknown, to: unknown): Pick<AdFilters, 'viewsMin' | 'viewsMax'> {
  const viewsMin = numberIn(from);
  const viewsMax = numberIn(to);
  const isRange = viewsMin === undefined || viewsMax === undefined || viewsMin <= viewsMax;
  return { viewsMin, viewsMax: isRange ? viewsMax : undefined };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function orderedDates(from: unknown, to: unknown): Pick<AdFilters, 'dateFrom' | 'dateTo'> {
  const dateFrom = dateIn(from);
  const dateTo = dateIn(to);
  const isRange = dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo;
  return { dateFrom, dateTo: isRange ? dateTo : undefined };
}

function dateIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value;
}
