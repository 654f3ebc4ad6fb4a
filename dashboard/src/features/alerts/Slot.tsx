import type { ComponentProps, ReactNode } from 'react';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { Issue } from '../../lib/errors.ts';
import { alertsCopy } from './copy.ts';
import type { RuleDraft } from './draft.ts';

export const slotClasses =
  'max-w-full rounded-md border border-transparent bg-accent-soft px-2 text-left leading-6 font-semibold text-accent-strong hover:border-accent sm:leading-8 aria-invalid:bg-bad-soft aria-invalid:text-bad data-invalid:bg-bad-soft data-invalid:text-bad';

export interface SlotsProps {
  readonly draft: RuleDraft;
  readonly issues: readonly Issue[];
  readonly onChange: (changed: Partial<RuleDraft>) => void;
}

interface SlotProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Read aloud before the value. */
  readonly label: string;
  readonly text: string;
  readonly isInvalid?: boolean;
}

/** An editable part of a sentence; the trigger of a popover or menu. */
function Slot({ label, text, isInvalid = false, ...rest }: SlotProps) {
  return (
    <button
      type="button"
      aria-label={alertsCopy.slots.value(label, text)}
      data-invalid={isInvalid || undefined}
      className={slotClasses}
      {...rest}
    >
      <bdi>{text}</bdi>
    </button>
  );
}

interface PopoverSlotProps extends Pick<SlotsProps, 'issues'> {
  readonly field: keyof RuleDraft;
  readonly label: string;
  readonly text: string;
  readonly narrow?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

export function PopoverSlot(props: PopoverSlotProps) {
  const { field, label, text, issues, narrow = false, children, ...rest } = props;
  const isInvalid = issues.some((issue) => issue.field === field);
  return (
    <Popover
      {...rest}
      label={label}
      className={narrow ? 'w-56' : 'w-96'}
      trigger={<Slot label={label} text={text} isInvalid={isInvalid} />}
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Popover>
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
