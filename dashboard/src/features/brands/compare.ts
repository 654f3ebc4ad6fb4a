import type { RouterOutputs } from '../../lib/api/types.ts';

export type Compared = RouterOutputs['brandSpy']['compare'];
export type ComparedBrand = Compared['advertisers'][number];

/** The index of the largest value; null if another one is formatted the same, or if fewer than two are known. */
export function indexOfLargest(
  values: readonly (number | null)[],
  format: (value: number) => string,
): number | null {
  const known = values.filter((value) => value !== null);
  const largest = Math.max(...known);
  if (known.length < 2 || known.filter((value) => format(value) === format(largest)).length !== 1)
    return null;
  return values.indexOf(largest);
}

export interface Portion {
  readonly value: string;
  readonly share: number;
}

interface MixRow {
  readonly value: string;
  readonly shares: readonly number[];
}

/** All values of the brands, most used first, with the share of each brand. */
export function mixRows(mixes: readonly (readonly Portion[])[]): readonly MixRow[] {
  const values = new Set(mixes.flat().map(({ value }) => value));
  const rows = [...values].map((value) => ({
    value,
    shares: mixes.map((mix) => mix.find((portion) => portion.value === value)?.share ?? 0),
  }));
  return rows.toSorted((one, other) => sum(other.shares) - sum(one.shares));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
