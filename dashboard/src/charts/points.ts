import type { ReactNode } from 'react';

/** One place on the axis of a chart. */
interface Point {
  /** On the axis: short. */
  readonly label: string;
  /** Where a point is told of by itself; the label unless told. */
  readonly title?: string;
  /** One for each series; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** Under its numbers, beside the cursor. */
  readonly more?: ReactNode;
}

export interface ChartProps {
  /** What is shown, as a sentence: it stands for the chart where it is read aloud. */
  readonly label: string;
  /** What each value of a point is. */
  readonly series: readonly string[];
  readonly points: readonly Point[];
  /** How a value is written; without it values are whole numbers. */
  readonly format?: ((value: number) => string) | undefined;
  /** In pixels; 200 unless told. */
  readonly height?: number;
}

/** Hues of the theme, in the order in which series take them. */
const hues: readonly string[] = [
  'var(--color-chart-1)',
  'var(--color-chart-2)',
  'var(--color-chart-3)',
  'var(--color-chart-4)',
  'var(--color-chart-5)',
  'var(--color-chart-6)',
];

export function hueAt(place: number): string {
  return hues[place % hues.length] ?? 'var(--color-chart-1)';
}

/** Lines differ in this too, so that nobody needs to tell colours apart. */
const dashes: readonly string[] = ['0', '7 4', '2 3', '10 3 2 3', '4 2', '1 4'];

export function dashAt(place: number): string {
  return dashes[place % dashes.length] ?? '0';
}
