import { readFileSync } from 'node:fs';
import { AdMeasurements } from '@magpie/contract';
import { expect, it } from 'vitest';
import { presentedAd } from '../testing/savedAd.ts';
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

it('what a library publishes about an ad is in its line', () => {
  const published = { legalName: 'Acme Holding GmbH', payer: 'Nordlicht GmbH', beneficiary: 'Acme' };
  const ad = {
    ...presentedAd('1'),
    ...published,
    savedAt: null,
    note: null,
    boardIds: [],
    labels: [],
    stage: null,
  };
  const cells = csvLines([ad]).trim().split(',');
  for (const [column, cell] of Object.entries(published)) {
    expect(cells[csvColumns.indexOf(column)]).toBe(cell);
  }
});

it.each([
  [{ value: 7, lower: null, upper: null, kind: 'reported' }, ['7', '7']],
  [{ value: 15, lower: 10, upper: 20, kind: 'range' }, ['10', '20']],
  [{ value: 1000, lower: null, upper: 1000, kind: 'range' }, ['', '1000']],
  [{ value: 1000, lower: 1000, upper: null, kind: 'range' }, ['1000', '']],
] as const)('the bounds of %j are %j', (impressions, bounds) => {
  const spend = { ...impressions, currency: 'EUR' };
  const ad = presentedAd('1', { impressions, spend });
  const savedAs = AdMeasurements.strip().parse(ad);
  const saved = { ...ad, savedAs, savedAt: '', note: null, boardIds: [], labels: [], stage: null };
  const cells = csvLines([saved]).trim().split(',');
  const cell = (column: string) => cells[csvColumns.indexOf(column)];
  expect([cell('impressionsLower'), cell('impressionsUpper')]).toEqual(bounds);
  expect([cell('spendLower'), cell('spendUpper')]).toEqual(bounds);
});
