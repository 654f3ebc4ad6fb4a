import { textLimits } from '@magpie/contract/limits';
import { Search } from 'lucide-react';
import { useDebouncedText } from '../lib/hooks/useDebounced.ts';
import { classes } from './classes.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
  readonly className?: string;
}

export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const { text, setText, commit } = useDebouncedText(value, onSearch);
  return (
    <div className={classes('relative', className)}>
      <Search size={16} aria-hidden className="absolute top-2.5 left-3 text-quiet" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={textLimits.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => commit()}
        className="h-9 w-full rounded-md border border-line-strong bg-card pr-3 pl-9 focus-visible:outline-offset-0"
      />
    </div>
  );
}
