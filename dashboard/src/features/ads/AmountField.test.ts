import { expect, it } from 'vitest';
import { readAmount } from './AmountField.tsx';

it('clears the filter for an empty or negative amount', () => {
  expect(['', '-5', '0', '1200'].map(readAmount)).toEqual([undefined, undefined, 0, 1200]);
});
