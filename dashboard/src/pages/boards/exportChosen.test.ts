import { expect, test } from 'vitest';
import { keepLines } from './exportChosen.ts';

test('the lines of what is chosen are kept as the server wrote them', () => {
  const csv = [
    'hash,note,body',
    'aa,"two\r\nlines, and ""quotes""",first',
    'bb,,second',
    `cc,'=1+1,"third"`,
    '',
  ].join('\r\n');
  expect(keepLines(csv, new Set(['aa', 'cc']))).toBe(
    ['hash,note,body', 'aa,"two\r\nlines, and ""quotes""",first', `cc,'=1+1,"third"`, ''].join('\r\n'),
  );
  expect(keepLines(csv, new Set())).toBe('hash,note,body\r\n');
});
