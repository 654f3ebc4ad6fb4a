import { expect, it } from 'vitest';
import { findWord, wordAt } from './wordDictionary.ts';
import { createWordInterner } from './wordInterner.ts';

/** Distinct words of one to three bytes a letter, which share beginnings. */
function createWords(count: number): string[] {
  const alphabets = ['abcdefghij', 'жпкритлсно', 'カサギ株式会社資生堂'].map((letters) =>
    Array.from(letters),
  );
  return Array.from({ length: count }, (_, number) => {
    const letters = alphabets[number % alphabets.length] ?? [];
    return Array.from(String(Math.floor(number / 3)), (digit) => letters[Number(digit)]).join('');
  });
}

it.each([0, 1, 100, 30_000])('numbers %i distinct words in the order of their bytes', async (count) => {
  const words = createWords(count);
  const interner = createWordInterner();
  const intern = (word: string): number => {
    const bytes = Buffer.from(` ${word} `);
    return interner.intern(bytes, 1, bytes.length - 1);
  };
  expect(words.map(intern)).toEqual(words.map((_, number) => number));
  expect(words.toReversed().map(intern)).toEqual(words.map((_, number) => number).toReversed());
  const { dictionary, numbers } = await interner.buildDictionary();
  const sorted = words.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect(sorted.map((_, number) => wordAt(dictionary, number))).toEqual(sorted);
  expect(words.map((_, number) => wordAt(dictionary, numbers[number] ?? 0))).toEqual(words);
  expect(words.map((word) => findWord(dictionary, Buffer.from(word)))).toEqual([...numbers]);
  expect(findWord(dictionary, Buffer.from('missing'))).toBeNull();
});
