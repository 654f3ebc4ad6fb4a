import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dice } from './dice.ts';

const number = fc.integer({ min: 0, max: 0xff_ff_ff_ff });

function rolls(dice: Dice, count: number): number[] {
  return Array.from({ length: count }, () => dice.roll());
}

describe('dice', () => {
  it('repeat only with the same seed', () => {
    fc.assert(
      fc.property(number, number, number, (world, purpose, which) => {
        const first = rolls(new Dice(world, purpose, which), 8);
        expect(rolls(new Dice(world, purpose, which), 8)).toEqual(first);
        expect(rolls(new Dice(world, purpose, which + 1), 8)).not.toEqual(first);
        expect(rolls(new Dice(world, purpose + 1, which), 8)).not.toEqual(first);
      }),
    );
  });

  it('are uniform, also the first roll of consecutive seeds', () => {
    const first = Array.from({ length: 20_000 }, (_, which) => new Dice(7, 1, which).below(10));
    for (let side = 0; side < 10; side += 1) {
      const share = first.filter((roll) => roll === side).length / first.length;
      expect(share).toBeGreaterThan(0.09);
      expect(share).toBeLessThan(0.11);
    }
  });

  it('stay within bounds', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 1000 }), (world, end) => {
        const dice = new Dice(world, 1, 1);
        expect(dice.below(end)).toBeLessThan(end);
        expect(dice.between(end, end + 3) - end).toBeLessThanOrEqual(3);
        expect(Math.abs(dice.bell())).toBeLessThan(3.5);
      }),
    );
  });

  it('pick by weight, and never items with weight 0', () => {
    const dice = new Dice(1, 2, 3);
    const picks = Array.from({ length: 10_000 }, () => dice.weighted({ rare: 1, never: 0, often: 9 }));
    expect(picks).not.toContain('never');
    expect(picks.filter((pick) => pick === 'rare').length / picks.length).toBeCloseTo(0.1, 1);
    expect(() => dice.pick([])).toThrow('list is empty');
  });
});
