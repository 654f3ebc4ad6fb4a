import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toggled } from '../ads/filters.ts';
import { valueName } from '../ads/filterText.ts';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField, Checkbox } from '../../ui/fields.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { formatNumber } from '../../lib/format.ts';
import type { SearchProps } from './FilterBar.tsx';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.filters;

type Values = RouterOutputs['ads']['getFilterValues'];

interface FilterMenuProps {
  /** "Platform" */
  readonly name: string;
  /** The number of active filters. */
  readonly active: number;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A button that opens filters and shows how many are active. */
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
      <p className="pt-2 text-xs text-quiet">{copy.countsHint}</p>
    </Popover>
  );
}

/** The filters that are lists of values. */
type ListFilter = Exclude<keyof Values, 'counts'>;

interface FilterValuesProps extends SearchProps {
  readonly filter: ListFilter;
  readonly name: string;
}

const searchThreshold = 12;
const maxShown = 60;

/** Checkboxes with counts; long lists have a search field. */
export function FilterValues({ filter, name, search, onSearch }: FilterValuesProps) {
  const { data } = useQuery(api.ads.getFilterValues.queryOptions());
  const [typed, setTyped] = useState('');
  const query = typed.trim().toLocaleLowerCase();
  const current = search[filter];
  const selected: readonly string[] = Array.isArray(current) ? current : [];
  const all = [...new Set([...selected, ...(data?.[filter] ?? [])])].map((value) => ({
    value,
    label: valueName(filter, value),
  }));
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(query));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 font-semibold">{name}</legend>
      {all.length > searchThreshold && (
        <TextField
          hideLabel
          label={copy.findIn(name.toLowerCase())}
          placeholder={copy.find}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="flex max-h-56 flex-col overflow-y-auto p-1">
        {found.slice(0, maxShown).map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={selected.includes(value)}
            onChange={() => onSearch({ [filter]: toggled(selected, value) })}
            className="py-0.5"
          >
            <span dir="auto">{label}</span>{' '}
            <span className="text-xs text-quiet">{formatNumber(data?.counts[filter][value] ?? 0)}</span>
          </Checkbox>
        ))}
        {found.length > maxShown && (
          <p className="text-xs text-quiet">{copy.more(found.length - maxShown)}</p>
        )}
        {found.length === 0 && <p className="text-xs text-quiet">{copy.noValues}</p>}
      </div>
    </fieldset>
  );
}
