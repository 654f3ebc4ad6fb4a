import type { Answers } from '../../api/types.ts';

export type Compared = Answers['brandSpy']['compare'];
export type ComparedBrand = Compared['advertisers'][number];

/** The place of the one value that is larger than every other and is also written otherwise; null where none is. */
export function placeOfLargest(
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
  /** Of each brand's ads, in the order of the brands. */
  readonly shares: readonly number[];
}

/** What any of the brands uses, the most used first, with each one's share: 0 where it does not. */
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
