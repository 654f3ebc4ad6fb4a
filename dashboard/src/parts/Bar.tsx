import { classes } from './classes.ts';

interface BarProps {
  /** 0 to 1. */
  readonly share: number;
  readonly className?: string;
}

/** A bar under or beside a number: how it compares with the largest. The number itself stands next to it. */
export function Bar({ share, className }: BarProps) {
  const width = `${Math.max(share > 0 ? 1 : 0, Math.min(share, 1) * 100)}%`;
  return (
    <div aria-hidden className={classes('h-1.5 overflow-hidden rounded-full bg-sunk', className)}>
      <div className="h-full rounded-full bg-chart-1" style={{ width }} />
    </div>
  );
}
