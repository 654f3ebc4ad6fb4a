import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeReachMomentum,
  findReachGrowth,
  maxSpanDays,
  minReach,
  minSpanDays,
} from './reachMomentum.ts';
import { toDate, toDay } from './run.ts';

const firstDay = toDay('2026-03-01');

/** Counts by the day of March 2026, at noon. */
function counted(...counts: readonly (readonly [day: number, reach: number | null])[]) {
  return counts.map(([day, reach]) => ({
    capturedAt: `${toDate(firstDay + day - 1)}T12:00:00.000Z`,
    reach,
    likes: 1,
    comments: null,
    shares: null,
    rankCountry: null,
  }));
}

function nameRatio(now: number, before: number): string {
  if (before === 0 || now / before > 1.5 - 1e-9) return 'rising';
  return now === 0 || before / now > 1.5 - 1e-9 ? 'cooling' : 'steady';
}

describe('the momentum of an ad', () => {
  it('compares the reach per day between three counts', () => {
    expect(describeReachMomentum(counted([1, 1000], [8, 1700], [15, 3800]), 'reported')).toEqual({
      state: 'rising',
      notKnownBecause: null,
      now: { from: '2026-03-08', to: '2026-03-15', days: 7, reach: 2100, reachPerDay: 300 },
      before: { from: '2026-03-01', to: '2026-03-08', days: 7, reach: 700, reachPerDay: 100 },
      change: 200,
      evidence: {
        kind: 'measured',
        counts: [
          { date: '2026-03-15', reach: 3800 },
          { date: '2026-03-08', reach: 1700 },
          { date: '2026-03-01', reach: 1000 },
        ],
      },
    });
  });

  it.each([
    [[1, 0], [8, 1000], [15, 2500], 'rising'],
    [[1, 0], [8, 1000], [15, 2499], 'steady'],
    [[1, 0], [8, 1500], [15, 2500], 'cooling'],
    [[1, 0], [8, 1499], [15, 2500], 'steady'],
    // Twice the reach in twice the days.
    [[1, 0], [8, 700], [22, 2100], 'steady'],
    [[1, 500], [8, 500], [15, 700], 'rising'],
    [[1, 500], [8, 700], [15, 700], 'cooling'],
  ] as const)('of %j, %j and %j is %s', (first, second, third, state) => {
    expect(describeReachMomentum(counted(first, second, third), 'reported').state).toBe(state);
  });

  it.each([
    [counted(), 'tooFewCounts', 0],
    [counted([1, null], [8, null], [15, null]), 'tooFewCounts', 0],
    [counted([8, 1000], [15, 2000]), 'tooFewCounts', 2],
    [counted([1, 1000], [8, 2000], [14, 3000]), 'tooFewCounts', 2],
    [counted([1, 1000], [8, 2000], [40, 3000]), 'tooFewCounts', 1],
    [counted([1, 1000], [8, 1050], [15, 1099]), 'tooLittleReach', 3],
    [counted([1, 1000], [8, 5000], [15, 4000]), 'reachFell', 3],
    [counted([1, 5000], [8, 1000], [15, 4000]), 'reachFell', 3],
  ] as const)('of %j is not known: %s', (counts, notKnownBecause, used) => {
    const found = describeReachMomentum(counts, 'estimated');
    expect(found).toMatchObject({ state: 'notKnown', notKnownBecause, change: null });
    expect(found.evidence.counts).toHaveLength(used);
  });

  it('is not known of ranges, of which the same one may hide a gain', () => {
    const ranges = counted([1, 55_000], [8, 55_000], [15, 550_000]);
    expect(describeReachMomentum(ranges, 'range')).toEqual({
      state: 'notKnown',
      notKnownBecause: 'reachIsRange',
      now: null,
      before: null,
      change: null,
      evidence: { kind: 'estimated', counts: [] },
    });
    expect(findReachGrowth(ranges, 'range')).toBeNull();
    expect(findReachGrowth(ranges, 'estimated')).toBeGreaterThan(1);
  });

  it('is that of a plain search for counts by day', () => {
    const someCount = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.option(fc.integer({ min: 0, max: 5000 })));
    fc.assert(
      fc.property(fc.uniqueArray(someCount, { selector: ([day]) => day, maxLength: 30 }), (counts) => {
        const found = describeReachMomentum(counted(...counts), 'reported');
        const reachOn = new Map(counts.flatMap(([day, reach]) => (reach === null ? [] : [[day, reach]])));
        const lastBetween = (from: number, to: number): number | undefined => {
          for (let day = to; day >= from; day -= 1) if (reachOn.has(day)) return day;
          return undefined;
        };
        const before = (day: number | undefined): number | undefined =>
          day === undefined ? undefined : lastBetween(day - maxSpanDays, day - minSpanDays);
        const end = lastBetween(1, 90);
        const days = [end, before(end), before(before(end))].filter((day) => day !== undefined);
        expect(found.evidence.counts).toEqual(
          days.map((day) => ({ date: toDate(firstDay + day - 1), reach: reachOn.get(day) })),
        );
        const [last = 0, middle = 0, first = 0] = days.map((day) => reachOn.get(day) ?? 0);
        const [d3 = 0, d2 = 0, d1 = 0] = days;
        const isKnown = days.length === 3 && middle <= last && first <= middle && last - first >= minReach;
        const change = (last - middle) / (d3 - d2) - (middle - first) / (d2 - d1);
        expect(found.change).toBe(isKnown ? change : null);
        const perDay = [(last - middle) / (d3 - d2), (middle - first) / (d2 - d1)] as const;
        const growth = (perDay[0] + 100) / (perDay[1] + 100);
        expect(findReachGrowth(counted(...counts.toReversed()), 'reported')).toBe(isKnown ? growth : null);
        expect(found.state).toBe(isKnown ? nameRatio(...perDay) : 'notKnown');
      }),
      { numRuns: 500 },
    );
  });
});
