import { Chip } from '../../parts/Chip.tsx';
import { chipsOf, type TagNames } from './filters.ts';
import type { DiscoverSearch } from './search.ts';
import type { ChangeSearch } from './useDiscover.ts';

interface FilterChipsProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
  readonly tagNames: TagNames;
}

/** What the ads are narrowed to, each to be taken away again. */
export function FilterChips({ search, change, tagNames }: FilterChipsProps) {
  const chips = chipsOf(search, tagNames);
  if (chips.length === 0) return null;
  const { searchQuery, sortBy } = search;
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, words, rest }) => (
        <li key={key} className="flex max-w-full">
          <Chip look="accent" onRemove={() => void change(rest)} removeLabel={`Drop ${words}`}>
            {words}
          </Chip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => void change({ searchQuery, sortBy })}
            className="rounded-sm px-1 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            Drop all filters
          </button>
        </li>
      )}
    </ul>
  );
}
