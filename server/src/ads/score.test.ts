import { type ScoreParts, scoreWeights } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreOfAd, scoreOfParts, scoreOfText } from './score.ts';

describe('the score of a text', () => {
  it('matches the example in the docs', () => {
    const { performanceScore, scoreParts, confidence } = scoreOfText(45, 120_000, 4);
    expect(performanceScore).toBe(69.38);
    expect(scoreParts.longevity).toBeCloseTo(0.7769, 4);
    expect(scoreParts.reach).toBeCloseTo(0.7256, 4);
    expect(scoreParts.variants).toBeCloseTo(0.4512, 4);
    expect(scoreParts.engagement).toBeNull();
    expect(confidence).toBe(1);
  });

  it('has less confidence with a reach of zero, which may be unknown', () => {
    const { performanceScore, scoreParts, confidence } = scoreOfText(45, 0, 4);
    expect(scoreParts.reach).toBeNull();
    expect(performanceScore).toBe(43.98);
    expect(confidence).toBe(0.65);
  });

  it('is between 0 and 100', () => {
    expect(scoreOfText(1, 0, 1).performanceScore).toBe(1.48);
    expect(scoreOfText(100_000, Number.MAX_SAFE_INTEGER, 1_000_000).performanceScore).toBe(100);
  });
});

describe('the score of an ad', () => {
  it('matches the example in the docs', () => {
    const { performanceScore, scoreParts, confidence } = scoreOfAd(45, 120_000, 2_500);
    expect(performanceScore).toBe(73.95);
    expect(scoreParts.engagement).toBeCloseTo(0.6796, 4);
    expect(scoreParts.variants).toBeNull();
    expect(confidence).toBe(1);
  });

  it('has less confidence with unknown parts', () => {
    expect(scoreOfAd(45, null, null)).toMatchObject({ performanceScore: 34.96, confidence: 0.45 });
    expect(scoreOfAd(45, null, 2_500)).toMatchObject({ performanceScore: 48.55, confidence: 0.65 });
    expect(scoreOfAd(45, 120_000, null)).toMatchObject({ performanceScore: 60.36, confidence: 0.8 });
  });

  it('counts an engagement of zero as known, but not a reach of zero', () => {
    expect(scoreOfAd(45, 0, 0)).toMatchObject({
      scoreParts: { reach: null, engagement: 0 },
      confidence: 0.65,
    });
  });
});

const part = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
const anyParts = fc.record<ScoreParts>({ longevity: part, reach: part, engagement: part, variants: part });
const names = ['longevity', 'reach', 'engagement', 'variants'] as const;

it('never beats a score with the same parts of which more are known, and bounds it by its confidence', () => {
  const some = fc.record({
    parts: anyParts,
    // An ad has no variants, a text no engagement.
    unused: fc.constantFrom<keyof ScoreParts>('engagement', 'variants'),
    hidden: fc.subarray([...names]),
  });
  fc.assert(
    fc.property(some, ({ parts, unused, hidden }) => {
      const all = { ...parts, [unused]: null };
      const known = scoreOfParts(all);
      const less = scoreOfParts({ ...all, ...Object.fromEntries(hidden.map((name) => [name, null])) });
      expect(less.performanceScore).toBeLessThanOrEqual(known.performanceScore);
      expect(known.performanceScore).toBeLessThanOrEqual(
        less.performanceScore + 100 * (1 - less.confidence) + 0.011,
      );
      const weights = names.filter((name) => all[name] !== null).map((name) => scoreWeights[name]);
      expect(known.confidence).toBeCloseTo(
        weights.reduce((sum, weight) => sum + weight, 0),
        10,
      );
    }),
  );
});
