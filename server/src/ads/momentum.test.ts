import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chanceOfAtLeast,
  classifyMomentum,
  classifyShare,
  countSpans,
  measureShare,
  sumSpans,
} from './momentum.ts';

describe('momentum', () => {
  it.each([
    [{ now: 10, before: 2, base: 2 }, 'rising'],
    [{ now: 10, before: 2, base: null }, 'rising'],
    // As many as usual: the span before was a break.
    [{ now: 10, before: 2, base: 11 }, 'steady'],
    [{ now: 2, before: 10, base: 9 }, 'cooling'],
    [{ now: 2, before: 10, base: 1 }, 'steady'],
    [{ now: 7, before: 4, base: 1 }, 'steady'],
    [{ now: 4, before: 0, base: 0 }, 'notKnown'],
    [{ now: 5, before: 0, base: 0 }, 'rising'],
    [{ now: 0, before: 0, base: 50 }, 'notKnown'],
    [{ now: 1100, before: 1000, base: 900 }, 'rising'],
    [{ now: 1030, before: 1000, base: 900 }, 'steady'],
  ] as const)('of %j is %s', (spans, state) => {
    expect(classifyMomentum(spans)).toBe(state);
  });

  it('depends on the chance of heads and tails', () => {
    expect(chanceOfAtLeast(5, 5)).toBeCloseTo(1 / 32, 10);
    expect(chanceOfAtLeast(0, 5)).toBeCloseTo(1, 10);
    expect(chanceOfAtLeast(9, 12)).toBeCloseTo((220 + 66 + 12 + 1) / 4096, 10);
    // The exact sum and the normal distribution meet.
    const meets = (chanceOfAtLeast(165, 300) + chanceOfAtLeast(165, 302)) / 2;
    expect(chanceOfAtLeast(165, 301)).toBeCloseTo(meets, 2);
    expect(chanceOfAtLeast(1060, 2000)).toBeCloseTo(0.00391, 4);
  });

  it('is symmetric', () => {
    const count = fc.integer({ min: 0, max: 3000 });
    const opposite = { rising: 'cooling', cooling: 'rising', steady: 'steady', notKnown: 'notKnown' };
    fc.assert(
      fc.property(count, count, (now, before) => {
        const state = classifyMomentum({ now, before, base: null });
        expect(classifyMomentum({ now: before, before: now, base: null })).toBe(opposite[state]);
      }),
    );
  });
});

describe('the momentum of a share', () => {
  it.each([
    [{ now: 20, before: 10, allNow: 1000, allBefore: 1000 }, 'rising'],
    // There is twice as much of everything.
    [{ now: 20, before: 10, allNow: 2000, allBefore: 1000 }, 'steady'],
    [{ now: 10, before: 10, allNow: 3000, allBefore: 1000 }, 'cooling'],
    [{ now: 4, before: 0, allNow: 1000, allBefore: 1000 }, 'notKnown'],
    [{ now: 20, before: 0, allNow: 1000, allBefore: 0 }, 'notKnown'],
  ] as const)('of %j is %s', (shares, state) => {
    expect(classifyShare(shares)).toBe(state);
  });

  it('is the same for a coin as the sum of its binomial terms', () => {
    const binomial = (heads: number, tosses: number, share: number): number => {
      let coefficient = 1;
      let sum = 0;
      for (let at = 0; at <= tosses; at += 1) {
        if (at >= heads) sum += coefficient * share ** at * (1 - share) ** (tosses - at);
        coefficient *= (tosses - at) / (at + 1);
      }
      return sum;
    };
    const parts = [fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })] as const;
    fc.assert(
      fc.property(...parts, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (heads, tails, share) => {
        const tosses = heads + tails;
        expect(chanceOfAtLeast(heads, tosses, share)).toBeCloseTo(binomial(heads, tosses, share), 9);
      }),
    );
  });

  it('has the sign of its state', () => {
    const some = fc.integer({ min: 1, max: 3000 });
    fc.assert(
      fc.property(some, some, some, some, (now, before, restNow, restBefore) => {
        const shares = { now, before, allNow: now + restNow, allBefore: before + restBefore };
        const signs: Partial<Record<string, number>> = { rising: 1, cooling: -1 };
        const sign = Math.sign(measureShare(shares));
        expect(signs[classifyShare(shares)] ?? sign).toBe(sign);
      }),
    );
  });
});

describe('the sums of spans', () => {
  it('are those of a plain count by days', () => {
    const someDay = fc.integer({ min: 900, max: 1010 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someDay, fc.integer({ min: 0, max: 9 }))),
        fc.integer({ min: 900, max: 1000 }),
        fc.integer({ min: 1, max: 30 }),
        (values, since, days) => {
          const span = { until: 1000, since, days };
          const between = (from: number, to: number): number =>
            values.filter(([day]) => day >= from && day <= to).reduce((sum, [, value]) => sum + value, 0);
          const whole = Math.floor((1001 - since) / days);
          expect(countSpans(span)).toBe(whole);
          const earlier = Math.min(3, whole - 2);
          const sum = between(1001 - (2 + earlier) * days, 1000 - 2 * days);
          const expected = {
            now: between(1001 - days, 1000),
            before: between(1001 - 2 * days, 1000 - days),
            base: earlier === 0 ? null : sum / earlier,
          };
          expect(sumSpans(span, 3, values)).toEqual(whole < 2 ? null : expected);
        },
      ),
    );
  });
});
