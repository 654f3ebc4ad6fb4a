import { expect, it } from 'vitest';
import { RecentCache } from './recent.ts';

const thousand = (letter: string): string => letter.repeat(1000);

/** Reads keys of a thousand letters each and collects the computed ones. */
function readerOf(recent: RecentCache<string | null>): { read: (letters: string) => void; found: string[] } {
  const found: string[] = [];
  const findOut = (letter: string) => (): null => {
    found.push(letter);
    return null;
  };
  const read = (letters: string): void => {
    for (const letter of letters) recent.getOrCompute(thousand(letter), findOut(letter));
  };
  return { read, found };
}

it('computes frequently used values once, including null, and evicts others', () => {
  const { read, found } = readerOf(new RecentCache<string | null>(7000));
  read('aabacdaefaghia');
  expect(found.join('')).toBe('abcdefghi');
  read('ab');
  expect(found.join('')).toBe('abcdefghib');
});

it('caches fewer long keys than short ones', () => {
  const { read, found } = readerOf(new RecentCache<string | null>(3000));
  read('abca');
  expect(found.join('')).toBe('abca');
  const recent = new RecentCache<string>(3000);
  const short = ['a', 'b', 'c', 'a'].map((key, index) => recent.getOrCompute(key, () => `${key}${index}`));
  expect(short).toEqual(['a0', 'b1', 'c2', 'a0']);
});
