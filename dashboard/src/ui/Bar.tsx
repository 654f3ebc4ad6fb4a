import { classes } from './classes.ts';

interface BarProps {
  /** 0 to 1. */
  readonly share: number;
  readonly className?: string;
}

/** A bar that compares a number with the largest one. Decorative: the number is next to it. */
export function Bar({ share, className }: BarProps) {
  const width = `${Math.max(share > 0 ? 1 : 0, Math.min(share, 1) * 100)}%`;
  return (
    <div aria-hidden className={classes('h-1.5 overflow-hidden rounded-full bg-sunk', className)}>
      <div className="h-full rounded-full bg-chart-1" style={{ width }} />
    </div>
  );
}
