import { expect, test } from 'vitest';
import { filterLines } from './SelectionBar.tsx';

test('keeps the lines of selected ads unchanged', () => {
  const csv = [
    'hash,note,body',
    'aa,"two\r\nlines, and ""quotes""",first',
    'bb,,second',
    `cc,'=1+1,"third"`,
    '',
  ].join('\r\n');
  expect(filterLines(csv, new Set(['aa', 'cc']))).toBe(
    ['hash,note,body', 'aa,"two\r\nlines, and ""quotes""",first', `cc,'=1+1,"third"`, ''].join('\r\n'),
  );
  expect(filterLines(csv, new Set())).toBe('hash,note,body\r\n');
});
