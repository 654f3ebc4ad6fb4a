import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toggled } from '../../ads/filters.ts';
import { valueName } from '../../ads/filterWords.ts';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { TextField, Tick } from '../../parts/fields.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { formatNumber } from '../../words/format.ts';
import type { SearchProps } from './FilterBar.tsx';

type Values = Answers['ads']['getFilterValues'];

interface FilterMenuProps {
  /** "Platform" */
  readonly name: string;
  /** How many filters of it hold. */
  readonly active: number;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A button that opens filters, and says how many of them hold. */
export function FilterMenu({ name, active, children, wide = false }: FilterMenuProps) {
  return (
    <Popover
      label={name}
      className={wide ? 'w-96' : 'w-72'}
      trigger={
        <Button className={classes(active > 0 && 'border-accent! text-accent-strong!')}>
          {name}
          {active > 0 && <span className="rounded-full bg-accent-soft px-1.5 text-xs">{active}</span>}
          <ChevronDown size={16} aria-hidden className="text-quiet" />
        </Button>
      }
    >
      {children}
      <p className="pt-2 text-xs text-quiet">The numbers count all your saved ads.</p>
    </Popover>
  );
}

/** The filters that are lists of values. */
type ListFilter = Exclude<keyof Values, 'counts'>;

interface FilterValuesProps extends SearchProps {
  readonly filter: ListFilter;
  readonly name: string;
}

const fewValues = 12;
const shownAtOnce = 60;

/** Values to tick, each with how many saved ads have it; where there are many, a field narrows them. */
export function FilterValues({ filter, name, search, onSearch }: FilterValuesProps) {
  const { data } = useQuery(api.ads.getFilterValues.queryOptions());
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLocaleLowerCase();
  const held = search[filter];
  const chosen: readonly string[] = Array.isArray(held) ? held : [];
  const all = [...new Set([...chosen, ...(data?.[filter] ?? [])])].map((value) => ({
    value,
    label: valueName(filter, value),
  }));
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(words));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 font-semibold">{name}</legend>
      {all.length > fewValues && (
        <TextField
          bare
          label={`Find in ${name.toLowerCase()}`}
          placeholder="Find…"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="flex max-h-56 flex-col overflow-y-auto p-1">
        {found.slice(0, shownAtOnce).map(({ value, label }) => (
          <Tick
            key={value}
            checked={chosen.includes(value)}
            onChange={() => onSearch({ [filter]: toggled(chosen, value) })}
            className="py-0.5"
          >
            <span dir="auto">{label}</span>{' '}
            <span className="text-xs text-quiet">{formatNumber(data?.counts[filter][value] ?? 0)}</span>
          </Tick>
        ))}
        {found.length > shownAtOnce && (
          <p className="text-xs text-quiet">
            {formatNumber(found.length - shownAtOnce)} more: type to find one.
          </p>
        )}
        {found.length === 0 && <p className="text-xs text-quiet">None of your saved ads has one.</p>}
      </div>
    </fieldset>
  );
}
