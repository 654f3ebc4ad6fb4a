import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { csvColumns, csvHeader, csvLines } from './csv.ts';

it('the columns are those that the docs name', () => {
  const docs = readFileSync(new URL('../../../docs/saved-ads.md', import.meta.url), 'utf8');
  const table = docs.slice(docs.indexOf('| Columns |'), docs.indexOf('## How it works'));
  expect(Array.from(table.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual(csvColumns);
});

it('a line ends as RFC 4180 has it, and no saved ad is no line', () => {
  expect(csvHeader()).toMatch(/^\ufeffhash,savedAt,.+\r\n$/);
  expect(csvLines([])).toBe('');
});
