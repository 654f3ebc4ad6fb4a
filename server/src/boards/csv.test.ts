import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { csvColumns, csvHeader, csvLines } from './csv.ts';

it('the columns match the docs', () => {
  const docs = readFileSync(new URL('../../../docs/saved-ads.md', import.meta.url), 'utf8');
  const table = docs.slice(docs.indexOf('| Columns |'), docs.indexOf('## How it works'));
  expect(Array.from(table.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual(csvColumns);
});

it('lines end as in RFC 4180, and no saved ad gives no line', () => {
  expect(csvHeader()).toMatch(/^\ufeffhash,savedAt,.+\r\n$/);
  expect(csvLines([])).toBe('');
});
