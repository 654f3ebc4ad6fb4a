import { Tooltip } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';

interface TipProps {
  /** How it was made, from which source and when. */
  readonly tip: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A number or word that can be asked: hover, focus or a tap shows how it came about. */
export function Tip({ tip, children, className }: TipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Tooltip.Root open={open} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        onClick={(event) => {
          // A finger cannot hover: a click, which would close it, opens it.
          event.preventDefault();
          setOpen(true);
        }}
      >
        <button
          type="button"
          className={classes(
            'cursor-help rounded-sm text-left tabular-nums max-sm:min-h-6 pointer-coarse:min-h-6 underline-offset-4 hover:underline hover:decoration-dotted',
            className,
          )}
        >
          {children}
        </button>
      </Tooltip.Trigger>
      <TipContent>{tip}</TipContent>
    </Tooltip.Root>
  );
}

/** The same on an element that can be focused already. */
export function TipOn({ tip, children }: { readonly tip: ReactNode; readonly children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <TipContent>{tip}</TipContent>
    </Tooltip.Root>
  );
}

function TipContent({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Portal>
      <Tooltip.Content
        sideOffset={4}
        collisionPadding={8}
        className="appear z-60 max-w-72 rounded-md border bg-card px-3 py-2 text-xs whitespace-pre-line text-ink shadow-float"
      >
        {children}
      </Tooltip.Content>
    </Tooltip.Portal>
  );
}
