import { describe, expect, it } from 'vitest';
import { explainScore } from './Score.tsx';

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

  it('spreads the weight of unknown parts over the rest, and marks them as unknown', () => {
    const parts = { longevity: 0.7769, reach: null, engagement: null, variants: 0.4512 };
    expect(sum(parts)).toBeCloseTo(67.67, 1);
    expect(explainScore(parts).map(({ name, value }) => [name, value])).toEqual([
      ['Longevity', 0.7769],
      ['Reach', null],
      ['Text reuse', 0.4512],
    ]);
  });
});
