import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[];
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(selected) => {
        if (selected !== '') onChange(selected as Value);
      }}
      className="inline-flex max-w-full overflow-x-auto rounded-md border bg-sunk p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.name}
          className="flex h-8 items-center gap-1 rounded-sm px-3 whitespace-nowrap text-quiet hover:text-ink data-[state=on]:bg-card data-[state=on]:font-semibold data-[state=on]:text-ink"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
