import { countryName, formatDay, formatNumber, languageName } from '../../lib/format.ts';
import { formatNames, platformNames, humanize } from '../../lib/labels.ts';
import { Chip } from '../../ui/Chip.tsx';
import { activeFilters, clearedFilters, type FilterName, type AnyFilters } from './filters.ts';
import { adsCopy } from './copy.ts';

const copy = adsCopy.filters;

/** Names of tags, or on boards of labels, by id, since filters contain ids. */
export type TagNames = ReadonlyMap<number, string>;

interface FilterChipsProps {
  readonly search: AnyFilters & Grouping;
  readonly tagNames?: TagNames;
  readonly onChange: (change: AnyFilters & Grouping) => void;
}

interface Grouping {
  /** One entry for all ads of a creative. */
  readonly duplicates?: 'family' | undefined;
}

export function FilterChips({ search, tagNames, onChange }: FilterChipsProps) {
  const chips = filterChips(search, tagNames);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={copy.active} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, without }) => (
        <li key={key} className="flex max-w-full">
          <Chip variant="accent" onRemove={() => onChange(without)} removeLabel={adsCopy.remove(label)}>
            {label}
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => onChange({ ...clearedFilters(listChipFilters(search)), duplicates: undefined })}
            className="min-h-6 rounded-sm px-1 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            {adsCopy.clearFilters}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The search query is left out, since its field shows it. */
export function listChipFilters(search: AnyFilters) {
  return activeFilters(search).filter((filter) => filter !== 'searchQuery');
}

/** One chip for each selected value; `without` is the change of the search that removes it. */
export function filterChips(search: AnyFilters & Grouping, tagNames?: TagNames) {
  return [...valueChips(search, tagNames), ...groupingChips(search)];
}

/** Not a filter, but a list may be too long to be grouped. */
function groupingChips({ duplicates }: Grouping) {
  if (duplicates === undefined) return [];
  return [{ key: 'duplicates', label: adsCopy.creativesOnce, without: { duplicates: undefined } }];
}

function valueChips(search: AnyFilters, tagNames?: TagNames) {
  return listChipFilters(search).flatMap((filter) => {
    const value = isRange(filter) ? undefined : search[filter];
    if (!Array.isArray(value)) {
      return { key: filter, label: filterText(search, filter, tagNames), without: clearedFilters([filter]) };
    }
    return value.map((one: string | number) => {
      const others = value.filter((other: string | number) => other !== one);
      return {
        key: `${filter} ${one}`,
        label: valueName(filter, one, tagNames),
        without: others.length > 0 ? { [filter]: others } : clearedFilters([filter]),
      };
    });
  });
}

function isRange(filter: FilterName): filter is 'dates' | 'daysRunning' | 'views' {
  return filter === 'dates' || filter === 'daysRunning' || filter === 'views';
}

/** A filter as text, with all its values: "TikTok or YouTube". */
export function filterText(search: AnyFilters, filter: FilterName, tagNames?: TagNames): string {
  if (filter === 'searchQuery') return copy.quoted(search.searchQuery ?? '');
  if (filter === 'isPartnership') return copy.partnerships;
  if (filter === 'duplicatesOf') return copy.similar;
  if (filter === 'similarTo') return search.similarTo?.hash === undefined ? copy.nearPicture : copy.nearAd;
  if (isRange(filter)) return rangeText(search, filter);
  const value = search[filter];
  if (value === 'FOLLOWED') return copy.followed;
  const values: readonly (string | number | undefined)[] = Array.isArray(value) ? value : [value];
  const names = values.map((one) => valueName(filter, one ?? '', tagNames));
  return filter === 'tagDefinitionIds' && search.tagMatch === 'all' ? copy.all(names) : copy.either(names);
}

function rangeText(search: AnyFilters, filter: 'dates' | 'daysRunning' | 'views'): string {
  if (filter === 'dates') return between(copy.started, formatDay, search.dateFrom, search.dateTo);
  if (filter === 'daysRunning')
    return between(copy.daysRunning, formatNumber, search.daysRunningMin, search.daysRunningMax);
  return between(copy.reach, formatNumber, search.viewsMin, search.viewsMax);
}

function between<Value>(
  what: string,
  format: (value: Value) => string,
  from: Value | undefined,
  to: Value | undefined,
): string {
  if (from === undefined) return copy.upTo(what, to === undefined ? '' : format(to));
  return to === undefined ? copy.from(what, format(from)) : copy.between(what, format(from), format(to));
}

const plainNames: Readonly<Record<string, string>> = {
  ...platformNames,
  ...formatNames,
  active: adsCopy.running,
  inactive: adsCopy.notRunning,
};

const stageNames: Readonly<Record<string, string>> = {
  ...adsCopy.labels.stages,
  none: adsCopy.labels.noStage,
};

export function valueName(filter: FilterName, value: string | number, tagNames?: TagNames): string {
  const text = String(value);
  if (filter === 'countries') return countryName(text);
  if (filter === 'languages') return languageName(text);
  if (filter === 'tagDefinitionIds') return tagNames?.get(Number(value)) ?? copy.tag(value);
  if (filter === 'labelIds') return tagNames?.get(Number(value)) ?? copy.label(value);
  if (filter === 'stages') return stageNames[text] ?? text;
  if (filter === 'companyNames' || filter === 'categories') return text;
  // A call to action is free text or a platform's constant: `SHOP_NOW`.
  if (filter === 'ctaTypes') return /^[A-Z_]+$/.test(text) ? humanize(text) : text;
  return plainNames[text] ?? humanize(text);
}
