import { describe, expect, it } from 'vitest';
import { explainConfidence, explainRank, explainScore, topShare } from './Score.tsx';

const sum = (parts: Parameters<typeof explainScore>[0]): number =>
  explainScore(parts).reduce((total, line) => total + line.points, 0);

describe('the breakdown of a score', () => {
  it("adds up to the server's score of an ad and of a text", () => {
    expect(sum({ longevity: 0.7769, reach: 0.7256, engagement: 0.6796, variants: null })).toBeCloseTo(
      73.95,
      1,
    );
    expect(sum({ longevity: 0.7769, reach: 0.7256, engagement: null, variants: 0.4512 })).toBeCloseTo(
      69.38,
      1,
    );
  });

  it('counts unknown parts as nothing, and marks them as unknown', () => {
    const parts = { longevity: 0.7769, reach: null, engagement: null, variants: 0.4512 };
    expect(sum(parts)).toBeCloseTo(43.98, 1);
    expect(explainScore(parts).map(({ name, value, max }) => [name, value, max])).toEqual([
      ['Longevity', 0.7769, 45],
      ['Reach', null, 35],
      ['Text reuse', 0.4512, 20],
    ]);
    expect(explainScore({ ...parts, variants: null }).map(({ name }) => name)).toContain('Engagement');
  });
});

describe('the explanation of a score', () => {
  const score = {
    performanceScore: 34.96,
    scoreParts: { longevity: 0.7769, reach: null, engagement: null, variants: null },
    confidence: 0.45,
    percentile: 95.6,
    comparedWith: { platform: 'facebook', minAge: 30, maxAge: 59, ads: 120 },
  } as const;

  it('states the confidence and how high the score could be', () => {
    expect(explainConfidence(score)).toBe(
      'Confidence 45%: parts without data count as 0. With all data, the score could be up to 90.',
    );
    expect(explainConfidence({ ...score, confidence: 1 })).toBe('Confidence 100%: all parts have data.');
  });

  it('states with what an ad is compared, or that too few ads are comparable', () => {
    expect(explainRank(score)).toBe('Top 4% of 120 ads on Facebook launched 30 to 59 days ago.');
    expect(
      explainRank({ ...score, comparedWith: { ...score.comparedWith, minAge: 365, maxAge: null } }),
    ).toBe('Top 4% of 120 ads on Facebook launched 365 or more days ago.');
    expect(explainRank({ ...score, percentile: null, comparedWith: null })).toContain('too few ads');
    expect(topShare(100)).toBe(0.01);
  });
});
