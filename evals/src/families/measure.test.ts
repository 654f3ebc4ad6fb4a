import { describe, expect, it } from 'vitest';
import { heldOut, measureFamilies, tuning } from './measure.ts';

describe('creative families', () => {
  it.each([
    ['tuned', tuning],
    ['held out', heldOut],
  ])('are precise and complete on the %s half', (_, half) => {
    const { precision, recall } = measureFamilies(half);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('are measured on brands of one half only', () => {
    const tuned = new Set(tuning.map(({ brand }) => brand));
    expect(heldOut.filter(({ brand }) => tuned.has(brand))).toEqual([]);
  });
});
