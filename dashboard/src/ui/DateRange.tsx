import { useEffect, useEffectEvent, useState } from 'react';
import { plusDays, todayInUtc } from '../lib/days.ts';
import { Button } from './Button.tsx';
import { TextField } from './fields.tsx';
import { uiCopy } from './copy.ts';

interface Dates {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

interface DateRangeProps {
  readonly dates: Dates;
  /** Receives only what changed. */
  readonly onChange: (change: Dates) => void;
  readonly labels: readonly [from: string, to: string];
  /** inline: in one line, labels for screen readers only. */
  readonly layout?: 'columns' | 'stacked' | 'inline';
  readonly presets?: readonly number[];
}

const layouts = {
  columns: 'grid grid-cols-2 gap-2',
  stacked: 'flex flex-col gap-2',
  inline: 'flex items-center gap-2',
} as const;

export function DateRange({ dates, onChange, labels, layout = 'columns', presets }: DateRangeProps) {
  const { dateFrom, dateTo } = dates;
  const isInline = layout === 'inline';
  return (
    <>
      {presets !== undefined && (
        <div className="flex flex-wrap gap-1">
          {presets.map((days) => (
            <Button
              key={days}
              aria-label={uiCopy.lastDays(days)}
              className="h-8 px-2! font-normal!"
              onClick={() => onChange({ dateFrom: plusDays(todayInUtc(), 1 - days), dateTo: undefined })}
            >
              {uiCopy.days(days)}
            </Button>
          ))}
        </div>
      )}
      <div className={layouts[layout]}>
        <DateField
          label={labels[0]}
          hideLabel={isInline}
          value={dateFrom}
          max={dateTo ?? todayInUtc()}
          onChange={(day) => onChange({ dateFrom: day })}
        />
        {isInline && <span aria-hidden>–</span>}
        <DateField
          label={labels[1]}
          hideLabel={isInline}
          value={dateTo}
          min={dateFrom}
          onChange={(day) => onChange({ dateTo: day })}
        />
      </div>
    </>
  );
}

interface DateFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** Typing a date passes through others: 0002 for a year, the old year with the new month. */
const pauseMilliseconds = 800;

/** A date input. A complete date within the bounds is applied after a pause in typing; any, also none, on blur or Enter. */
export function DateField({ label, hideLabel = false, value, min, max, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = (day: string): void => {
    const isWithin = day >= (min ?? '1900') && (max === undefined || day <= max);
    if (day !== (value ?? '') && (day === '' || isWithin)) onChange(day || undefined);
  };
  const applyLater = useEffectEvent(apply);
  useEffect(() => {
    if (typed === null || typed === '') return undefined;
    const timer = setTimeout(() => applyLater(typed), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  // The value of an incomplete date is empty.
  const finish = ({ value: day, validity }: HTMLInputElement): void => {
    if (typed !== null && !validity.badInput) apply(day);
  };
  return (
    <TextField
      hideLabel={hideLabel}
      label={label}
      type="date"
      value={typed ?? value ?? ''}
      min={min}
      max={max}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') finish(currentTarget);
      }}
      onBlur={({ target }) => {
        finish(target);
        setTyped(null);
      }}
    />
  );
}
