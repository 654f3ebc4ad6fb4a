import { describe, expect, it } from 'vitest';
import { labelInterval, listTicks, scaleY } from './scale.ts';

describe('the scale of a chart', () => {
  it('has round ticks that include the highest value', () => {
    expect(listTicks(97, true)).toEqual([0, 25, 50, 75, 100]);
    expect(listTicks(3, true)).toEqual([0, 1, 2, 3]);
    expect(listTicks(0.8, false)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8]);
    expect(listTicks(0, true)).toEqual([0, 1]);
    expect(listTicks(20_300, true).at(-1)).toBeGreaterThanOrEqual(20_300);
  });

  it('places zero at the bottom and the highest tick at the top', () => {
    const plot = { left: 0, right: 100, top: 8, bottom: 180, max: 50 };
    expect([scaleY(plot, 0), scaleY(plot, 50)]).toEqual([180, 8]);
  });

  it('leaves out labels that would overlap', () => {
    expect(labelInterval(['Jan', 'Feb'], 600)).toBe(1);
    expect(
      labelInterval(
        Array.from({ length: 90 }, () => '12 Mar'),
        600,
      ),
    ).toBe(9);
  });
});
