import { Tooltip } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';

interface TipProps {
  readonly tip: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Tip({ tip, children, className }: TipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Tooltip.Root open={open} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        onClick={(event) => {
          // Touch screens have no hover: a tap opens it instead of closing it.
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
