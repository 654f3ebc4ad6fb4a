import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { keepFocus } from './focus.ts';

interface PopoverProps extends ComponentProps<typeof Radix.Root> {
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly className?: string;
  readonly label: string;
}

export function Popover({ trigger, children, align = 'start', className, label, ...root }: PopoverProps) {
  return (
    <Radix.Root {...root}>
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
