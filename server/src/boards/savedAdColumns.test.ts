import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../ads/fold.ts';
import { adTexts } from '../testing/adTexts.ts';
import { searchPatterns } from './listAds.ts';
import { phrasePattern, wordPattern, savedSearchText } from './savedAdColumns.ts';

/** Matches a LIKE pattern like PostgreSQL. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\(.)|%|_|[$()*+.?[\]^{|}]/gsu, (part, literal: string | undefined) => {
    if (literal !== undefined) return literal.replace(/[\\$()*+.?[\]^{|}]/, String.raw`\$&`);
    return part === '%' ? '.*' : part === '_' ? '.' : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 'su').test(text);
}

const finds = (text: string, word: string): boolean =>
  isLike(savedSearchText([text]), wordPattern(word) ?? '%');
const findsPhrase = (text: string, phrase: string): boolean =>
  isLike(savedSearchText([text]), phrasePattern(phrase) ?? '%');

describe('a word is found', () => {
  it.each([
    ['within words', 'Free shipping', 'hip'],
    ['whatever the case', 'free shipping', 'SHIPPING'],
    ['whatever the accents, in the text', 'Crème brûlée', 'creme'],
    ['whatever the accents, in the word', 'Creme brulee', 'brûlée'],
    ['in Cyrillic', 'Большая СКИДКА', 'скид'],
    ['in Arabic without its vowel signs', 'متجر مُحَمَّد للعطور', 'محمد'],
    ['in Chinese, one letter', '全场免运费，限时优惠', '惠'],
    ['in Chinese, two letters', '全场免运费', '运费'],
    ['in Japanese, in half width', '全品送料無料キャンペーン中', 'ｷｬﾝﾍﾟｰﾝ'],
    ['in Korean with a particle', '특별 할인을 받으세요', '할인'],
    ['in Thai', 'วันนี้ลดราคาทุกชิ้น', 'ลด'],
    ['where two scripts meet', 'Neues iPhone手机', 'iphone手机'],
    ['when it is short, as a whole word', 'It is ok', 'ok'],
    ['when it is short, at the beginning of a word', 'okay', 'ok'],
    ['with its marks of punctuation', 'Save 50% now', '50%'],
    ['with a hyphen', 'Send an e-mail', 'e-mail'],
    ['with a curly apostrophe', 'Don’t wait', "don't"],
    ['as a piece of an address', 'https://www.tents.example/two-person?x=1', 'tents.example/two-p'],
    ['as a picture', 'Hot 🔥 deals', '🔥'],
    ['as a mark alone', 'Save 50% now', '%'],
    ['across a backslash', String.raw`C:\dir`, String.raw`c:\d`],
  ])('%s', (_, text, word) => {
    expect(finds(text, word)).toBe(true);
  });
});

describe('a word is not found', () => {
  it.each([
    ['when it is short, inside a word', 'book', 'ok'],
    ['where a percent sign would stand for anything', 'Save 500 now', '50%'],
    ['where an underscore would stand for a letter', 'axb', 'a_b'],
    ['where its hyphen is a space', 'the mail', 'e-mail'],
    ['in other letters', 'Free shipping', 'shopping'],
  ])('%s', (_, text, word) => {
    expect(finds(text, word)).toBe(false);
  });
});

describe('a phrase', () => {
  it.each([
    ['is found in its order', 'Get FREE  shipping\ntoday', 'free shipping today', true],
    ['is not found with something between', 'Free fast shipping', 'free shipping', false],
    ['is not found in another order', 'Shipping free', 'free shipping', false],
    ['ends where a word ends', 'Free shipping', 'free ship', false],
    ['begins where a word begins', 'Carefree shipping', 'free shipping', false],
    ['of one word is that word', 'The party', 'art', false],
    ['of Chinese needs no ends', '全场免运费', '免运费', true],
    ['ends beside punctuation', 'Now: free shipping!', 'free shipping', true],
  ])('%s', (_, text, phrase, expected) => {
    expect(findsPhrase(text, phrase)).toBe(expected);
  });

  it('does not match across texts', () => {
    expect(
      isLike(savedSearchText(['Everything free', 'shipping today']), phrasePattern('free shipping') ?? ''),
    ).toBe(false);
  });
});

it.each(['', ' ', '\u3000'])('%j has nothing to search for', (text) => {
  expect(wordPattern(text)).toBeNull();
  expect(phrasePattern(text)).toBeNull();
});

it('every substring of three characters is found', () => {
  const texts = fc
    .string({ unit: 'grapheme', minLength: 3, maxLength: 40 })
    // Folding turns a standalone mark, such as ˘, into a space.
    .filter((text) => /^\S{3,}$/u.test(text) && !/\s/u.test(foldText(text)));
  fc.assert(
    fc.property(texts, fc.nat(), (text, from) => {
      const letters = Array.from(
        new Intl.Segmenter().segment(text.normalize('NFC')),
        ({ segment }) => segment,
      );
      const start = from % Math.max(1, letters.length - 2);
      expect(finds(text, letters.slice(start, start + 3).join(''))).toBe(true);
    }),
  );
});

it('the whole text of an ad finds that ad', () => {
  fc.assert(
    fc.property(adTexts, (text) => {
      const searched = savedSearchText(['Acme', text]);
      const { required, excluded, whole } = searchPatterns(text);
      expect(required.filter((pattern) => !isLike(searched, pattern))).toEqual([]);
      const isExcluded = excluded.some((pattern) => isLike(searched, pattern));
      expect(!isExcluded || (whole !== null && isLike(searched, whole))).toBe(true);
    }),
  );
});

it('a pattern has a maximum length and does not split characters', () => {
  const text = `a${'🔥'.repeat(2000)}`;
  for (const pattern of [wordPattern(text), phrasePattern(text)]) {
    expect(pattern?.length).toBeLessThan(510);
    expect(pattern?.isWellFormed()).toBe(true);
    expect(isLike(savedSearchText([text]), pattern ?? '')).toBe(true);
  }
});

it('only the beginning of extremely long texts is searched', () => {
  const endless = Array.from({ length: 60 }, (_, place) => `beginning${place} ${'word '.repeat(4000)}`);
  const text = savedSearchText(['Acme', ...endless]);
  expect(text.length).toBeLessThan(150_000);
  expect([isLike(text, '%beginning4 %'), isLike(text, '%beginning5 %')]).toEqual([true, false]);
});
