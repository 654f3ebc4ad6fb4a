import { type ReactNode, useId } from 'react';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[];
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full overflow-x-auto rounded-md border bg-sunk p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-8 items-center gap-1 rounded-sm px-3 whitespace-nowrap text-quiet hover:text-ink has-checked:bg-card has-checked:font-semibold has-checked:text-ink"
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.name}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm -outline-offset-2"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
