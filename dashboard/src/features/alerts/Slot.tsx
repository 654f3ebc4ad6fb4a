import type { ComponentProps } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import { adsCopy } from '../ads/copy.ts';
import { alertsCopy } from './copy.ts';
import type { RuleDraft } from './draft.ts';

export const slotClasses =
  'max-w-full rounded-md border border-transparent bg-accent-soft px-2 text-left leading-6 font-semibold text-accent-strong hover:border-accent sm:leading-8 aria-invalid:bg-bad-soft aria-invalid:text-bad data-invalid:bg-bad-soft data-invalid:text-bad';

export interface SlotsProps {
  readonly draft: RuleDraft;
  /** Validation issues from the server. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly onChange: (changed: Partial<RuleDraft>) => void;
}

interface SlotProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Read aloud before the value. */
  readonly label: string;
  readonly text: string;
  /** The server rejected the value. */
  readonly isInvalid?: boolean;
}

/** An editable part of a sentence; the trigger of a popover or menu. */
export function Slot({ label, text, isInvalid = false, className, ...rest }: SlotProps) {
  return (
    <button
      type="button"
      aria-label={alertsCopy.slots.value(label, text)}
      data-invalid={isInvalid || undefined}
      className={classes(slotClasses, className)}
      {...rest}
    >
      <bdi>{text}</bdi>
    </button>
  );
}

interface ChoiceSlotProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

export function ChoiceSlot<Value extends string>(props: ChoiceSlotProps<Value>) {
  const { label, value, options, onChange } = props;
  const values = Object.keys(options) as Value[];
  return (
    <Menu align="start" trigger={<Slot label={label} text={options[value]} />}>
      {values.map((one) => (
        <MenuChoice key={one} checked={one === value} onSelect={() => onChange(one)}>
          {options[one]}
        </MenuChoice>
      ))}
    </Menu>
  );
}

interface RemovableChipsProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly format?: (value: string) => string;
  readonly onChange: (values: string[]) => void;
}

export function RemovableChips({ label, values, format, onChange }: RemovableChipsProps) {
  if (values.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <li key={value} className="min-w-0">
          <Chip
            variant="accent"
            removeLabel={adsCopy.remove(value)}
            onRemove={() => onChange(values.filter((one) => one !== value))}
          >
            {format?.(value) ?? value}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
