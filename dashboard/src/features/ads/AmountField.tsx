import { TextField } from '../../ui/fields.tsx';

interface AmountFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onCommit: (value: number | undefined) => void;
}

/** Applies on blur or Enter, so that a partly typed number does not filter. */
export function AmountField({ label, value, onCommit }: AmountFieldProps) {
  const commit = (field: HTMLInputElement): void => {
    if (field.value === String(value ?? '')) return;
    onCommit(field.value === '' ? undefined : Math.max(0, Number(field.value)));
  };
  return (
    <TextField
      key={value}
      label={label}
      type="number"
      min={0}
      defaultValue={value}
      onBlur={({ currentTarget }) => commit(currentTarget)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') commit(currentTarget);
      }}
    />
  );
}
