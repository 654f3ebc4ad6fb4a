import { Check, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { keepFocus } from './focus.ts';

interface MenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    // Not modal: that would hide the focused element from screen readers.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
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

interface MenuItemProps {
  readonly onSelect?: () => void;
  readonly children: ReactNode;
  readonly bad?: boolean;
  readonly disabled?: boolean;
  /** Renders the child instead, such as a link. */
  readonly asChild?: boolean;
}

export function MenuItem({
  onSelect,
  children,
  bad = false,
  disabled = false,
  asChild = false,
}: MenuItemProps) {
  return (
    <DropdownMenu.Item
      {...(onSelect !== undefined && { onSelect })}
      disabled={disabled}
      asChild={asChild}
      className={classes(itemClasses, bad && 'text-bad')}
    >
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps {
  readonly checked: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuChoice({ checked, onSelect, children }: MenuChoiceProps) {
  return (
    <DropdownMenu.CheckboxItem checked={checked} onSelect={onSelect} className={itemClasses}>
      <span className="w-4">{checked && <Check size={16} aria-hidden />}</span>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-xs text-quiet">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
