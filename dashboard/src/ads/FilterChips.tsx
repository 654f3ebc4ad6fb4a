import { Chip } from '../parts/Chip.tsx';
import { activeFilters, dropped, type IndexFilters } from './filters.ts';
import { chipsOf, type TagNames } from './filterWords.ts';

interface FilterChipsProps {
  readonly search: IndexFilters;
  readonly tagNames?: TagNames;
  /** Takes the fields of the address that change. */
  readonly onChange: (change: IndexFilters) => void;
}

/** What the ads are narrowed to, each to be taken away again. */
export function FilterChips({ search, tagNames, onChange }: FilterChipsProps) {
  const chips = chipsOf(search, tagNames);
  if (chips.length === 0) return null;
  const dropAll = (): void =>
    onChange(dropped(activeFilters(search).filter((filter) => filter !== 'searchQuery')));
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, words, without }) => (
        <li key={key} className="flex max-w-full">
          <Chip look="accent" onRemove={() => onChange(without)} removeLabel={`Drop ${words}`}>
            {words}
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={dropAll}
            className="min-h-6 rounded-sm px-1 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            Drop all filters
          </button>
        </li>
      )}
    </ul>
  );
}
