import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Menu, MenuRadios } from './Menu.tsx';

interface SelectMenuProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
  /** Before the chosen name: what is chosen, if the name does not say it. */
  readonly prefix?: ReactNode;
  /** On a phone, this icon instead of the chosen name. */
  readonly icon?: ReactNode;
  readonly className?: string;
}

/** Chooses one value of a page. `Select` of fields.tsx is for forms. */
export function SelectMenu<Value extends string>(props: SelectMenuProps<Value>) {
  const { label, value, options, onChange, prefix, icon, className } = props;
  const chosen = options.find(([one]) => one === value)?.[1] ?? '';
  const isIcon = icon !== undefined;
  return (
    <Menu
      align={isIcon ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${chosen}`}
          title={label}
          className={classes(
            'flex h-9 max-w-full shrink-0 items-center gap-1.5 rounded-md border bg-card px-2.5 whitespace-nowrap hover:bg-sunk aria-expanded:bg-sunk',
            isIcon && 'max-sm:w-9 max-sm:justify-center max-sm:border-transparent max-sm:bg-transparent',
            className,
          )}
        >
          {isIcon && <span className="text-quiet sm:hidden">{icon}</span>}
          {prefix !== undefined && <span className="text-xs text-quiet max-xl:hidden">{prefix}</span>}
          <span className={classes('min-w-0 flex-1 truncate text-left', isIcon && 'max-sm:hidden')}>
            {chosen}
          </span>
          <ChevronDown size={14} aria-hidden className={classes('shrink-0', isIcon && 'max-sm:hidden')} />
        </button>
      }
    >
      <MenuRadios value={value} options={options} onChange={onChange} />
    </Menu>
  );
}
