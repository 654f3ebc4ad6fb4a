import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from './chance.ts';
import { contrast, toHex, lchToHex, toLch, chooseReadable } from '../../colors.ts';
import { densityFor } from './paint.ts';
import { choosePalette } from './palette.ts';

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => toHex([red, green, blue]));

describe('colours', () => {
  it('contrast matches WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('survive a round trip through OKLCH', () => {
    fc.assert(
      fc.property(color, (hex) => {
        expect(contrast(lchToHex(toLch(hex)), hex)).toBeLessThan(1.03);
      }),
    );
  });

  it('a readable colour stays, others are adjusted', () => {
    expect(chooseReadable(['#ffffff'], '#123456', 4.5)).toBe('#123456');
    fc.assert(
      fc.property(color, color, (back, wanted) => {
        expect(contrast(chooseReadable([back], wanted, 4.5), back)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

describe('a palette', () => {
  it('has a text contrast of at least 4.5:1 for any colours', () => {
    fc.assert(
      fc.property(
        fc.array(color, { maxLength: 4 }),
        fc.array(color, { maxLength: 3 }),
        fc.nat(),
        (own, seen, seed) => {
          for (const surface of Object.values(choosePalette(own, seen, createSeededRandom(seed)))) {
            for (const ground of [surface.back, surface.shade]) {
              expect(contrast(surface.ink, ground)).toBeGreaterThanOrEqual(4.5);
              expect(contrast(surface.quiet, ground)).toBeGreaterThanOrEqual(4.5);
              expect(contrast(surface.button, ground)).toBeGreaterThanOrEqual(3);
            }
            expect(contrast(surface.onButton, surface.button)).toBeGreaterThanOrEqual(4.5);
            expect(contrast(surface.mark, surface.back)).toBeGreaterThanOrEqual(3);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('uses the product’s colours, else the picture’s, else a fallback pair', () => {
    const hueOf = (own: string[], seen: string[]): number =>
      toLch(choosePalette(own, seen, createSeededRandom(1)).bold.back).hue;
    expect(hueOf(['#c2512d'], ['#1f6f5c'])).toBeCloseTo(toLch('#c2512d').hue, -1);
    expect(hueOf(['no colour'], ['#1f6f5c'])).toBeCloseTo(toLch('#1f6f5c').hue, -1);
    const without = [1, 2, 3, 4, 5, 6].map(
      (seed) => choosePalette([], [], createSeededRandom(seed)).bold.back,
    );
    expect(new Set(without).size).toBeGreaterThan(2);
  });
});

describe('an overlay on a photograph', () => {
  it('is just dense enough for the text on every pixel', () => {
    expect(densityFor([[10, 10, 20]], '#101820', ['#ffffff'])).toBe(0.5);
    expect(densityFor([[255, 255, 255]], '#101820', ['#ffffff'])).toBeGreaterThan(0.5);
  });
});
