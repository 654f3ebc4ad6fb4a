import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

const thousand = (letter: string): string => letter.repeat(1000);

/** Asks by keys of a thousand letters each, and tells how many questions had to be found out. */
function asking(recent: Recent<string | null>): { ask: (letters: string) => void; found: string[] } {
  const found: string[] = [];
  const findOut = (letter: string) => (): null => {
    found.push(letter);
    return null;
  };
  const ask = (letters: string): void => {
    for (const letter of letters) recent.of(thousand(letter), findOut(letter));
  };
  return { ask, found };
}

it('finds out once what is asked for again and again, even that there is nothing, and forgets what is not', () => {
  const { ask, found } = asking(new Recent<string | null>(3500));
  ask('aabacdaefaghia');
  expect(found.join('')).toBe('abcdefghi');
  ask('ab');
  expect(found.join('')).toBe('abcdefghib');
});

it('remembers fewer long keys than short ones', () => {
  const { ask, found } = asking(new Recent<string | null>(1500));
  ask('abca');
  expect(found.join('')).toBe('abca');
  const recent = new Recent<string>(1500);
  const short = ['a', 'b', 'c', 'a'].map((key, index) => recent.of(key, () => `${key}${index}`));
  expect(short).toEqual(['a0', 'b1', 'c2', 'a0']);
});
