import { Check, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
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

interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  readonly bad?: boolean;
}

export function MenuItem({ bad = false, ...rest }: MenuItemProps) {
  return <DropdownMenu.Item {...rest} className={classes(itemClasses, bad && 'text-bad')} />;
}

export function MenuChoice({ children, ...rest }: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
  return (
    <DropdownMenu.CheckboxItem {...rest} className={itemClasses}>
      <span className="w-4">{rest.checked === true && <Check size={16} aria-hidden />}</span>
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
