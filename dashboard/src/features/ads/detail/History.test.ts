import { describe, expect, it } from 'vitest';
import { reachMomentumCopy } from './copy.ts';
import { listMeasures } from './History.tsx';

const snapshot = { capturedAt: '2026-03-01T00:00:00.000Z', shares: null, rankCountry: null };

describe('the metrics of a history', () => {
  it('are those measured more than once; zero is a measurement, null is not', () => {
    const history = [
      { ...snapshot, reach: 100, likes: 0, comments: 5 },
      { ...snapshot, reach: 200, likes: 0, comments: null },
    ];
    expect(listMeasures(history)).toEqual(['reach', 'likes']);
    expect(listMeasures(history.slice(1))).toEqual([]);
  });
});

describe('the momentum of an ad', () => {
  const span = { from: '2026-03-08', to: '2026-03-15', days: 7, reach: 2100, reachPerDay: 300 };
  const momentum = {
    state: 'rising' as const,
    notKnownBecause: null,
    now: span,
    before: { ...span, from: '2026-03-01', to: '2026-03-08', reach: 700, reachPerDay: 100 },
    change: 200,
    usual: null,
    evidence: { kind: 'measured' as const, counts: [] },
  };

  it('is shown with both numbers and their days', () => {
    const text = reachMomentumCopy.summary(momentum);
    expect(text).toMatch(/^Rising: reach grew by 300 a day \(.+\), before by 100 a day \(.+\)$/);
    expect(text).toContain('15');
  });

  it('is compared with what is usual for the brand, if that is known', () => {
    const usual = { reachPerDay: 120.4, ads: 45, kind: 'measured' as const };
    expect(reachMomentumCopy.summary({ ...momentum, usual })).toMatch(
      /; typical for this brand: 120 a day \(45 ads\)$/,
    );
  });

  it('is shown with the reason why there is no trend', () => {
    const unknown = { ...momentum, state: 'notKnown' as const, change: null };
    expect(reachMomentumCopy.summary({ ...unknown, notKnownBecause: 'reachFell' })).toBe(
      'No trend yet: a later count was lower',
    );
  });
});
