import { Check, Ellipsis } from 'lucide-react';
import type { DropdownMenu } from 'radix-ui';
import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { keepFocus } from './focus.ts';
import { useOverlays } from './overlays.ts';

export interface MenuProps {
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isFirstByKey, setIsFirstByKey] = useState(false);
  const overlays = useOverlays(isOpen);
  if (overlays === null) {
    const open = (isByKey: boolean): void => {
      setIsOpen(true);
      setIsFirstByKey(isByKey);
    };
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: ({ detail }) => open(detail === 0),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        open(true);
      },
    });
  }
  const { DropdownMenu } = overlays;
  const change = (open: boolean): void => {
    setIsOpen(open);
    setIsFirstByKey(false);
  };
  return (
    // Not modal: that would hide the focused element from screen readers.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={isFirstByKey ? focusFirstItem : null}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepFocus}
          className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md border bg-card p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Radix does so for keys that are pressed after its trigger was rendered. */
function focusFirstItem(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true });
}

interface MoreMenuProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function MoreMenu({ label, className, children }: MoreMenuProps) {
  const trigger = (
    <IconButton label={label} className={className}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return <Menu trigger={trigger}>{children}</Menu>;
}

const itemClasses =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunk';

interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  readonly bad?: boolean;
}

export function MenuItem({ bad = false, ...rest }: MenuItemProps) {
  const overlays = useOverlays(true);
  return (
    overlays && <overlays.DropdownMenu.Item {...rest} className={classes(itemClasses, bad && 'text-bad')} />
  );
}

export function MenuChoice({ children, ...rest }: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
  const overlays = useOverlays(true);
  return (
    overlays && (
      <overlays.DropdownMenu.CheckboxItem {...rest} className={itemClasses}>
        <span className="w-4">{rest.checked === true && <Check size={16} aria-hidden />}</span>
        {children}
      </overlays.DropdownMenu.CheckboxItem>
    )
  );
}

interface MenuRadiosProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

export function MenuRadios<Value extends string>({ value, options, onChange }: MenuRadiosProps<Value>) {
  const overlays = useOverlays(true);
  if (overlays === null) return null;
  const { RadioGroup, RadioItem } = overlays.DropdownMenu;
  return (
    <RadioGroup value={value}>
      {options.map(([one, name]) => (
        <RadioItem key={one} value={one} className={itemClasses} onSelect={() => onChange(one)}>
          <span className="w-4 shrink-0">{one === value && <Check size={16} aria-hidden />}</span>
          {name}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <div className="px-2 py-1 text-xs text-quiet">{children}</div>;
}

export function MenuLine() {
  return <hr className="my-1 border-line" />;
}
