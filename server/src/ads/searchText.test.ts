import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSearchText, parseTerm } from './searchText.ts';

/** Matches like the index: all tokens, and the sequence if there is one. */
function finds(phrase: string, ...texts: string[]): boolean {
  const searchText = buildSearchText(texts);
  const held = new Set(searchText.split(' '));
  const sought = parseTerm(phrase);
  if (sought === null) return false;
  return (
    sought.tokens.every((token) => held.has(token)) &&
    (sought.sequence === null || searchText.includes(sought.sequence))
  );
}

describe('a word is found in', () => {
  it.each([
    ['Latin, with or without accents', 'creme', 'Notre CRÈME de jour'],
    ['Latin, written with accents', 'crème', 'notre creme de jour'],
    ['Cyrillic', 'скидка', 'Большая СКИДКА сегодня'],
    ['Arabic, with vowel signs', 'محمد', 'متجر مُحَمَّد'],
    ['Chinese', '免运费', '全场免运费，限时优惠'],
    ['Japanese', '送料無料', '全品送料無料キャンペーン中'],
    ['Korean, with a particle glued to it', '할인', '오늘만 할인을 받으세요'],
    ['Korean, inside a longer word', '무료배송', '전상품무료배송중'],
    ['Thai', 'ลดราคา', 'วันนี้ลดราคาทุกชิ้น'],
    ['a single Chinese character', '茶', '新鮮茶葉'],
    ['a number before Korean', '10년', '10년간 보증'],
    ['Latin among Japanese', 'iphone', '新しいiPhoneケース'],
    ['fancy type', 'sale', '𝗦𝗔𝗟𝗘 ends soon'],
    ['a picture', '🔥', 'Hot🔥deal'],
    ['an address', 'example.com/shoes', 'https://www.example.com/shoes?utm_source=x'],
  ])('%s', (_, word, text) => {
    expect(finds(word, text)).toBe(true);
  });
});

describe('a word is not found', () => {
  it.each([
    ['inside another one', 'art', 'smart start'],
    ['when its letters stand apart', '免费', '免运费'],
    ['when only its pairs are there', '中国人', '中国的国人'],
    ['when it is a mark of a field boundary', '|', 'a | b'],
  ])('%s', (_, word, text) => {
    expect(finds(word, text)).toBe(false);
  });
});

describe('a phrase', () => {
  it('is found only in its order', () => {
    expect(finds('free shipping', 'Get Free Shipping today')).toBe(true);
    expect(finds('shipping free', 'Get Free Shipping today')).toBe(false);
    expect(finds('free shipping', 'free returns and shipping')).toBe(false);
  });

  it('does not match across texts', () => {
    expect(finds('free shipping', 'everything is free', 'shipping takes a day')).toBe(false);
    expect(finds('今日', '特価今', '日本')).toBe(false);
  });

  it('may repeat a word', () => {
    expect(finds('sale sale', 'sale')).toBe(false);
    expect(finds('sale sale', 'sale sale')).toBe(true);
  });
});

it.each(['', ' ', '-', '"', '!!!', '|'])('there is nothing to search for in %j', (phrase) => {
  expect(parseTerm(phrase)).toBeNull();
});

it('uses only the index if one token is sufficient', () => {
  for (const word of ['sale', '할인', '茶']) expect(parseTerm(word)?.sequence).toBeNull();
});

it('every sequence of words of a text finds that text', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    fc.constantFrom('할인을', '今日', 'sale'),
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      fc.nat(7),
      (words, from, length) => {
        const phrase = words.slice(from, from + 1 + length).join(' ');
        fc.pre(parseTerm(phrase) !== null);
        expect(finds(phrase, words.join(' '))).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
