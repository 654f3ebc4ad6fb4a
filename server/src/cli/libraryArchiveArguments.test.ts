import { describe, expect, it } from 'vitest';
import { isAboutLibrary, libraryProblem, readLibraryArguments } from './libraryArchiveArguments.ts';

describe('the arguments of --library', () => {
  it('are accepted in any order', () => {
    expect(readLibraryArguments('export', ['a.tar.gz', '--user', 'ann@example.com', '--library'])).toEqual({
      file: 'a.tar.gz',
      user: 'ann@example.com',
      dryRun: false,
    });
    expect(readLibraryArguments('import', ['--library', '--dry-run', 'a.tar.gz'])).toEqual({
      file: 'a.tar.gz',
      user: null,
      dryRun: true,
    });
    expect(readLibraryArguments('export', ['--library', '-'])).toMatchObject({ file: '-' });
  });

  it('select the library', () => {
    expect([isAboutLibrary(['--library', 'a']), isAboutLibrary(['library'])]).toEqual([true, false]);
  });

  it.each([
    ['export', ['--library'], 'Missing argument: the archive file, such as library.tar.gz.'],
    ['export', ['--library', 'a', 'b'], 'Expected one file, got 2.'],
    [
      'export',
      ['--library', '--dry-run', 'a'],
      'export --library expects one file and optionally --user <email>.',
    ],
    [
      'export',
      ['--library', 'a', '--user'],
      'export --library expects one file and optionally --user <email>.',
    ],
    [
      'import',
      ['--library', '--user', 'x', 'a'],
      'import --library expects one file and optionally --dry-run.',
    ],
    [
      'import',
      ['--library', '-'],
      'The archive must be a file: it is read twice, so standard input does not work.',
    ],
  ] as const)('%s %j is a usage error', (verb, words, sentence) => {
    expect(libraryProblem(verb, words)).toBe(sentence);
  });
});
