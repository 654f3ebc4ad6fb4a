import { ArrowDownUp, ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
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
  return (
    <SelectMenu
      label={adsCopy.discover.sort}
      prefix={adsCopy.discover.sort}
      icon={<ArrowDownUp size={16} aria-hidden />}
      value={value}
      options={Object.entries(names) as [Value, string][]}
      onChange={onChange}
    />
  );
}
