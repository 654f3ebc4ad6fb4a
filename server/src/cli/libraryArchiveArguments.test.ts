import { describe, expect, it } from 'vitest';
import { isAboutLibrary, libraryProblem, readLibraryArguments } from './libraryArchiveArguments.ts';

describe('the words behind --library', () => {
  it('are understood in any order', () => {
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

  it('decide whether it is about the library', () => {
    expect([isAboutLibrary(['--library', 'a']), isAboutLibrary(['library'])]).toEqual([true, false]);
  });

  it.each([
    ['export', ['--library'], 'Give the file of the archive, such as library.tar.gz.'],
    ['export', ['--library', 'a', 'b'], 'Give one file, got 2.'],
    [
      'export',
      ['--library', '--dry-run', 'a'],
      'export --library takes one file and, if wanted, --user <email>.',
    ],
    [
      'export',
      ['--library', 'a', '--user'],
      'export --library takes one file and, if wanted, --user <email>.',
    ],
    [
      'import',
      ['--library', '--user', 'x', 'a'],
      'import --library takes one file and, if wanted, --dry-run.',
    ],
    [
      'import',
      ['--library', '-'],
      'Give the archive as a file: it is read twice, so standard input will not do.',
    ],
  ] as const)('%s %j is called wrongly, and told so', (verb, words, sentence) => {
    expect(libraryProblem(verb, words)).toBe(sentence);
  });
});
