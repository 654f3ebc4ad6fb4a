import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';
import { writeStored } from '../../../lib/hooks/useStored.ts';
import type { DiscoverSearch } from './search.ts';
import type { ChangeSearch } from './useDiscover.ts';

interface SearchBoxProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
}

/** The search field; debounced. `/` focuses it. */
export function SearchBox({ search, change }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const { shown, type } = useTyped(search, change);
  useKeyDown((event) => {
    if (event.key !== '/' || isHandledElsewhere(event)) return;
    event.preventDefault();
    field.current?.select();
  });
  return (
    <search className="relative min-w-0 flex-1">
      <Search
        size={18}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
      />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="Search ads"
        aria-keyshortcuts="/"
        placeholder="Search copy, headlines, brands and landing pages"
        maxLength={500}
        value={shown}
        onChange={(event) => type(event.target.value, 300)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') type(shown, 0);
          if (event.key === 'Escape') field.current?.blur();
        }}
        className="h-11 w-full rounded-md border border-line-strong bg-card pr-11 pl-10 text-base text-ellipsis focus-visible:outline-offset-0"
      />
      {shown === '' ? (
        <SlashKey />
      ) : (
        <Clear
          onClear={() => {
            type('', 0);
            field.current?.focus();
          }}
        />
      )}
    </search>
  );
}

function SlashKey() {
  return (
    <kbd
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-sm border bg-sunk px-1.5 font-sans text-xs text-quiet sm:block"
    >
      /
    </kbd>
  );
}

function Clear({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClear}
      className="absolute top-1/2 right-2 -translate-y-1/2 rounded-sm p-1.5 text-quiet hover:bg-sunk hover:text-ink"
    >
      <X size={16} aria-hidden />
    </button>
  );
}

/** The value of the field: the typed text, else the search parameter. */
function useTyped(search: DiscoverSearch, change: ChangeSearch) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Completes a step of the checklist, wherever the search came from.
    if (search.searchQuery !== undefined) writeStored('hasSearched', true);
  }, [search.searchQuery]);
  const apply = async (typed: string): Promise<void> => {
    const isNew = search.searchQuery === undefined;
    await change({ searchQuery: typed.trim() === '' ? undefined : typed }, { replace: !isNew });
    // Keeps what was typed in the meantime.
    setDraft((now) => (now === typed ? null : now));
  };
  const type = (typed: string, delay: number): void => {
    setDraft(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void apply(typed), delay);
  };
  return { shown: draft ?? search.searchQuery ?? '', type };
}
