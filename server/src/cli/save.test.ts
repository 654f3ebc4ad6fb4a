import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SavedAd } from '@magpie/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanUp,
  connectionOf,
  enqueueJob,
  type Ended,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
} from '../testing/process.ts';
import type { Client } from '../testing/service.ts';
import { readSaveArguments } from './save.ts';

const testOptions = { timeout: 600_000 };

/** A file beside the data folder, gone with it. */
function write(dataFolder: string, name: string, lines: readonly string[]): string {
  const file = path.join(path.dirname(dataFolder), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const run = (dataFolder: string, ...words: string[]): Promise<Ended> =>
  runMagpie(words, { MAGPIE_DATA_DIR: dataFolder });

const keyIn = ({ stdout }: Ended): string => /^API key: (mgp_\w+)$/m.exec(stdout)?.[1] ?? '';

/** The numbers of the summary by their names. */
function summary({ stdout }: Pick<Ended, 'stdout'>): Record<string, number> {
  const rows = stdout.matchAll(/^(Read|Saved|Already saved|Rejected|Acceptable) +([\d,]+)$/gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', count = '']) => [name.toLowerCase(), Number(count.replaceAll(',', ''))]),
  );
}

const saved = async (who: Client): Promise<SavedAd[]> => (await who.get('ads.list')).data.ads;
const boards = async (who: Client): Promise<[string, number][]> =>
  (await who.get('boards.list')).data.map((board: { name: string; adCount: number }) => [
    board.name,
    board.adCount,
  ]);

const library = 'https://www.facebook.com/ads/library/?id=';
const tool = [
  'Ad ID,Brand,Folder,Board,Headline,Primary Text,CTA,Platforms,Date Saved,Ad Library URL,Notes,Tags',
  `t1,Acme,Clients,Hooks,Anvils,Buy our anvils,Shop now,Facebook,2025-02-06,${library}2000000001,Great,UGC`,
  `t1,Acme,Clients,Offers,Anvils,Buy our anvils,Shop now,Facebook,2025-02-06,${library}2000000001,Great,UGC`,
  't2,,,,,,,,,,,',
  `t3,Coyote,,,Rockets,Fly,Shop now,Facebook,2025-02-07,${library}2000000002,,`,
];

describe('save with a running server', testOptions, () => {
  let server: ServerProcess;
  let ann: Client;
  let ben: Client;
  beforeAll(async () => {
    server = await startServer(await preparedDataFolder());
    const [one, other] = [
      await run(server.dataFolder, 'users', 'add', 'ann@example.com'),
      await run(server.dataFolder, 'users', 'add', 'ben@example.com'),
    ];
    [ann, ben] = [server.clientWith(keyIn(one)), server.clientWith(keyIn(other))];
  }, testOptions.timeout);
  afterAll(cleanUp);
  const save = (file: string, ...words: string[]): Promise<Ended> =>
    run(server.dataFolder, 'save', file, ...words);

  it('reads a list: merges duplicates, reports invalid lines by number, and an import completes it', async () => {
    const file = write(server.dataFolder, 'list.txt', [
      '# mine',
      `${library}1000000001`,
      `again: ${library}1000000001&country=ALL`,
      'https://www.linkedin.com/ad-library/detail/555123456',
      'https://www.facebook.com/ads/library/?q=shoes',
    ]);
    const first = await save(file, '--user', 'ann@example.com');
    expect([first.code, first.stderr, summary(first)]).toEqual([
      0,
      '',
      { read: 4, saved: 2, 'already saved': 1, rejected: 1 },
    ]);
    expect(first.stdout).toContain(`${file}: read as a list of addresses.\n`);
    expect(first.stdout).toMatch(/^ {2}line 5: It contains no address of an ad in an ad library;/m);
    expect(first.stdout).toContain('New boards: Saved from list.txt.\n');
    expect(await boards(ann)).toEqual([['Saved from list.txt', 2]]);
    expect((await saved(ann)).map(({ advertiser }) => advertiser.name)).toEqual(
      Array(2).fill('Unknown advertiser'),
    );
    expect((await ann.get('ads.search', {})).data.total).toBe(0);

    const ads = write(server.dataFolder, 'ads.jsonl', [
      JSON.stringify({
        key: 'meta:1000000001',
        advertiser: { name: 'Road Runner' },
        bodies: ['Run as fast as you can'],
      }),
    ]);
    await run(server.dataFolder, 'import', ads);
    await enqueueJob(connectionOf(server.dataFolder), 'saved-ads');
    const found = async (): Promise<SavedAd[]> =>
      (await ann.get('ads.list', { searchQuery: 'run as fast' })).data.ads;
    await expect.poll(found, { timeout: 60_000 }).toMatchObject([{ advertiser: { name: 'Road Runner' } }]);
    const again = await save(file, '--user', 'ann@example.com');
    expect(summary(again)).toEqual({ read: 4, saved: 0, 'already saved': 3, rejected: 1 });
    expect(await boards(ben)).toEqual([]);
  });

  it('reads the export of a tool into the index and boards; a second time nothing is new', async () => {
    const before = await boards(ann);
    const file = write(server.dataFolder, 'tool.csv', tool);
    const first = await save(file, '--user', 'ben@example.com', '--board', 'From the tool');
    expect([first.code, summary(first)]).toEqual([0, { read: 4, saved: 3, 'already saved': 0, rejected: 1 }]);
    expect(first.stdout).toMatch(/^ {2}boards +from Board$/m);
    expect(first.stdout).toContain("  row 4: 'Brand' must name the advertiser, got nothing.\n");
    const there = [
      ['From the tool', 1],
      ['Clients', 0],
      ['Hooks', 1],
      ['Offers', 1],
    ];
    expect(await boards(ben)).toEqual(there);
    const ads = await saved(ben);
    expect(ads.find(({ body }) => body === 'Buy our anvils')).toMatchObject({
      externalId: '2000000001',
      note: 'Great\n\n#UGC',
      savedAt: '2025-02-06T00:00:00.000Z',
    });
    expect((await ben.get('ads.search', { searchQuery: 'anvils' })).data.total).toBe(1);
    const again = await save(file, '--user', 'BEN@example.com', '--board', 'From the tool');
    expect(summary(again)).toEqual({ read: 4, saved: 0, 'already saved': 3, rejected: 1 });
    expect([await boards(ben), await saved(ben)]).toEqual([there, ads]);
    expect(await boards(ann)).toEqual(before);
  });

  it('adds missing fields of an ad in the index and keeps existing ones', async () => {
    const known = { key: 'meta:2000000003', advertiser: { name: 'Known' }, bodies: ['As the index has it'] };
    await run(server.dataFolder, 'import', write(server.dataFolder, 'known.jsonl', [JSON.stringify(known)]));
    const file = write(server.dataFolder, 'claims.csv', [
      'Brand,Headline,Primary Text,Board,Ad Library URL',
      `Claimed,A new headline,As the tool has it,Claims,${library}2000000003`,
    ]);
    expect((await save(file, '--user', 'ann@example.com')).code).toBe(0);
    expect((await saved(ann)).find(({ externalId }) => externalId === '2000000003')).toMatchObject({
      advertiser: { name: 'Known' },
      body: 'As the index has it',
      headline: 'A new headline',
    });
  });

  it('exits 1 for an unknown person and records nothing', async () => {
    const file = write(server.dataFolder, 'other.csv', [
      tool[0] ?? '',
      `t9,Acme,,,Anvils,Never seen,,Facebook,,${library}2000000009,,`,
    ]);
    const ended = await save(file, '--user', 'cem@example.com');
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toBe(
      'No user has the email address cem@example.com; add them with: users add cem@example.com.\n',
    );
    expect((await ann.get('ads.search', { searchQuery: '"never seen"' })).data.total).toBe(0);
  });
});

describe('save without a server', testOptions, () => {
  afterEach(cleanUp);

  it('opens the data folder, also from standard input', async () => {
    const folder = await preparedDataFolder();
    const key = keyIn(await run(folder, 'users', 'add', 'ann@example.com'));
    const file = write(folder, 'tool.csv', tool);
    const first = await run(folder, 'save', file, '--user', 'ann@example.com');
    expect([first.code, summary(first)]).toEqual([0, { read: 4, saved: 3, 'already saved': 0, rejected: 1 }]);
    const settings = { MAGPIE_DATA_DIR: folder };
    const words = ['save', '-', '--user', 'ann@example.com', '--board', 'Clients > Piped'];
    const piped = await startMagpie(words, settings, undefined, Buffer.from(`${library}2000000002\n`)).ended;
    expect(summary(piped)).toEqual({ read: 1, saved: 1, 'already saved': 0, rejected: 0 });
    const server = await startServer(folder);
    expect(await boards(server.clientWith(key))).toEqual([
      ['Clients', 0],
      ['Hooks', 1],
      ['Offers', 1],
      ['Saved from tool.csv', 1],
      ['Piped', 1],
    ]);
  });

  it('a dry run prints the result and writes nothing, not even the data folder', async () => {
    const folder = makeDataFolder();
    const ended = await run(
      folder,
      'save',
      write(folder, 'x.csv', tool),
      '--user',
      'a@b.example',
      '--dry-run',
    );
    expect([ended.code, summary(ended)]).toEqual([0, { read: 4, acceptable: 3, rejected: 1 }]);
    expect(ended.stdout).toContain('This was a dry run: nothing was saved.\n');
    expect(existsSync(folder)).toBe(false);
  });

  it('exits 1 for a file without ads, with at most twenty reasons', async () => {
    const folder = await preparedDataFolder();
    const file = write(folder, 'x.txt', Array(50).fill('https://example.com/x'));
    const ended = await run(folder, 'save', file, '--user', 'a@b.example', '--dry-run');
    expect([ended.code, summary(ended)]).toEqual([1, { read: 50, acceptable: 0, rejected: 50 }]);
    expect(ended.stdout.match(/^ {2}line \d+: /gm)).toHaveLength(20);
    expect(ended.stdout).toContain('  … and 30 more.\n');
  });

  it('exits 1 for a folder, a workbook and a missing file', async () => {
    const folder = await preparedDataFolder();
    const workbook = write(folder, 'x.xlsx', ['PK\u0003\u0004']);
    const { code, stderr } = await run(folder, 'save', workbook, '--user', 'a@b.example', '--dry-run');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('This is a zip archive or an Excel workbook;'),
    ]);
    for (const [place, sentence] of [
      [path.dirname(folder), 'is a folder; expected a file.'],
      [`${folder}/none.csv`, 'There is no file or folder'],
    ] as const) {
      const ended = await run(folder, 'save', place, '--user', 'a@b.example', '--dry-run');
      expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    }
  });
});

describe('the arguments of save', () => {
  it('are a file, a user and optionally a board', () => {
    expect(readSaveArguments(['a.csv', '--user', 'Ann@Example.com', '--board', ' A > B '])).toEqual({
      path: 'a.csv',
      email: 'ann@example.com',
      board: ['A', 'B'],
      dryRun: false,
    });
    expect(readSaveArguments(['-', '--user=owner@localhost', '--dry-run'])).toEqual({
      path: '-',
      email: 'owner@localhost',
      board: null,
      dryRun: true,
    });
  });

  it.each([
    [[], /^Missing argument: the file with the ads to save, or - for standard input\.$/],
    [['a', 'b'], /^Expected one file, got 2\.$/],
    [['a'], /^Missing option --user <email>: the owner of the boards\.$/],
    [['a', '--user', 'ann'], /^'ann' is not an e-mail address\.$/],
    [['a', '--user', 'a@b.example', '--board', ' > '], /^--board must be a board name/],
    [['a', '--user', 'a@b.example', '--board', 'x'.repeat(121)], /^--board must be a board name/],
    [
      ['a', '--usr', 'a@b.example'],
      /^Unknown option or missing value; save accepts --user, --board, --dry-run/,
    ],
    [['a', '--user'], /^Unknown option or missing value; save accepts --user, --board, --dry-run/],
  ])('%j is a usage error', (args, problem) => {
    expect(readSaveArguments(args)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
