import type { KeyboardEvent } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { plusDays, todayInUtc } from '../../words/days.ts';
import { counted } from '../../words/format.ts';
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
            {counted(days, 'day')}
          </Button>
        ))}
      </div>
      <RangeEnd
        label="From"
        type="date"
        value={dateFrom}
        onTake={(value) => void change({ dateFrom: value })}
      />
      <RangeEnd label="To" type="date" value={dateTo} onTake={(value) => void change({ dateTo: value })} />
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
        onTake={(value) => void change({ viewsMin: numberOf(value) })}
      />
      <RangeEnd
        label="At most"
        type="number"
        value={viewsMax}
        onTake={(value) => void change({ viewsMax: numberOf(value) })}
      />
      <p className="text-xs text-quiet">Ads whose reach is not known are in no range.</p>
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
  readonly onTake: (value: string | undefined) => void;
}

/** Taken when the field is left or Enter is pressed, so that half a number finds nothing. */
function RangeEnd({ label, type, value, onTake }: RangeEndProps) {
  const take = (field: HTMLInputElement): void => {
    if (field.value === String(value ?? '')) return;
    onTake(field.value === '' ? undefined : field.value);
  };
  return (
    <TextField
      key={value}
      label={label}
      type={type}
      defaultValue={value}
      {...(type === 'number' && { min: 0 })}
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') take(currentTarget);
      }}
    />
  );
}
