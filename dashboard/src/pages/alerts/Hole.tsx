import type { ComponentProps } from 'react';
import { classes } from '../../parts/classes.ts';
import { Menu, MenuChoice } from '../../parts/Menu.tsx';

export const holeClasses =
  'max-w-full rounded-md border border-transparent bg-accent-soft px-2 text-left leading-6 font-semibold text-accent-strong hover:border-accent sm:leading-8 aria-invalid:bg-bad-soft aria-invalid:text-bad data-wrong:bg-bad-soft data-wrong:text-bad';

interface HoleProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What the hole is for: read before what stands in it. */
  readonly label: string;
  readonly says: string;
  /** What stands in it was refused. */
  readonly isWrong?: boolean;
}

/** A part of a sentence that can be changed. Pressed, it opens what it is a trigger of. */
export function Hole({ label, says, isWrong = false, className, ...rest }: HoleProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${says}`}
      data-wrong={isWrong || undefined}
      className={classes(holeClasses, className)}
      {...rest}
    >
      <bdi>{says}</bdi>
    </button>
  );
}

interface ChoiceHoleProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** One of a few. */
export function ChoiceHole<Value extends string>(props: ChoiceHoleProps<Value>) {
  const { label, value, options, onChange } = props;
  const values = Object.keys(options) as Value[];
  return (
    <Menu align="start" trigger={<Hole label={label} says={options[value]} />}>
      {values.map((one) => (
        <MenuChoice key={one} checked={one === value} onSelect={() => onChange(one)}>
          {options[one]}
        </MenuChoice>
      ))}
    </Menu>
  );
}
