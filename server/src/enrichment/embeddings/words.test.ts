import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIntoPieces, buildVocabulary } from './staticTable.ts';
import { splitWords } from './words.ts';

const texts = (text: string): string[] => splitWords(text).map((word) => word.text);

describe('words', () => {
  it.each([
    ['Save 50% on T-Shirts!', ['save', '50', 'on', 't', 'shirts']],
    ['Crème brûlée, Straße', ['creme', 'brulee', 'straße']],
    ['𝗦𝗔𝗟𝗘 ＳＡＬＥ ﬁnal', ['sale', 'sale', 'final']],
    ['나이키 Nike운동화', ['나이키', 'nike', '운동화']],
    ['新品上市 3折', ['新品上市', '3', '折']],
    ['ТЁПЛЫЕ куртки', ['теплые', 'куртки']],
    ['🎉🎉 \u{d800} …', []],
  ])('of %j', (text, words) => {
    expect(texts(text)).toEqual(words);
  });

  it('of scripts without spaces are marked as runs', () => {
    expect(splitWords('安い ราคา 가격 цена').map(({ script }) => script)).toEqual([
      'run',
      'run',
      'spaced',
      'spaced',
    ]);
  });

  it('contain only letters and digits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of texts(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });

  it('of ASCII text are the same on the fast and the general path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
        expect(texts(text)).toEqual(texts(`${text} é`).slice(0, -1));
      }),
    );
  });
});

describe('pieces', () => {
  const vocabulary = buildVocabulary(['un', 'unbox', '##box', '##ing', '##i', '##ng', 'a', '##']);

  it('are the longest matches from the left', () => {
    expect(splitIntoPieces('unboxing', vocabulary)).toEqual([1, 3]);
    expect(splitIntoPieces('aboxi', vocabulary)).toEqual([6, 2, 4]);
  });

  it('are undefined if no piece fits, or the word is too long', () => {
    expect(splitIntoPieces('unzip', vocabulary)).toBeUndefined();
    expect(splitIntoPieces('box', vocabulary)).toBeUndefined();
    expect(splitIntoPieces(`a${'i'.repeat(100)}`, vocabulary)).toBeUndefined();
  });

  it('concatenate to the word', () => {
    const letters = ['a', 'b', 'c'];
    const spellings = [
      'a',
      'b',
      'c',
      'ab',
      'bca',
      ...letters.map((letter) => `##${letter}`),
      '##ca',
      '##abc',
    ];
    const all = buildVocabulary(spellings);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 100 }), (word) => {
        const spelled = splitIntoPieces(word, all)?.map((piece) => spellings[piece]?.replace('##', ''));
        expect(spelled?.join('')).toBe(word);
      }),
    );
  });
});
