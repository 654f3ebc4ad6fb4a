import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { TextField, Tick } from '../../parts/fields.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { formatNumber } from '../../words/format.ts';

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

interface FilterValuesProps {
  readonly name: string;
  readonly values: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[] | undefined) => void;
  readonly label: (value: string) => string;
}

const fewValues = 12;
const shownAtOnce = 60;

/** Values to tick, each with how many saved ads have it; where there are many, a field narrows them. */
export function FilterValues({ name, values, counts, chosen, onChange, label }: FilterValuesProps) {
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLocaleLowerCase();
  const all = [...new Set([...chosen, ...values])];
  const found = all.filter((value) => label(value).toLocaleLowerCase().includes(words));
  const toggle = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    onChange(next.length > 0 ? next : undefined);
  };
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
        {found.slice(0, shownAtOnce).map((value) => (
          <Tick
            key={value}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            className="py-0.5"
          >
            <span dir="auto">{label(value)}</span>{' '}
            <span className="text-xs text-quiet">{formatNumber(counts[value] ?? 0)}</span>
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
