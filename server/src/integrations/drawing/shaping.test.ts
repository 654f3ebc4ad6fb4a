import { describe, expect, it } from 'vitest';
import { detectDirection, splitRuns } from './lettering.ts';
import { measureText } from './measure.ts';
import { shapeLine } from './shaping.ts';

const lettering = (text: string) =>
  ({
    text,
    font: 'sans',
    weight: 700,
    language: null,
    direction: detectDirection(text),
    spacing: 0,
  }) as const;

describe('the directions of a line', () => {
  it.each([
    ['Hello world', 'ltr', ['Hello world']],
    ['קפה Magpie טוב', 'rtl', [' טוב', 'Magpie', 'קפה ']],
    ['ב-20% הנחה', 'rtl', [' הנחה', '20%', 'ב-']],
    ['Buy קפה now', 'ltr', ['Buy ', 'קפה', ' now']],
  ] as const)('%s', (line, begins, runs) => {
    expect(splitRuns(line, begins).map(({ text }) => text)).toEqual(runs);
  });

  it('is that of the first letter which has one', () => {
    expect(['20% הנחה', '“Hello” שלום', '…', 'عربي'].map(detectDirection)).toEqual([
      'rtl',
      'ltr',
      'ltr',
      'rtl',
    ]);
  });
});

describe('shaping', () => {
  it('joins the letters of Arabic', () => {
    const [joined, apart] = [shapeLine(lettering('سلام')), shapeLine(lettering('س ل ا م'))];
    const outlines = new Set(apart.glyphs.map(({ outline }) => outline));
    expect(joined.glyphs.filter(({ outline }) => outlines.has(outline)).length).toBeLessThan(2);
  });

  it.each([
    ['ปี่', 'ป'],
    ['بَ', 'ب'],
    ['बिं', 'ब'],
  ])('puts the marks of %s above its letter', (marked, letter) => {
    const top = (text: string): number => {
      const { glyphs } = shapeLine(lettering(text));
      return Math.max(...glyphs.map((glyph) => glyph.y + highest(glyph.outline) * glyph.scale));
    };
    expect(top(marked)).toBeGreaterThan(top(letter) + 0.05);
  });

  it('a line is as wide as its words and spaces', () => {
    for (const text of [
      'Leave the city at five.',
      'قهوتك ساخنة حتى آخر رشفة',
      'गरमागरम कॉफ़ी',
      '어떤 문이든',
    ]) {
      const { words } = measureText(lettering(text));
      const sum = words.reduce((width, word) => width + word.width + word.space, -(words.at(-1)?.space ?? 0));
      expect(Math.abs(shapeLine(lettering(text)).width - sum)).toBeLessThan(0.12);
    }
  });

  it('a text that no typeface has is without words', () => {
    expect(measureText(lettering('🔥🔥'))).toEqual({ text: '', words: [] });
  });
});

function highest(outline: string): number {
  const numbers = outline.match(/-?[\d.]+/g)?.map(Number) ?? [0];
  return Math.max(...numbers.filter((_number, index) => index % 2 === 1));
}
