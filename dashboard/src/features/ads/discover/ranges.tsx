import type { KeyboardEvent } from 'react';
import { DateRange } from '../../../ui/DateRange.tsx';
import { TextField } from '../../../ui/fields.tsx';
import type { DiscoverSearch } from './search.ts';
import type { ChangeSearch } from './useDiscover.ts';

interface RangeProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
}

export function StartRange({ search, change }: RangeProps) {
  return (
    <div className="flex flex-col gap-2 p-1">
      <DateRange
        dates={search}
        onChange={(dates) => void change(dates)}
        labels={['From', 'To']}
        layout="stacked"
        presets={[7, 30, 90]}
      />
    </div>
  );
}

export function ReachRange({ search, change }: RangeProps) {
  const { viewsMin, viewsMax } = search;
  return (
    <div className="flex flex-col gap-2 p-1">
      <RangeEnd
        label="At least"
        value={viewsMin}
        onCommit={(value) => void change({ viewsMin: numberOf(value) })}
      />
      <RangeEnd
        label="At most"
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
  readonly value: number | undefined;
  readonly onCommit: (value: string | undefined) => void;
}

/** Applies on blur or Enter, so that a partly typed number does not filter. */
function RangeEnd({ label, value, onCommit }: RangeEndProps) {
  const commit = (field: HTMLInputElement): void => {
    if (field.value === String(value ?? '')) return;
    onCommit(field.value === '' ? undefined : field.value);
  };
  return (
    <TextField
      key={value}
      label={label}
      type="number"
      min={0}
      defaultValue={value}
      onBlur={({ currentTarget }) => commit(currentTarget)}
      onKeyDown={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') commit(currentTarget);
      }}
    />
  );
}
