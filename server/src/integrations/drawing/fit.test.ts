import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, fitUnbroken, type TextBlock } from './fit.ts';

const letter = 0.5;

function wordsOf(lengths: readonly number[]): TextBlock {
  const words = lengths.map((length) => ({
    text: 'x'.repeat(length),
    width: length * letter,
    space: 0.25,
    pieces: Array.from({ length: Math.ceil(length / 3) }, (_nothing, index) => {
      const text = 'x'.repeat(Math.min(3, length - 3 * index));
      return { text, width: text.length * letter };
    }),
  }));
  const text = words.map((word) => word.text).join(' ');
  const lettering = {
    text,
    font: 'sans',
    weight: 400,
    language: null,
    direction: 'ltr',
    spacing: 0,
  } as const;
  return { style: lettering, measured: { text, words }, lineHeight: 1.2 };
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
const room = fc.record({
  width: fc.integer({ min: 60, max: 900 }),
  height: fc.integer({ min: 10, max: 900 }),
  maxSize: fc.integer({ min: 30, max: 120 }),
  minSize: fc.integer({ min: 12, max: 30 }),
  maxLines: fc.integer({ min: 1, max: 8 }),
});

describe('fitting text', () => {
  it('keeps within its room, whatever the text, and loses nothing unless it says so', () => {
    fc.assert(
      fc.property(lengths, room, (each, wanted) => {
        const words = wordsOf(each);
        const text = fit(words, wanted);
        expect(text === null).toBe(wanted.height / (wanted.minSize * 1.2) + 0.001 < 1);
        if (text === null) return;
        expect(text.width).toBeLessThanOrEqual(wanted.width + 0.001);
        expect(text.height).toBeLessThanOrEqual(wanted.height + 0.2);
        expect(text.lines.length).toBeLessThanOrEqual(wanted.maxLines);
        const written = text.lines
          .map((line) => line.text)
          .join('')
          .replaceAll(/[ -]/g, '');
        const whole = words.measured.text.replaceAll(' ', '');
        const kept = written.replace('…', '');
        expect(text.isCut ? whole.slice(0, kept.length) : written).toBe(text.isCut ? kept : whole);
      }),
      { numRuns: 500 },
    );
  });

  it('sets a short text as large as it may be, and a long one smaller', () => {
    const wanted = { width: 500, height: 300, maxSize: 100, minSize: 20, maxLines: 4 };
    expect(fit(wordsOf([5, 3]), wanted)?.size).toBe(100);
    expect(fit(wordsOf(Array.from({ length: 20 }, () => 6)), wanted)?.size).toBeLessThan(60);
  });

  it('makes letters smaller before it breaks a word', () => {
    const wanted = { width: 400, height: 400, maxSize: 100, minSize: 20, maxLines: 4 };
    expect(fit(wordsOf([30]), wanted)?.lines).toHaveLength(1);
    const lines = fit(wordsOf([90]), wanted)?.lines.map(({ text }) => text) ?? [];
    expect(lines.map((text) => text.at(-1))).toEqual(['-', '-', 'x']);
    expect(lines.map((text) => text.length)).toEqual([31, 31, 30]);
  });

  it('makes letters smaller than they should be rather than lose a word that cannot be broken', () => {
    const word = {
      text: '$1,299.95',
      width: 9 * letter,
      space: 0,
      pieces: [{ text: '$1,299.95', width: 4.5 }],
    };
    const words = { ...wordsOf([1]), measured: { text: word.text, words: [word] } };
    const wanted = { width: 60, height: 40, maxSize: 40, minSize: 20, maxLines: 1 };
    expect(fit(words, wanted)).toMatchObject({ lines: [{ text: '$1,299.95' }], isCut: false });
    expect(fitUnbroken(words, wanted)).toBeNull();
  });

  it('leaves no word alone in the last line', () => {
    const wanted = { width: 430, height: 400, maxSize: 40, minSize: 40, maxLines: 4 };
    const widths = fit(wordsOf([6, 6, 6, 6]), wanted)?.lines.map(({ width }) => width) ?? [];
    expect(widths).toHaveLength(2);
    expect(Math.min(...widths)).toBeGreaterThan(200);
  });

  it('is nothing where not a line fits', () => {
    expect(fit(wordsOf([4]), { width: 400, height: 10, maxSize: 40, minSize: 20, maxLines: 1 })).toBeNull();
    expect(fit(wordsOf([]), { width: 400, height: 100, maxSize: 40, minSize: 20, maxLines: 1 })).toBeNull();
  });
});
