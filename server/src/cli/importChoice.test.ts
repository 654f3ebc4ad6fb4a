import { describe, expect, it } from 'vitest';
import { type ImportArguments, readImportArguments } from './importArguments.ts';
import { chooseInput } from './importChoice.ts';

const input = { name: 'ads.csv', size: 1, modifiedAt: null, open: () => new ReadableStream<Uint8Array>() };

function read(...words: string[]): ImportArguments {
  const args = readImportArguments(['ads.csv', ...words], ['magpie', 'meta-api']);
  if ('problem' in args) throw new Error(args.problem);
  return args;
}

function chosen(sample: readonly unknown[], args: ImportArguments, isOneOfMany = false) {
  const said: string[] = [];
  const choice = chooseInput(args, { input, isOneOfMany }, sample, (line) => said.push(line));
  if (!('why' in choice)) return [choice.source.name, ...said];
  return choice.details === undefined ? choice.why : [choice.why, ...choice.details];
}

describe('chooseInput', () => {
  const rows = [{ kdo: 'Acme', co: 'Kovadliny', kolik: '3' }];
  const noAds = 'It contains no ads: its columns are kdo, co, kolik';

  it('suggests --map for a table without recognized columns', () => {
    const hint = '; if these are ads, map the columns with --map advertiser=<column> --map bodies=<column>.';
    expect(chosen(rows, read())).toBe(noAds + hint);
    expect(chosen(rows, read('--source', 'table'))).toBe(noAds + hint);
    expect(chosen(rows, read('--map', 'advertiser=kdo'))).toBe(noAds + hint);
  });

  it('suggests the columns that look like names and sentences, with example rows', () => {
    const wordy = [1, 2, 3, 4].map((at) => ({
      kdo: 'Acme',
      'co říká': `Kovadlina číslo ${at} padá rychle.`,
    }));
    expect(chosen(wordy, read())).toEqual([
      "It contains no ads: its columns are kdo, co říká; if these are ads, read them with --map advertiser=kdo --map 'bodies=co říká'",
      '  Acme | Kovadlina číslo 1 padá rychle.',
      '  Acme | Kovadlina číslo 2 padá rychle.',
      '  Acme | Kovadlina číslo 3 padá rychle.',
    ]);
  });

  it('uses the given columns', () => {
    expect(chosen(rows, read('--map', 'advertiser=kdo', '--map', 'bodies=co'))).toEqual([
      'table',
      'ads.csv: read as table.',
      '  advertiser           from kdo (as given)',
      '  bodies               from co (as given)',
      '  left out: kolik',
    ]);
  });

  it('omits the suggestion for files of a folder and for files without columns', () => {
    expect(chosen(rows, read(), true)).toBe(`${noAds}.`);
    expect(chosen([], read())).toBe('It contains no records.');
    expect(chosen(['text'], read())).toBe('It contains no ads: its records have no named fields.');
  });
});
