import type { KeyboardEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { plusDays, todayInUtc } from '../../../lib/days.ts';
import { plural } from '../../../lib/format.ts';
import type { DiscoverSearch } from './search.ts';
import type { ChangeSearch } from './useDiscover.ts';

interface RangeProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
}

export function DateRange({ search, change }: RangeProps) {
  const { dateFrom, dateTo } = search;
  return (
    <div className="flex flex-col gap-2 p-1">
      <div className="flex flex-wrap gap-1">
        {[7, 30, 90].map((days) => (
          <Button
            key={days}
            aria-label={`In the last ${days} days`}
            className="h-8 px-2! font-normal!"
            onClick={() => void change({ dateFrom: plusDays(todayInUtc(), 1 - days), dateTo: undefined })}
          >
            {plural(days, 'day')}
          </Button>
        ))}
      </div>
      <RangeEnd
        label="From"
        type="date"
        value={dateFrom}
        onCommit={(value) => void change({ dateFrom: value })}
      />
      <RangeEnd label="To" type="date" value={dateTo} onCommit={(value) => void change({ dateTo: value })} />
    </div>
  );
}

export function ReachRange({ search, change }: RangeProps) {
  const { viewsMin, viewsMax } = search;
  return (
    <div className="flex flex-col gap-2 p-1">
      <RangeEnd
        label="At least"
        type="number"
        value={viewsMin}
        onCommit={(value) => void change({ viewsMin: numberOf(value) })}
      />
      <RangeEnd
        label="At most"
        type="number"
        value={viewsMax}
        onCommit={(value) => void change({ viewsMax: numberOf(value) })}
      />
      <p className="text-xs text-quiet">Excludes ads with unknown reach.</p>
    </div>
  );
}

function numberOf(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, Number(value));
}

interface RangeEndProps {
  readonly label: string;
  readonly type: 'date' | 'number';
  readonly value: string | number | undefined;
  readonly onCommit: (value: string | undefined) => void;
}

/** Applies on blur or Enter, so that a partly typed number does not filter. */
function RangeEnd({ label, type, value, onCommit }: RangeEndProps) {
  const commit = (field: HTMLInputElement): void => {
    if (field.value === String(value ?? '')) return;
    onCommit(field.value === '' ? undefined : field.value);
  };
  return (
    <TextField
      key={value}
      label={label}
      type={type}
      defaultValue={value}
      {...(type === 'number' && { min: 0 })}
      onBlur={({ currentTarget }) => commit(currentTarget)}
      onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') commit(currentTarget);
      }}
    />
  );
}
