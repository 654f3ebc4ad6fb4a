import type { Rows } from './questions.ts';

/** How far fractions may differ that engines add up in different orders, or round at a half. */
const tolerance = 0.011;
const relativeTolerance = 1e-6;

/** Where two answers to one question differ, in words; undefined when they are the same. */
export function difference(ours: Rows, theirs: Rows): string | undefined {
  if (ours.length !== theirs.length) return `${ours.length} rows here and ${theirs.length} there`;
  for (const [at, row] of ours.entries()) {
    const other = theirs[at] ?? [];
    if (row.length !== other.length || !row.every((value, column) => isSame(value, other[column]))) {
      return `row ${at + 1} is ${JSON.stringify(row)} here and ${JSON.stringify(other)} there`;
    }
  }
  return undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  if (Number.isInteger(one) && Number.isInteger(other)) return one === other;
  return Math.abs(one - other) <= Math.max(tolerance, relativeTolerance * Math.abs(one));
}
