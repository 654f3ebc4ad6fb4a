import type { AdColumns } from './adColumns.ts';

/** Unknown reach counts as zero. */
export function sumReach({ reach }: AdColumns, rows: Iterable<number>): number {
  let sum = 0;
  for (const row of rows) {
    const value = reach[row] ?? 0;
    if (!Number.isNaN(value)) sum += value;
  }
  return sum;
}

export function createSeenRange({ firstSeen, lastSeen }: AdColumns) {
  const range = {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    add: (row: number): void => {
      range.first = Math.min(range.first, firstSeen[row] ?? 0);
      range.last = Math.max(range.last, lastSeen[row] ?? 0);
    },
  };
  return range;
}

export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
