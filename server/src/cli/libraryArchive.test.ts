import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../integrations/storage/files.ts';
import { membersOf, textsOf } from '../testing/archives.ts';
import {
  cleanUp,
  connectTo,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
} from '../testing/process.ts';
import { fillLibrary } from '../testing/savedLibrary.ts';
import { readLibraryArguments } from './libraryArchive.ts';

const testOptions = { timeout: 600_000 };
const run = (folder: string, ...words: string[]): ReturnType<typeof runMagpie> =>
  runMagpie(words, { MAGPIE_DATA_DIR: folder });
const textsIn = async (file: string) => textsOf(await membersOf(readFileSync(file)));
const beside = (folder: string, name: string): string => path.join(path.dirname(folder), name);

describe('export --library and import --library', testOptions, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(await preparedDataFolder());
    const db = connectTo(server.dataFolder);
    await fillLibrary(db, openFiles({ dataFolder: server.dataFolder, s3Url: null }));
    await db.close();
  }, testOptions.timeout);
  afterAll(cleanUp);

  it('copy a library from a running server to a stopped one and back; repeating changes nothing', async () => {
    const second = await preparedDataFolder();
    const [file, again] = [beside(second, 'library.tar.gz'), beside(second, 'again.tar.gz')];
    expect(await run(server.dataFolder, 'export', '--library', file)).toMatchObject({
      code: 0,
      stdout: `Wrote 4 boards, 7 saved ads and 2 pictures to ${file}.\n`,
    });
    expect(await run(second, 'import', '--library', file)).toMatchObject({
      code: 0,
      stdout:
        'Added 2 people: Ann@example.com, ben@example.com; create a key for each with users add <email>.\n' +
        'Added 1 team: the-team.\nBoards: 4 new, 0 existing.\nSaved ads: 7 new, 0 existing.\n',
    });
    expect(await run(second, 'export', '--library', again)).toMatchObject({ code: 0 });
    expect(await textsIn(again)).toEqual(await textsIn(file));
    expect(await run(server.dataFolder, 'import', again, '--library')).toMatchObject({
      code: 0,
      stdout: 'Boards: 0 new, 4 existing.\nSaved ads: 0 new, 7 existing.\n',
    });
    expect(readdirSync(path.dirname(second)).toSorted()).toEqual(['again.tar.gz', 'data', 'library.tar.gz']);
  });

  it('export one person to standard output, readable with standard tools', async () => {
    const file = beside(server.dataFolder, 'ann.tar.gz');
    const words = ['export', '--library', '--user', 'ann@example.com'];
    expect(await run(server.dataFolder, ...words, file)).toMatchObject({ code: 0 });
    const read = (...args: string[]): string => execFileSync('tar', args, { encoding: 'utf8' });
    expect(read('-tzf', file).trimEnd().split('\n')).toEqual([
      'manifest.json',
      expect.stringMatching(/^media\/[0-9a-f]{64}\.png$/),
      expect.stringMatching(/^media\/[0-9a-f]{64}\.png$/),
      'people.jsonl',
      'teams.jsonl',
      'boards.jsonl',
      'ads.jsonl',
    ]);
    expect(JSON.parse(read('-xzOf', file, 'manifest.json'))).toMatchObject({ onlyPerson: 'ann@example.com' });
    expect(read('-xzOf', file, 'ads.jsonl').trimEnd().split('\n')).toHaveLength(5);
    expect(
      await run(server.dataFolder, 'export', '--library', file, '--user', 'nobody@x.example'),
    ).toMatchObject({
      code: 1,
      stderr: 'No user has the email address nobody@x.example.\n',
    });
    const piped = await run(server.dataFolder, ...words, '-');
    expect([piped.code, piped.stdout.length > 1000]).toEqual([0, true]);
  });

  it('reject an invalid archive, and a dry run changes nothing', async () => {
    const [file, bad] = [beside(server.dataFolder, 'good.tar.gz'), beside(server.dataFolder, 'bad.tar.gz')];
    await run(server.dataFolder, 'export', '--library', file);
    writeFileSync(bad, readFileSync(file).subarray(0, -20));
    const empty = makeDataFolder();
    expect(await run(empty, 'import', '--library', bad)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The archive is damaged, incomplete/),
    });
    expect(await run(empty, 'import', '--library', '--dry-run', file)).toMatchObject({
      code: 0,
      stdout: 'The archive is valid: 4 boards, 7 saved ads and 2 pictures.\n',
    });
    expect(existsSync(empty)).toBe(false);
    expect(await run(empty, 'import', '--library', beside(empty, 'none.tar.gz'))).toMatchObject({ code: 1 });
  });
});

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
    expect(readLibraryArguments(verb, words)).toEqual({ problem: sentence });
  });
});
