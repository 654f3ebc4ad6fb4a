import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from './random.ts';

const number = fc.integer({ min: 0, max: 0xff_ff_ff_ff });

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.next());
}

describe('random numbers', () => {
  it('repeat only with the same seed', () => {
    fc.assert(
      fc.property(number, number, number, (seed, purpose, index) => {
        const first = draw(createRandom(seed, purpose, index), 8);
        expect(draw(createRandom(seed, purpose, index), 8)).toEqual(first);
        expect(draw(createRandom(seed, purpose, index + 1), 8)).not.toEqual(first);
        expect(draw(createRandom(seed, purpose + 1, index), 8)).not.toEqual(first);
      }),
    );
  });

  it('are uniform, also the first number of consecutive seeds', () => {
    const first = Array.from({ length: 20_000 }, (_, index) => createRandom(7, 1, index).below(10));
    for (let side = 0; side < 10; side += 1) {
      const share = first.filter((value) => value === side).length / first.length;
      expect(share).toBeGreaterThan(0.09);
      expect(share).toBeLessThan(0.11);
    }
  });

  it('stay within bounds', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 1000 }), (seed, end) => {
        const random = createRandom(seed, 1, 1);
        expect(random.below(end)).toBeLessThan(end);
        expect(random.between(end, end + 3) - end).toBeLessThanOrEqual(3);
        expect(Math.abs(random.normal())).toBeLessThan(3.5);
      }),
    );
  });

  it('pick by weight, and never items with weight 0', () => {
    const random = createRandom(1, 2, 3);
    const picks = Array.from({ length: 10_000 }, () => random.weighted({ rare: 1, never: 0, often: 9 }));
    expect(picks).not.toContain('never');
    expect(picks.filter((pick) => pick === 'rare').length / picks.length).toBeCloseTo(0.1, 1);
    expect(() => random.pick([])).toThrow('list is empty');
  });
});
