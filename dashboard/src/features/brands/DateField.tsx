import { useState } from 'react';
import { TextField } from '../../ui/fields.tsx';

interface DateFieldProps {
  /** For screen readers only. */
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A date input. Keeps the typed value until blur; incomplete years such as 0002 do not trigger a change. */
export function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      hideLabel
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
