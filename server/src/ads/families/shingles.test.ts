import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaccard, toBands, toShingles } from './shingles.ts';

const plainShingles = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 4) }, (_, at) => text.slice(at, at + 5)));

describe('shingles', () => {
  it('have the Jaccard similarity of the sequences of five characters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '茶', ' '), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [ours, others] = [plainShingles(one), plainShingles(other)];
        const common = [...ours].filter((each) => others.has(each)).length;
        const all = new Set([...ours, ...others]).size;
        expect(jaccard(toShingles(one), toShingles(other))).toBe(all === 0 ? 1 : common / all);
      }),
    );
  });
});

/** Sets of numbers with a given number of common and own members. */
function overlapping(run: number, common: number, own: number): [Set<number>, Set<number>] {
  const members = (from: number, count: number): number[] =>
    Array.from({ length: count }, (_, at) => Math.imul(run * 100_003 + from + at, 0x9e_37_79_b1));
  const shared = members(0, common);
  return [new Set([...shared, ...members(1000, own)]), new Set([...shared, ...members(2000, own)])];
}

/** The share of 400 pairs that have a band in common. */
function shareWithBand(common: number, own: number): number {
  const pairs = Array.from({ length: 400 }, (_, run) => overlapping(run, common, own));
  const found = pairs.filter(([one, other]) => {
    const bands = new Set(toBands(one));
    return toBands(other).some((band) => bands.has(band));
  });
  return found.length / pairs.length;
}

describe('bands', () => {
  it('are those of the set, whatever its order, in 52 bits', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(numbers, (values) => {
        const bands = toBands(new Set(values));
        expect(bands).toHaveLength(10);
        expect(toBands(new Set(values.toReversed()))).toEqual(bands);
        for (const band of bands) {
          expect(Number.isSafeInteger(band)).toBe(true);
          expect(band).toBeLessThan(2 ** 52);
        }
      }),
    );
    expect(toBands(new Set())).toEqual([]);
  });

  it('are shared by similar sets and rarely by others', () => {
    // Expected: 98 %, 84 %, 2 % and less than one in 100,000.
    expect(shareWithBand(160, 20)).toBeGreaterThan(0.95);
    expect(shareWithBand(140, 30)).toBeGreaterThan(0.77);
    expect(shareWithBand(60, 70)).toBeLessThan(0.07);
    expect(shareWithBand(10, 95)).toBe(0);
  });
});
