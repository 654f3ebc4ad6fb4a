import { Chip } from '../../parts/Chip.tsx';
import { chipsOf } from './chips.ts';
import type { SearchProps } from './FilterBar.tsx';
import { filtersIn, noFilters } from './search.ts';

/** The filters that hold, each with a way to drop it. */
export function FilterChips({ search, onSearch }: SearchProps) {
  const chips = chipsOf(filtersIn(search));
  if (chips.length === 0) return null;
  const dropAll = (): void => onSearch(noFilters);
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, text, without }) => (
        <li key={key} className="flex max-w-full">
          <Chip look="accent" onRemove={() => onSearch(without)} removeLabel={`Drop the filter ${text}`}>
            {text}
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={dropAll}
            className="rounded-sm px-1 text-xs text-accent hover:underline"
          >
            Drop all
          </button>
        </li>
      )}
    </ul>
  );
}
