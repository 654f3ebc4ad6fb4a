import type { ReactNode } from 'react';

interface Point {
  /** Short, for the axis. */
  readonly label: string;
  /** For the tooltip and the table; default: the label. */
  readonly title?: string;
  /** One for each series; null if unknown. */
  readonly values: readonly (number | null)[];
  readonly more?: ReactNode;
}

export interface ChartProps {
  readonly label: string;
  readonly series: readonly string[];
  readonly points: readonly Point[];
  /** Formats values; without it they are whole numbers. */
  readonly format?: ((value: number) => string) | undefined;
  /** The axis reaches at least this value, so that charts side by side have one scale. */
  readonly max?: number;
  /** In pixels; default 200. */
  readonly height?: number;
}

const hueCount = 6;

export function hueAt(index: number): string {
  return `var(--color-chart-${(index % hueCount) + 1})`;
}

/** Lines also differ in their dashes, for color-blind users. */
const dashes: readonly string[] = ['0', '7 4', '2 3', '10 3 2 3', '4 2', '1 4'];

export function dashAt(index: number): string {
  return dashes[index % dashes.length] ?? '0';
}
