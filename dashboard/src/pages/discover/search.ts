import { formatNames, platformNames } from '../../words/labels.ts';

export const sortNames = {
  recommended: 'Best score',
  date: 'Newest',
  views: 'Most reach',
  likes: 'Most likes',
  comments: 'Most comments',
} as const;

/** What this page keeps in its address: the filters of `ads.search`, by the same names. */
export interface DiscoverSearch {
  readonly searchQuery?: string | undefined;
  readonly platforms?: (keyof typeof platformNames)[] | undefined;
  readonly formats?: (keyof typeof formatNames)[] | undefined;
  readonly mediaType?: 'image' | 'video' | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly languages?: string[] | undefined;
  readonly countries?: string[] | undefined;
  readonly adTypes?: string[] | undefined;
  readonly ctaTypes?: string[] | undefined;
  readonly tagDefinitionIds?: number[] | undefined;
  readonly companyNames?: string[] | 'FOLLOWED' | undefined;
  readonly isPartnership?: true | undefined;
  readonly viewsMin?: number | undefined;
  readonly viewsMax?: number | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly sortBy?: keyof typeof sortNames | undefined;
}

export function readDiscoverSearch(search: Record<string, unknown>): DiscoverSearch {
  const viewsMin = amount(search.viewsMin);
  const dateFrom = date(search.dateFrom);
  const all = {
    searchQuery: text(search.searchQuery)?.slice(0, 500),
    platforms: list(search.platforms, (value) => key(platformNames, value)),
    formats: list(search.formats, (value) => key(formatNames, value)),
    mediaType: oneOf(['image', 'video'], search.mediaType),
    status: oneOf(['active', 'inactive'], search.status),
    languages: list(search.languages, (value) => matching(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i, value)),
    countries: list(search.countries, (value) => matching(/^[A-Z]{2}$/, value)),
    adTypes: list(search.adTypes, label),
    ctaTypes: list(search.ctaTypes, label),
    tagDefinitionIds: list(search.tagDefinitionIds, id),
    companyNames:
      search.companyNames === 'FOLLOWED' ? ('FOLLOWED' as const) : list(search.companyNames, name),
    isPartnership: search.isPartnership === true ? (true as const) : undefined,
    viewsMin,
    viewsMax: atLeast(amount(search.viewsMax), viewsMin),
    dateFrom,
    dateTo: atLeast(date(search.dateTo), dateFrom),
    sortBy: search.sortBy === 'recommended' ? undefined : key(sortNames, search.sortBy),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A word of digits alone is read from the address as a number. */
function text(value: unknown): string | undefined {
  const words = typeof value === 'number' ? String(value) : value;
  return typeof words === 'string' && words.trim() !== '' ? words : undefined;
}

function label(value: unknown): string | undefined {
  return text(value)?.slice(0, 100);
}

function name(value: unknown): string | undefined {
  return text(value)?.slice(0, 200);
}

function matching(form: RegExp, value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 35 && form.test(value) ? value : undefined;
}

function key<Key extends string>(names: Readonly<Record<Key, string>>, value: unknown): Key | undefined {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined;
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

function id(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

function date(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  // The 31st of February is read as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? undefined : value;
}

/** A range that ends before it begins has no end. */
function atLeast<Value extends string | number>(
  value: Value | undefined,
  least: Value | undefined,
): Value | undefined {
  return value !== undefined && least !== undefined && value < least ? undefined : value;
}

/** Each value once; one that stands alone is a list of itself. */
function list<Value>(values: unknown, read: (value: unknown) => Value | undefined): Value[] | undefined {
  const given: readonly unknown[] = Array.isArray(values) ? values : [values];
  const known = new Set(given.map(read).filter((value) => value !== undefined));
  return known.size === 0 ? undefined : [...known].slice(0, 100);
}
