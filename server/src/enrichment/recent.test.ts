import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

it('finds out once what is asked for again and again, and forgets what is not', () => {
  const recent = new Recent<string>(3);
  const asked: string[] = [];
  const ask = (key: string): string => recent.of(key, () => `${key}${asked.push(key)}`);
  expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual(['a1', 'a1', 'b2', 'a1']);
  for (const key of ['c', 'd', 'a', 'e', 'f', 'a', 'g', 'h', 'i']) ask(key);
  expect(ask('a')).toBe('a1');
  expect(ask('b')).not.toBe('b2');
});
