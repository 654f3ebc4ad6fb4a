import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('folding makes equal', () => {
  it.each([
    ['case', 'SALE', 'sale'],
    ['French accents', 'Été à la crème', 'ete a la creme'],
    ['composed and decomposed accents', 'cafe\u0301', 'cafe'],
    ['German sharp s', 'Straße STRASSE', 'strasse strasse'],
    ['Turkish dots', 'İstanbul ışık', 'istanbul isik'],
    ['Polish, Danish and Icelandic letters', 'Łódź Smørrebrød Þór', 'lodz smorrebrod thor'],
    ['Vietnamese marks', 'Ưu đãi đặc biệt', 'uu dai dac biet'],
    ['Greek accents and final sigma', 'ΤΈΛΟΣ τέλος', 'τελοσ τελοσ'],
    ['Russian yo', 'Ёлка елка', 'елка елка'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['Arabic vowel signs and tatweel', 'مُحَمَّد العـــرب', 'محمد العرب'],
    ['Arabic alefs, yehs and Persian letters', 'أحمد إلى کتابی', 'احمد الي كتابي'],
    ['digits', '١٢٣ ۴۵ ०१', '123 45 01'],
    ['full-width letters', 'ＳＡＬＥ５０％', 'sale50%'],
    ['letters in fancy type', '𝗦𝗔𝗟𝗘 𝓼𝓪𝓵𝓮 ﬁne', 'sale sale fine'],
    ['what nobody sees', 'so\u00adft\ufeff', 'soft'],
  ])('%s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('folding keeps', () => {
  it.each([
    ['dakuten, which make another letter', 'がぎ バパ', 'がぎ バパ'],
    ['half-width kana, as full-width ones', 'ｶﾞﾗｽ', 'ガラス'],
    ['composed Hangul', '할인', '할인'],
    ['decomposed Hangul, composed', '할인'.normalize('NFD'), '할인'],
    ['the vowel signs of Hindi and Thai', 'हिन्दी วันนี้', 'हिन्दी วันนี้'],
    ['a trade mark sign apart from the name before it', 'Magpie™ Co®', 'magpie  co '],
  ])('%s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

it('is idempotent', () => {
  const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(anything, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { numRuns: 2000 },
  );
});

it('is independent of the normalization form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
    }),
    { numRuns: 500 },
  );
});

it('handles a long run of marks quickly', () => {
  expect(foldText('\u{0e38}\u{0e48}'.repeat(100_000)).length).toBeLessThan(100);
});
