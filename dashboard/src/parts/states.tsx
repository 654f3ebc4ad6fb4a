import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../api/errors.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';

interface EmptyProps {
  /** One sentence: what would be here. */
  readonly children: ReactNode;
  /** One button or link: how it gets here. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

/** Where there is nothing yet. */
export function Empty({ children, action, icon }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-dashed px-6 py-12 text-center">
      {icon !== undefined && <span className="text-quiet">{icon}</span>}
      <p className="max-w-md text-quiet">{children}</p>
      {action}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Another way out than to try again. */
  readonly action?: ReactNode;
}

/** Where a part of a page could not be had: why, and what to do. */
export function Failure({ error, onRetry, action }: FailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-bad bg-bad-soft p-4"
    >
      <p className="flex gap-2">
        <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden />
        <span>{sentenceOf(error)}</span>
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
      {action}
    </div>
  );
}

/** The same in one line, under what was pressed. */
export function ErrorLine({ error }: { readonly error: unknown }) {
  return (
    <p role="alert" className="text-bad">
      {sentenceOf(error)}
    </p>
  );
}

/** The shape of what comes. Give it the size of what will take its place. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunk', className)} />;
}

/** Wraps skeletons, so that a screen reader hears one sentence in place of them. */
export function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <output aria-label={label} aria-busy className="contents">
      {children}
    </output>
  );
}
