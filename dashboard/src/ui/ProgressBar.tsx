import { classes } from './classes.ts';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  /** The final value; default 1. */
  readonly max?: number;
  readonly className: string;
}

export function ProgressBar({ label, value, max = 1, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className={classes(
        'h-1.5 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]',
        className,
      )}
    />
  );
}
