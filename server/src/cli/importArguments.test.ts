import { describe, expect, it } from 'vitest';
import { readImportArguments } from './importArguments.ts';

const read = (...args: string[]): object => readImportArguments(args, ['magpie', 'meta-api']);

describe('the arguments of import', () => {
  it('a path is all that is needed', () => {
    expect(read('ads.csv')).toEqual({
      path: 'ads.csv',
      source: 'auto',
      map: {},
      platform: null,
      dryRun: false,
      fresh: false,
    });
  });

  it('options stand before or behind the path, with = or without', () => {
    const args = [
      '--source=table',
      '-',
      '--map',
      'headlines=a=b',
      '--map',
      'bodies=Text',
      '--platform',
      'tiktok',
    ];
    expect(read(...args, '--dry-run', '--fresh')).toEqual({
      path: '-',
      source: 'table',
      map: { headlines: 'a=b', bodies: 'Text' },
      platform: 'tiktok',
      dryRun: true,
      fresh: true,
    });
  });

  it.each([
    [[], 'Give the file or folder to import, or - for standard input.'],
    [['a', 'b'], 'Give one file or folder, got 2.'],
    [['a', '--sorce', 'auto'], "There is no option '--sorce'; did you mean '--source'?"],
    [['a', '-x'], /^There is no option '-x'; there are --source, /],
    [['a', '--source', 'meta-ap'], "There is no source 'meta-ap'; did you mean 'meta-api'?"],
    [['a', '--map', 'headlines'], "--map takes field=column, not 'headlines'."],
    [['a', '--map', '=x'], "--map takes field=column, not '=x'."],
    [['a', '--map', 'headlnes=x'], "There is no field 'headlnes'; did you mean 'headlines'?"],
    [['a', '--map', '__proto__=x'], /^There is no field '__proto__'/],
    [['a', '--map', 'bodies=x', '--map', 'bodies=y'], "--map gives 'bodies' twice."],
    [
      ['a', '--platform', 'x'],
      "--platform is one of facebook, instagram, youtube, linkedin, tiktok, not 'x'.",
    ],
    [['a', '--source'], 'An option lacks its value, or has one that it does not take; --help lists them.'],
    [['a', '--fresh=yes'], 'An option lacks its value, or has one that it does not take; --help lists them.'],
  ])('%j: says what would be right', (args, sentence) => {
    expect(read(...args)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
