import { describe, expect, it } from 'vitest';
import { explainScore } from './score.ts';

const sum = (parts: Parameters<typeof explainScore>[0]): number =>
  explainScore(parts).reduce((total, line) => total + line.points, 0);

describe('what a score is made of', () => {
  it('adds up to the score that the server tells of an ad and of a text', () => {
    expect(sum({ longevity: 0.7769, reach: 0.7256, engagement: 0.6796, variants: null })).toBeCloseTo(
      73.95,
      1,
    );
    expect(sum({ longevity: 0.7769, reach: 0.7256, engagement: null, variants: 0.4512 })).toBeCloseTo(
      69.38,
      1,
    );
  });

  it('spreads the weight of what is not known over the rest, and says that it is not known', () => {
    const parts = { longevity: 0.7769, reach: null, engagement: null, variants: 0.4512 };
    expect(sum(parts)).toBeCloseTo(67.67, 1);
    expect(explainScore(parts).map(({ name, value }) => [name, value])).toEqual([
      ['How long it runs', 0.7769],
      ['Reach', null],
      ['Reuse of the text', 0.4512],
    ]);
  });
});
