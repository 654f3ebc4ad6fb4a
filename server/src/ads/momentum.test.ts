import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, classifyMomentum, countSpans, sumSpans } from './momentum.ts';

describe('momentum', () => {
  it.each([
    [{ now: 10, before: 2, base: 2 }, 'rising'],
    [{ now: 10, before: 2, base: null }, 'rising'],
    // As many as usual: the span before was a break.
    [{ now: 10, before: 2, base: 11 }, 'steady'],
    [{ now: 2, before: 10, base: 9 }, 'cooling'],
    [{ now: 2, before: 10, base: 1 }, 'steady'],
    [{ now: 7, before: 4, base: 1 }, 'steady'],
    [{ now: 4, before: 0, base: 0 }, 'steady'],
    [{ now: 5, before: 0, base: 0 }, 'rising'],
    [{ now: 0, before: 0, base: 50 }, 'steady'],
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
    expect(chanceOfAtLeast(530, 1001)).toBeCloseTo(chanceOfAtLeast(530, 1000), 1);
    expect(chanceOfAtLeast(1060, 2000)).toBeCloseTo(0.00391, 4);
  });

  it('is symmetric', () => {
    const count = fc.integer({ min: 0, max: 3000 });
    const opposite = { rising: 'cooling', cooling: 'rising', steady: 'steady' };
    fc.assert(
      fc.property(count, count, (now, before) => {
        const state = classifyMomentum({ now, before, base: null });
        expect(classifyMomentum({ now: before, before: now, base: null })).toBe(opposite[state]);
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
          const spans = sumSpans(span, 3, values);
          if (whole < 2) {
            expect(spans).toBeNull();
            return;
          }
          expect(spans?.now).toBe(between(1001 - days, 1000));
          expect(spans?.before).toBe(between(1001 - 2 * days, 1000 - days));
          const earlier = Math.min(3, whole - 2);
          const sum = between(1001 - (2 + earlier) * days, 1000 - 2 * days);
          if (earlier === 0) expect(spans?.base).toBeNull();
          else expect(spans?.base).toBeCloseTo(sum / earlier, 9);
        },
      ),
    );
  });
});
