import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { hasFocusedElement } from './focus.ts';
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
  const { open = isOpen } = state;
  const change = (next: boolean): void => {
    setIsOpen(next);
    state.onOpenChange?.(next);
  };
  const overlays = useOverlays(open);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick: () => change(!open),
      })}
      {overlays !== null && (
        <overlays.Popover.Root open={open} onOpenChange={change}>
          {/* A trigger of Radix would replace the focused button when its code is loaded. */}
          <overlays.Popover.Anchor virtualRef={button} />
          <overlays.Popover.Portal>
            <overlays.Popover.Content
              align={align}
              sideOffset={4}
              collisionPadding={8}
              onInteractOutside={(event) => {
                // The click of the button closes it.
                if (event.target instanceof Node && button.current?.contains(event.target) === true)
                  event.preventDefault();
              }}
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                if (!hasFocusedElement()) button.current?.focus();
              }}
              aria-label={label}
              className={classes(
                'appear z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border bg-card p-3 shadow-float',
                className,
              )}
            >
              {children}
            </overlays.Popover.Content>
          </overlays.Popover.Portal>
        </overlays.Popover.Root>
      )}
    </>
  );
}
