import { describe, expect, it } from 'vitest';
import { scoreOfAd, scoreOfText } from './score.ts';

describe('the score of a text', () => {
  it('matches the example in the docs', () => {
    const { performanceScore, scoreParts } = scoreOfText(45, 120_000, 4);
    expect(performanceScore).toBe(69.38);
    expect(scoreParts.longevity).toBeCloseTo(0.7769, 4);
    expect(scoreParts.reach).toBeCloseTo(0.7256, 4);
    expect(scoreParts.variants).toBeCloseTo(0.4512, 4);
    expect(scoreParts.engagement).toBeNull();
  });

  it('omits a reach of zero and scales the other weights', () => {
    const { performanceScore, scoreParts } = scoreOfText(45, 0, 4);
    expect(scoreParts.reach).toBeNull();
    expect(performanceScore).toBe(67.67);
  });

  it('is between 0 and 100', () => {
    expect(scoreOfText(1, 0, 1).performanceScore).toBe(2.27);
    expect(scoreOfText(100_000, Number.MAX_SAFE_INTEGER, 1_000_000).performanceScore).toBe(100);
  });
});

describe('the score of an ad', () => {
  it('matches the example in the docs', () => {
    const { performanceScore, scoreParts } = scoreOfAd(45, 120_000, 2_500);
    expect(performanceScore).toBe(73.95);
    expect(scoreParts.engagement).toBeCloseTo(0.6796, 4);
    expect(scoreParts.variants).toBeNull();
  });

  it('omits unknown parts', () => {
    expect(scoreOfAd(45, null, null).performanceScore).toBe(77.69);
    expect(scoreOfAd(45, null, 2_500).performanceScore).toBe(74.69);
  });

  it('counts an engagement of zero, but omits a reach of zero', () => {
    expect(scoreOfAd(45, 0, 0)).toMatchObject({ scoreParts: { reach: null, engagement: 0 } });
  });
});
