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
  return 'why' in choice ? choice.why : [choice.source.name, ...said];
}

describe('chooseInput', () => {
  const rows = [{ kdo: 'Acme', co: 'Kovadliny', kolik: '3' }];
  const noAds = 'It holds no ads: its columns are kdo, co, kolik';

  it('tells how to name the columns of a table in which it finds no ads', () => {
    const hint =
      '; if these are ads, tell which column is which with --map advertiser=<column> --map bodies=<column>.';
    expect(chosen(rows, read())).toBe(noAds + hint);
    expect(chosen(rows, read('--source', 'table'))).toBe(noAds + hint);
    expect(chosen(rows, read('--map', 'advertiser=kdo'))).toBe(noAds + hint);
  });

  it('takes them as they were named', () => {
    expect(chosen(rows, read('--map', 'advertiser=kdo', '--map', 'bodies=co'))).toEqual([
      'table',
      'ads.csv: read as table.',
      '  advertiser           from kdo (as told)',
      '  bodies               from co (as told)',
      '  left out: kolik',
    ]);
  });

  it('is brief about a file of a folder, and about one without columns', () => {
    expect(chosen(rows, read(), true)).toBe(`${noAds}.`);
    expect(chosen([], read())).toBe('It holds no records.');
    expect(chosen(['text'], read())).toBe('It holds no ads: its records have no named fields.');
  });
});
