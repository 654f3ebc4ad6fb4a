import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { isPaged } from '@magpie/client';
import { describeInput, inputFields, procedures } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { temporaryFolder } from '../testing/clickhouse.ts';
import { picture } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { cleanUp, startMagpie } from '../testing/process.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { runCall } from './call.ts';
import { commonOptions, pagedOptions, readCallArguments, callHelp, exampleWords } from './callArguments.ts';
import { listChoices, fieldSchemas, readCallInput, parseValue } from './callInput.ts';
import type { OutputStream } from './callOutput.ts';
import { buildTable, formatLines, safeJson, getWidth } from './callTable.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

const nothing = async (): Promise<string> => '';

/** What the words mean for the procedure, or what is wrong with them. */
async function inputOf(words: readonly string[], standardInput = nothing): Promise<unknown> {
  const call = readCallArguments(words);
  if ('problem' in call) return call.problem;
  const read = await readCallInput(call, standardInput);
  return 'problem' in read ? read.problem : read.input;
}

describe('the arguments of call', () => {
  it('are converted to the types of the contract', async () => {
    const words = [
      '--companyNames',
      'Acme, Inc.',
      '--companyNames=42',
      '--is-partnership',
      '--viewsMin',
      '1.5',
    ];
    expect(await inputOf(['ads.search', ...words, '--limit', '10'])).toEqual({
      companyNames: ['Acme, Inc.', '42'],
      isPartnership: true,
      viewsMin: 1.5,
      limit: 10,
    });
    expect(await inputOf(['ads.search', '--companyNames', 'Acme'])).toEqual({ companyNames: ['Acme'] });
    expect(await inputOf(['ads.list', '--boardId', 'ALL', '--companyNames', 'FOLLOWED'])).toEqual({
      boardId: 'ALL',
      companyNames: 'FOLLOWED',
    });
    const update = ['boards.update', '--boardId', '7', '--name', 'null', '--teamId', 'null'];
    expect(await inputOf(update)).toEqual({ boardId: 7, name: 'null', teamId: null });
    expect(await inputOf(['notifications.markRead', '--all'])).toEqual({ all: true });
    const note = ['ads.setNote', '--hash', 'f'.repeat(32)];
    for (const empty of [['--note='], ['--note', '']]) {
      expect(await inputOf([...note, ...empty])).toMatchObject({ note: '' });
    }
  });

  it('become lists for list fields, even for a single value', () => {
    for (const [name, procedure] of procedures) {
      for (const [field, schema] of Object.entries(fieldSchemas(procedure))) {
        const list = [schema, ...(schema.anyOf ?? [])].find(
          (form) => typeof form === 'object' && form.type === 'array',
        );
        if (list === undefined) continue;
        const { items } = list as { items: Parameters<typeof parseValue>[0] };
        const entry = listChoices(items)[0] ?? (items.type === 'integer' ? '7' : 'Acme');
        expect(parseValue(schema, [entry]), `${name} ${field}`).toEqual([expect.anything()]);
      }
    }
  });

  it('accept JSON as text, from a file or from standard input', async () => {
    const ad = { platform: 'tiktok', externalId: '7', companyName: 'Acme' };
    const folder = await temporaryFolder();
    const [file, logo] = [path.join(folder, 'ad.json'), path.join(folder, 'logo.png')];
    writeFileSync(file, JSON.stringify(ad));
    writeFileSync(logo, await picture('tomato'));
    const save = ['ads.addToBoard', '--boardId', '1', '--note', '@not a file', '--ad'];
    const input = { boardId: 1, note: '@not a file', ad };
    expect(await inputOf([...save, JSON.stringify(ad)])).toEqual(input);
    expect(await inputOf([...save, `@${file}`])).toEqual(input);
    expect(await inputOf([...save, '-'], async () => JSON.stringify(ad))).toEqual(input);
    const hashes = ['a', 'b'].map((letter) => ({ hash: letter.repeat(32) }));
    const each = hashes.flatMap((hash) => ['--ads', JSON.stringify(hash)]);
    expect(await inputOf(['ads.findSaved', '--ads', JSON.stringify(hashes)])).toEqual({ ads: hashes });
    expect(await inputOf(['ads.findSaved', ...each])).toEqual({ ads: hashes });
    const whole = ['ads.addToBoard', '--json', '-', '--boardId', '1'];
    expect(await inputOf(whole, async () => JSON.stringify({ ...input, boardId: 2 }))).toEqual(input);
    expect(await inputOf(['brandImages.upload', '--file', `@${logo}`])).toEqual({
      file: (await picture('tomato')).toString('base64'),
    });
  });

  it.each([
    [['boards.create', '--nmae', 'x'], "Unknown option '--nmae'; did you mean '--name'?"],
    [['boards.list', '--dryrun'], "Unknown option '--dryrun'; did you mean '--dry-run'?"],
    [['boards.list', '--zzzzzz'], "Unknown option '--zzzzzz'; available: --json, --output, --dry-run."],
    [['boards.list', '--dry-run=no'], '--dry-run does not take a value.'],
    [
      ['ads.setNote', '--hash', 'f'.repeat(32), '--note'],
      '--note needs a value; use --note=<value> if it is empty or starts with --.',
    ],
    [
      ['ads.setNote', '--note', '--hash', 'f'.repeat(32)],
      '--note needs a value; use --note=<value> if it is empty or starts with --.',
    ],
    [
      ['boards.list', '--output'],
      '--output needs a value; use --output=<value> if it is empty or starts with --.',
    ],
    [['boards.togglePublic', '--id', '1', '--published='], expect.stringContaining('published must be')],
    [['boards.crate'], "Unknown procedure 'boards.crate'; did you mean 'boards.create'?"],
    [['boards.zzzzzz'], expect.stringContaining('available: boards.list, boards.create')],
    [[], 'Missing argument: a procedure, such as boards.list.'],
    [['\u001b[31m'], 'Unknown procedure; call --help lists all procedures.'],
    [['boards.create'], 'name is missing; it must be text of 1 to 120 characters.'],
    [['boards.create', '--name', 'a', '--name', 'b'], '--name accepts one value, got 2.'],
    [['ads.search', '--limit', 'ten'], 'limit must be a whole number from 1 to 100, got "ten".'],
    [['ads.search', 'shoes'], expect.stringContaining('Options start with --')],
    [['ads.search', '--all', 'yes'], '--all does not take a value.'],
    [['boards.list', '--all'], expect.stringContaining("Unknown option '--all'")],
    [['boards.list', '--output', 'xml'], '--output must be one of table, json, lines.'],
    [['boards.list', '--json', '{'], 'The value of --json is not valid JSON.'],
    [['boards.list', '--json', '[]'], '--json must be an object, such as {"limit": 10}.'],
    [['ads.addToBoard', '--ad', '@/nowhere'], expect.stringContaining('Cannot read the file of --ad')],
  ])('%j: fails before anything is sent', async (words, problem) => {
    expect(await inputOf(words)).toEqual(problem);
  });

  it('can express the example of every procedure', async () => {
    for (const [name, procedure] of procedures) {
      const words = exampleWords(procedure);
      const printed = words === null ? {} : await inputOf([name, ...words]);
      expect(printed, name).toEqual(words === null ? {} : describeInput(procedure).example);
    }
  });

  it('are documented in the help, and no field is hidden by an option of call', () => {
    for (const [name, procedure] of procedures) {
      const own = Object.keys({ ...commonOptions, ...(isPaged(name) && pagedOptions) });
      const fields = inputFields(procedure);
      expect(own.filter((option) => fields.includes(option))).toEqual([]);
      const help = callHelp([name]);
      expect(describeInput(procedure).fields.filter((field) => !help.includes(`--${field.name} `))).toEqual(
        [],
      );
    }
  });
});

describe('a table', () => {
  const wideText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('日本語の広告 👩‍👩‍👧'));
  const record = fc.record(
    {
      id: fc.nat(),
      name: wideText,
      body: wideText,
      tags: fc.array(wideText),
      reach: fc.record({ value: fc.nat() }),
    },
    { requiredKeys: ['id'] },
  );

  it('fits the terminal and contains no control characters', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 12, max: 200 }),
        (records, width) => {
          for (const line of buildTable(records, width).lines) {
            expect(getWidth(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('as JSON keeps every value and escapes control characters', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indentation) => {
        const json = safeJson(value, indentation);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
    expect(safeJson('\u001b[2J\u009b\u202e\u{e0001}')).toBe(String.raw`"\u001b[2J\u009b\u202e\udb40\udc01"`);
  });

  it('shows identifying columns, and ids in full', () => {
    const ad = {
      brandLogo: 'https://example.com/a.svg',
      hash: 'f'.repeat(32),
      likes: 1.23456,
      body: 'word '.repeat(40),
    };
    expect(buildTable([ad], 60)).toEqual({
      lines: [`hash                              body`, `${ad.hash}  ${'word '.repeat(5)}…`],
      leftOut: ['brandLogo', 'likes'],
    });
    const act = { id: 7, act: 'key.created', actorId: 'f'.repeat(24), at: '2026-01-05T09:30:00.000Z' };
    expect(buildTable([act], 40)).toEqual({
      lines: ['id  act          at', ' 7  key.created  2026-01-05 09:30'],
      leftOut: ['actorId'],
    });
  });
});

describe('reach, impressions and spend in a table', () => {
  const unknown = { value: null, lower: null, upper: null, kind: null };
  const reported = { ...unknown, value: 1200, kind: 'reported' };
  const range = { value: 300, lower: 100, upper: 499, kind: 'range' };

  it('are not known rather than empty or 0', () => {
    const ads = [
      { name: 'Acme', reach: reported, totalReach: 1200 },
      { name: 'Bolt', reach: unknown, totalReach: 0 },
    ];
    expect(buildTable(ads, 60).lines).toEqual([
      'name  reach      totalReach',
      'Acme  1200             1200',
      'Bolt  not known   not known',
    ]);
    expect(formatLines({ reach: unknown, stats: { totalAds: 3, totalReach: 0 } }, 60)).toEqual([
      'reach             not known',
      'stats.totalAds    3',
      'stats.totalReach  not known',
    ]);
  });

  it('are shown with their bounds and currency', () => {
    const spend = { ...range, currency: 'EUR' };
    const open = { ...range, upper: null, currency: null };
    expect(formatLines({ impressions: range, spend, open }, 60)).toEqual([
      'impressions  100–499',
      'spend        100–499 EUR',
      'open         ≥ 100',
    ]);
  });
});

describe('call against the real service', () => {
  let service: TestService;
  let ann: Client;
  beforeAll(async () => {
    service = await startService(lane);
    ann = await service.newcomer();
  });
  afterAll(async () => {
    await service.close();
    await cleanUp();
  });

  /** On a terminal of 100 columns, or elsewhere. */
  const call = async (words: readonly string[], { isTTY = false, columns = 100, key = ann.key } = {}) => {
    const printed: string[] = [];
    const errors: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        printed.push(chunk.toString());
        done();
      },
    });
    const out: OutputStream = Object.assign(sink, { isTTY, columns });
    const config = readConfig({ MAGPIE_URL: service.address, MAGPIE_KEY: key });
    const stopping = new AbortController().signal;
    const printError = (line: string): void => void errors.push(line);
    const read = readCallArguments(words);
    const code = 'problem' in read ? 2 : await runCall(read, { config, stopping }, { printError }, out);
    return { code, printed: printed.join(''), errors: errors.join('\n') };
  };

  it('prints a table on a terminal and JSON elsewhere, without control characters', async () => {
    const name = '\u001b[31mRed\u202e board\u009b';
    const made = await call(['boards.create', '--name', name]);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(made.printed)).toMatchObject({ name });
    const table = await call(['boards.list'], { isTTY: true });
    expect(table.printed.split('\n')[0]).toMatch(/^id +name +order +published/);
    expect(table.printed.split('\n')[1]).toMatch(/^ *\d+ {2}\[31mRed board {2}/);
    expect(await call(['boards.list'], { isTTY: true, columns: 0 })).toEqual(table);
    expect((await call(['boards.list'], { isTTY: true, columns: 1 })).printed).toMatch(/^id +name\n/);
    const json = await call(['boards.list', '--output', 'json'], { isTTY: true });
    for (const { printed } of [made, table, json]) expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('prints all pages as one list, as lines or as one table', async () => {
    const owner = service.owner.key;
    const words = ['audit.list', '--limit', '1'];
    const first = await call(words, { key: owner, isTTY: true });
    expect(first.errors).toMatch(/1 of \d+\. Next page: --cursor \d+; all pages: --all\.$/);
    const [page, all, lines, table] = await Promise.all([
      call(words, { key: owner }),
      call([...words, '--all'], { key: owner }),
      call([...words, '--all', '--output', 'lines'], { key: owner }),
      call([...words, '--all', '--output', 'table'], { key: owner }),
    ]);
    const { total } = JSON.parse(page.printed) as { total: number };
    const acts = JSON.parse(all.printed) as unknown[];
    expect(total).toBeGreaterThan(1);
    expect(acts).toHaveLength(total);
    expect(
      lines.printed
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(acts);
    expect(table.printed.match(/^ *id .*\bact\b/gm)).toHaveLength(1);
    expect(table.printed.trimEnd().split('\n')).toHaveLength(total + 1);
    expect(table.errors).toMatch(/^(?:Not shown: [^\n]+)?$/);
    expect((await call(['webhooks.list', '--output', 'lines'])).printed).toBe('');
    expect((await call(['notifications.list', '--all'])).printed).toBe('[]\n');
  });

  it('prints the error of the server and exits 1; exits 2 for a usage error or without a key', async () => {
    expect(await call(['boards.remove', '--id', '424242'])).toEqual({
      code: 1,
      printed: '',
      errors: 'There is no board 424242.',
    });
    expect(await call(['boards.list'], { key: 'mgp_'.padEnd(52, 'x') })).toMatchObject({ code: 1 });
    expect(await call(['boards.create', '--name', ''])).toMatchObject({ code: 2, printed: '' });
    expect(await call(['boards.list'], { key: '' })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('users add <email>'),
    });
  });

  it('reports a retry and its reason', async () => {
    const message = 'The disk of this server is almost full.';
    const full = Response.json({ error: { message } }, { status: 503, headers: { 'retry-after': '2' } });
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(full);
    const made = await call(['boards.create', '--name', 'Waited for']);
    vi.restoreAllMocks();
    expect([made.code, made.errors]).toEqual([0, `${message} Retrying in 2 seconds.`]);
  });

  it('--dry-run prints the request without the key and sends nothing', async () => {
    const { code, printed } = await call(['boards.create', '--name', "Ann's", '--dry-run'], { key: '' });
    expect([code, printed]).toEqual([0, expect.stringContaining(String.raw`'{"name":"Ann'\''s"}'`)]);
    expect(printed).toContain(`MAGPIE_URL=${service.address}\n`);
    expect((await ann.get('boards.list')).data).not.toContainEqual(
      expect.objectContaining({ name: "Ann's" }),
    );
  });

  it('reads standard input, and exits normally when the reader closes the pipe', async () => {
    const settings = { MAGPIE_URL: service.address, MAGPIE_KEY: ann.key };
    const board = Buffer.from(JSON.stringify({ name: 'From a pipe' }));
    const made = await startMagpie(['call', 'boards.create', '--json', '-'], settings, undefined, board)
      .ended;
    expect([made.code, made.stderr, (JSON.parse(made.stdout) as { name: string }).name]).toEqual([
      0,
      '',
      'From a pipe',
    ]);
    const broken: OutputStream = Object.assign(
      new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
        highWaterMark: 1,
      }),
      { isTTY: false },
    );
    const config = readConfig(settings);
    const stopping = new AbortController().signal;
    const printError = (line: string): void => expect.fail(line);
    const read = readCallArguments(['boards.list']);
    if ('problem' in read) throw new Error(read.problem);
    expect(await runCall(read, { config, stopping }, { printError }, broken)).toBe(0);
  });
});
