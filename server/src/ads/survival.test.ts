import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSurvivalCurve,
  estimateSurvival,
  findMedian,
  minObservedAds,
  type Lifetimes,
} from './survival.ts';

const ended = (to: number, ads = 1): Lifetimes => ({ from: 0, to, hasEnded: true, ads });
const running = (to: number, ads = 1): Lifetimes => ({ from: 0, to, hasEnded: false, ads });

describe('the estimated survival of ads', () => {
  // Weeks of remission of 21 patients with 6-mercaptopurine: Freireich et al., Blood 21 (1963), used in many textbooks.
  const remissions = [
    ...[6, 6, 6, 7, 10, 13, 16, 22, 23].map((to) => ended(to)),
    ...[6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((to) => running(to)),
  ];
  const curve = buildSurvivalCurve(remissions);

  it.each([
    [6, 0.8571, 0.6197, 0.9516],
    [7, 0.8067, 0.5631, 0.9228],
    [10, 0.7529, 0.5032, 0.8894],
    [13, 0.6902, 0.4316, 0.8491],
    [16, 0.6275, 0.3675, 0.8049],
    [22, 0.5378, 0.2678, 0.7468],
    [23, 0.4482, 0.1881, 0.6801],
  ])('after %i weeks is that of the published example', (to, share, lower, upper) => {
    const estimate = estimateSurvival(curve, 0, to);
    expect(estimate?.share).toBeCloseTo(share, 4);
    expect(estimate?.lower).toBeCloseTo(lower, 4);
    expect(estimate?.upper).toBeCloseTo(upper, 4);
  });

  it('has a median, and none where fewer than half ended', () => {
    expect(findMedian(curve)).toBe(23);
    expect(findMedian(buildSurvivalCurve([ended(3, 4), running(9, 6)]))).toBeNull();
  });

  it('is not known where too few ads were observed', () => {
    expect(estimateSurvival(curve, 0, 25)).not.toBeNull();
    expect(estimateSurvival(curve, 0, 26)).toBeNull();
    expect(estimateSurvival(buildSurvivalCurve([]), 0, 1)).toBeNull();
    expect(estimateSurvival(buildSurvivalCurve([running(9, minObservedAds - 1)]), 0, 1)).toBeNull();
  });

  it('of ads of which none or all ended is no certainty', () => {
    const none = estimateSurvival(buildSurvivalCurve([running(30, 10)]), 0, 30);
    expect(none).toMatchObject({ share: 1, upper: 1, ads: 10 });
    expect(none?.lower).toBeCloseTo(0.6915, 4);
    const all = estimateSurvival(buildSurvivalCurve([ended(30, 10)]), 0, 30);
    expect(all).toMatchObject({ share: 0, lower: 0 });
    expect(all?.upper).toBeCloseTo(0.3085, 4);
  });

  it('does not count an ad before it was found', () => {
    const early = [ended(2, 5), running(10, 5)];
    const foundLate: Lifetimes = { from: 5, to: 10, hasEnded: false, ads: 90 };
    expect(estimateSurvival(buildSurvivalCurve([...early, foundLate]), 0, 2)?.share).toBe(0.5);
    expect(estimateSurvival(buildSurvivalCurve([...early, foundLate]), 5, 10)).toMatchObject({
      share: 1,
      ads: 95,
    });
  });

  const someLifetimes = fc.array(
    fc
      .record({
        from: fc.nat(20),
        length: fc.integer({ min: 0, max: 40 }),
        hasEnded: fc.boolean(),
        ads: fc.nat(9),
      })
      .map(({ from, length, hasEnded, ads }): Lifetimes => ({ from, to: from + length, hasEnded, ads })),
    { maxLength: 40 },
  );

  it('is that of a plain product over all days', () =>
    fc.assert(
      fc.property(someLifetimes, fc.nat(30), fc.integer({ min: 1, max: 40 }), (lifetimes, from, length) => {
        const to = from + length;
        const estimate = estimateSurvival(buildSurvivalCurve(lifetimes), from, to);
        expect(estimate === null ? null : [estimate.share, estimate.ads]).toEqual(plain(lifetimes, from, to));
        const { lower, share, upper } = estimate ?? { lower: 0, share: 0, upper: 0 };
        expect([lower, share, upper].toSorted((one, other) => one - other)).toEqual([lower, share, upper]);
      }),
      { numRuns: 2000 },
    ));
});

/** Each day by itself, each ad by itself. */
function plain(lifetimes: readonly Lifetimes[], from: number, to: number): [number, number] | null {
  const ads = lifetimes.flatMap((each) => Array.from({ length: each.ads }, () => each));
  const observedOn = (day: number) => ads.filter((ad) => ad.from < day && day <= ad.to);
  let share = 1;
  for (let day = from + 1; day <= to; day += 1) {
    const observed = observedOn(day);
    const endedToday = observed.filter((ad) => ad.hasEnded && ad.to === day).length;
    if (endedToday > 0 && observed.length < minObservedAds) return null;
    if (endedToday > 0) share *= 1 - endedToday / observed.length;
  }
  const last = observedOn(to).length;
  return last < minObservedAds ? null : [share, last];
}
