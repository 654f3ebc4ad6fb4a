import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { uiCopy } from './copy.ts';

const variants = {
  plain: 'bg-sunk text-ink',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

interface ChipProps {
  readonly children: ReactNode;
  readonly variant?: keyof typeof variants;
  readonly onRemove?: () => void;
  readonly removeLabel?: string;
}

export function Chip({ children, variant = 'plain', onRemove, removeLabel = uiCopy.remove }: ChipProps) {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-xs',
        variants[variant],
      )}
    >
      <span className="truncate">{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="-my-0.5 -mr-2 rounded-full p-1.5 hover:bg-card"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
