import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../lib/errors.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { uiCopy } from './copy.ts';

interface EmptyProps {
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

export function Empty({ children, action, icon }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-dashed px-6 py-12 text-center">
      {icon !== undefined && <span className="text-quiet">{icon}</span>}
      <p className="max-w-md text-quiet">{children}</p>
      {action}
    </div>
  );
}

interface ErrorPanelProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}

export function ErrorPanel({ error, onRetry, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-bad bg-bad-soft p-4"
    >
      <p className="flex gap-2">
        <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden />
        <span>{describeError(error)}</span>
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>{uiCopy.tryAgain}</Button>}
      {action}
    </div>
  );
}

/** An error in one line, below the control that caused it; nothing for null. */
export function ErrorLine({ error }: { readonly error: unknown }) {
  if (error === null) return null;
  return (
    <p role="alert" className="text-bad">
      {describeError(error)}
    </p>
  );
}

/** A placeholder; give it the size of the content to prevent layout shift. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunk', className)} />;
}

export function Skeletons({ count, className }: { readonly count: number; readonly className: string }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);
}

/** Wraps skeletons, so that screen readers announce one label. */
export function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <output aria-label={label} aria-busy className="contents">
      {children}
    </output>
  );
}
