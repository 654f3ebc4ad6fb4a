import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import { keepFocus } from './focus.ts';
import { useOverlays } from './overlays.ts';

interface PopoverProps {
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly className?: string;
  readonly label: string;
  /** Without it, the popover keeps its own state. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

export function Popover({ trigger, children, align = 'start', className, label, ...state }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { open = isOpen, onOpenChange = setIsOpen } = state;
  const overlays = useOverlays(open);
  if (overlays === null) {
    return cloneElement(trigger, {
      'aria-haspopup': 'dialog',
      'aria-expanded': false,
      onClick: () => onOpenChange(true),
    });
  }
  const { Popover: Radix } = overlays;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepFocus}
          aria-label={label}
          className={classes(
            'appear z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border bg-card p-3 shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
