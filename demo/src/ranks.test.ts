import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { adsSoFar, pickRank } from './ranks.ts';

const million = 1_000_000;

/** Number of ads per rank. */
function sizesOf(ads: number): Uint32Array {
  const random = createRandom(1, 1, 1);
  const sizes = new Uint32Array(ads);
  for (let number = 0; number < ads; number += 1) {
    const rank = pickRank(number, random);
    sizes[rank] = (sizes[rank] ?? 0) + 1;
  }
  return sizes;
}

describe('the ranks of advertisers', () => {
  const sizes = sizesOf(million);

  it('give one of fifty ads to a new advertiser, without gaps', () => {
    expect(sizes.findIndex((size) => size === 0)).toBe(million / 50);
  });

  it('give the largest about three percent of a million ads, and the median few', () => {
    expect(sizes[0]).toBeGreaterThan(24_000);
    expect(sizes[0]).toBeLessThan(34_000);
    expect(sizes[10_000]).toBeLessThan(10);
  });

  it('start with forty advertisers', () => {
    expect(sizesOf(40).every((size) => size === 1)).toBe(true);
    expect(sizesOf(1000).findIndex((size) => size === 0)).toBe(40);
  });

  it('estimate the number of ads per rank well', () => {
    for (const rank of [0, 10, 100]) {
      expect(adsSoFar(rank, million) / (sizes[rank] ?? 0)).toBeGreaterThan(0.8);
      expect(adsSoFar(rank, million) / (sizes[rank] ?? 0)).toBeLessThan(1.2);
    }
    expect(adsSoFar(19_999, 50)).toBe(1);
  });
});
