import { describe, expect, it } from 'vitest';
import { readImportArguments } from './importArguments.ts';

const read = (...args: string[]): object => readImportArguments(args, ['magpie', 'meta-api']);

describe('the arguments of import', () => {
  it('only require a path', () => {
    expect(read('ads.csv')).toEqual({
      path: 'ads.csv',
      source: 'auto',
      map: {},
      platform: null,
      dryRun: false,
      fresh: false,
    });
  });

  it('accept options before and after the path, with or without =', () => {
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
    [[], 'Missing argument: the file or folder to import, or - for standard input.'],
    [['a', 'b'], 'Expected one file or folder, got 2.'],
    [['a', '--sorce', 'auto'], "Unknown option '--sorce'; did you mean '--source'?"],
    [['a', '-x'], /^Unknown option '-x'; available: --source, /],
    [['a', '--source', 'meta-ap'], "Unknown source 'meta-ap'; did you mean 'meta-api'?"],
    [['a', '--map', 'headlines'], "--map expects <field>=<column>; got 'headlines'."],
    [['a', '--map', '=x'], "--map expects <field>=<column>; got '=x'."],
    [['a', '--map', 'headlnes=x'], "Unknown field 'headlnes'; did you mean 'headlines'?"],
    [['a', '--map', '__proto__=x'], /^Unknown field '__proto__'/],
    [['a', '--map', 'bodies=x', '--map', 'bodies=y'], "--map maps 'bodies' twice."],
    [
      ['a', '--platform', 'x'],
      "--platform must be one of facebook, instagram, youtube, linkedin, tiktok; got 'x'.",
    ],
    [['a', '--source'], 'An option lacks its value, or has a value but takes none; see --help.'],
    [['a', '--fresh=yes'], 'An option lacks its value, or has a value but takes none; see --help.'],
  ])('%j: returns an error message', (args, sentence) => {
    expect(read(...args)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
