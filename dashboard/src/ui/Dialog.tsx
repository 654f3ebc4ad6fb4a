import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { findOpener, restoreFocus } from './focus.ts';
import { useOverlays } from './overlays.ts';
import { uiCopy } from './copy.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode | undefined;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A modal dialog. Escape or a click outside closes it and restores the focus. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open && <OpenDialog {...rest} />;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onOpenChange, title, description, children, wide = false } = props;
  // Determined before the dialog moves the focus.
  const [opener] = useState(findOpener);
  const overlays = useOverlays(true);
  if (overlays === null) return null;
  const { Dialog: Radix } = overlays;
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(opener);
          }}
          className={classes(
            'appear fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 flex-col',
            'gap-4 overflow-y-auto rounded-lg border bg-card p-6 shadow-float',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="flex flex-col gap-1">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-quiet">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={uiCopy.close} className="-mt-1.5 -mr-2">
                <X size={16} aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field; without one, Radix focuses the first button. */
function focusFirstField(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const field = event.target.querySelector<HTMLElement>(
    ':is(input, textarea):not([type=hidden], [readonly], :disabled), select, [role=switch]',
  );
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
