import { useState } from 'react';
import { TextField } from '../../parts/fields.tsx';

interface DateFieldProps {
  /** Read aloud only. */
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A day. While it is typed, what stands in it is the reader's; a year of which a digit is there is not asked for. */
export function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      bare
      label={label}
      type="date"
      value={typed ?? value ?? ''}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '' || target.value >= '1900') onChange(target.value || undefined);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
