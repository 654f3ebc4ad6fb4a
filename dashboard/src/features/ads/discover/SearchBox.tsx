import { textLimits } from '@magpie/contract/limits';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDebouncedText } from '../../../lib/hooks/useDebounced.ts';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';
import { writeStored } from '../../../lib/hooks/useStored.ts';
import type { SearchProps } from './useDiscover.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

const icon = (
  <Search
    size={16}
    aria-hidden
    className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
  />
);

interface SearchBoxProps extends SearchProps {
  readonly total: number | undefined;
}

export function SearchBox({ search: { searchQuery }, change, total }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, commit } = useDebouncedText(searchQuery ?? '', (typed) => {
    const next = typed.trim() === '' ? undefined : typed;
    void change({ searchQuery: next }, { replace: searchQuery !== undefined });
  });
  useEffect(() => {
    // Completes a step of the checklist, wherever the search came from.
    if (searchQuery !== undefined) writeStored('hasSearched', true);
  }, [searchQuery]);
  useKeyDown((event) => {
    if (event.key !== '/' || isHandledElsewhere(event)) return;
    event.preventDefault();
    field.current?.select();
  });
  return (
    <search className="relative min-w-0 max-w-xl flex-1">
      {icon}
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={copy.search}
        aria-keyshortcuts="/"
        placeholder={copy.placeholder(total)}
        maxLength={textLimits.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') field.current?.blur();
        }}
        className="h-9 w-full rounded-md border border-line-strong bg-card pr-9 pl-9 text-ellipsis focus-visible:outline-offset-0"
      />
      {text === '' ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-sm border bg-sunk px-1.5 font-sans text-xs text-quiet sm:block"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label={copy.clearSearch}
          onClick={() => {
            commit('');
            field.current?.focus();
          }}
          className="absolute top-1/2 right-2 -translate-y-1/2 rounded-sm p-1.5 text-quiet hover:bg-sunk hover:text-ink"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </search>
  );
}
