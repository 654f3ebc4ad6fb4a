import { ArrowDownUp, ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { adsCopy } from './copy.ts';

const buttonClasses =
  'flex h-8 max-w-56 shrink-0 items-center gap-1 rounded-md border px-2.5 text-xs whitespace-nowrap hover:bg-sunk aria-expanded:bg-sunk';

export const activeFilterClasses = 'border-accent bg-accent-soft text-accent-strong';

/** Opens the menu of a filter. */
export function FilterButton({ className, children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className={classes(buttonClasses, className ?? 'bg-card')} {...rest}>
      <span className="truncate">{children}</span>
      <ChevronDown size={12} aria-hidden className="shrink-0" />
    </button>
  );
}

interface ToggleButtonProps {
  readonly isActive: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function ToggleButton({ isActive, onClick, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onClick}
      className={classes(buttonClasses, isActive ? activeFilterClasses : 'bg-card')}
    >
      {children}
    </button>
  );
}

interface SortSelectProps<Value extends string> {
  readonly value: Value;
  /** The names by value. */
  readonly names: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** On a phone, an icon. */
export function SortSelect<Value extends string>({ value, names, onChange }: SortSelectProps<Value>) {
  const values = Object.keys(names) as Value[];
  return (
    <label
      title={adsCopy.discover.sort}
      className="relative flex h-9 shrink-0 items-center justify-center rounded-md border-line-strong outline-accent hover:bg-sunk has-focus-visible:outline-2 max-sm:w-9 sm:border sm:bg-card"
    >
      <ArrowDownUp size={16} aria-hidden className="text-quiet sm:hidden" />
      <span aria-hidden className="pl-2.5 text-xs text-quiet max-xl:hidden">
        {adsCopy.discover.sort}
      </span>
      <select
        aria-label={adsCopy.discover.sort}
        value={value}
        onChange={(event) => {
          const chosen = values.find((one) => one === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        className="h-full bg-transparent px-1.5 outline-none max-sm:absolute max-sm:inset-0 max-sm:w-full max-sm:opacity-0 sm:rounded-md"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
