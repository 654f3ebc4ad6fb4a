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

  it('suggests --map for a table without recognized columns, with example rows if one resembles names or texts', () => {
    const hint = '; if these are ads, map the columns with --map advertiser=co --map bodies=<column>.';
    const examples = ['  kdo | co | kolik', '  Acme | Kovadliny | 3'];
    expect(chosen(rows, read())).toEqual([noAds + hint, ...examples]);
    expect(chosen(rows, read('--source', 'table'))).toEqual([noAds + hint, ...examples]);
    expect(chosen(rows, read('--map', 'advertiser=kdo'))).toEqual([noAds + hint, ...examples]);
    expect(chosen([{ kolik: '3' }], read())).toBe(
      'It contains no ads: its columns are kolik; if these are ads, map the columns with --map advertiser=<column> --map bodies=<column>.',
    );
    const results = [{ adArchiveID: '7', body: 'Our anvil number 1 falls fast.' }];
    expect(chosen([{ name: 'dd32', results }], read())).toEqual([
      'It contains no ads: its columns are adArchiveID, body; if these are ads, map the columns with --map advertiser=<column> --map bodies=body.',
      '  adArchiveID | body',
      '  7 | Our anvil number 1 falls fast.',
    ]);
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
