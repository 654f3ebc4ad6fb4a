import { Chip } from '../../ui/Chip.tsx';
import { activeFilters, clearedFilters, type IndexFilters } from './filters.ts';
import { filterChips, type TagNames } from './filterText.ts';
import { adsCopy } from './copy.ts';

interface FilterChipsProps {
  readonly search: IndexFilters;
  readonly tagNames?: TagNames;
  readonly onChange: (change: IndexFilters) => void;
}

export function FilterChips({ search, tagNames, onChange }: FilterChipsProps) {
  const chips = filterChips(search, tagNames);
  if (chips.length === 0) return null;
  const clear = (): void =>
    onChange(clearedFilters(activeFilters(search).filter((filter) => filter !== 'searchQuery')));
  return (
    <ul aria-label={adsCopy.filters.active} className="flex flex-wrap items-center gap-2">
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
            onClick={clear}
            className="min-h-6 rounded-sm px-1 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            {adsCopy.clearFilters}
          </button>
        </li>
      )}
    </ul>
  );
}
