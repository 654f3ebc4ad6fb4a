import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ad, ads, complaints, imports, summary, write } from '../testing/imports.ts';
import { saysText, startTextServer, type TextServer } from '../testing/openAiServer.ts';
import {
  cleanUp,
  connectionOf,
  type Ended,
  enqueueJob,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
} from '../testing/process.ts';

const testOptions = { timeout: 600_000 };

describe('import without a server', testOptions, () => {
  afterEach(cleanUp);

  it('records every ad once, even when repeated, and prints the counts', async () => {
    const folder = await preparedDataFolder();
    const file = write(folder, 'ads.jsonl', `${ads(3)}{"advertiser":{}}\nnonsense\n`);
    const first = await imports(folder, file);
    expect([first.code, complaints(first)]).toEqual([0, '']);
    expect(first.stdout).toContain(`${file}: read as magpie.\n`);
    expect(summary(first)).toEqual({ read: 5, new: 3, updated: 0, unchanged: 0, rejected: 2 });
    expect(first.stdout).toMatch(/ {2}1 × advertiser\.name .+ \(first: .+, line 4\)\n/);
    const rejects = /^All rejected records are in (.+)\.$/m.exec(first.stdout)?.[1] ?? '';
    expect(readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(2);
    const second = await imports(folder, file);
    expect(summary(second)).toEqual({ read: 5, new: 0, updated: 0, unchanged: 3, rejected: 2 });
    expect(second.code).toBe(0);
  });

  it('a dry run prints the result and writes nothing, not even the data folder', async () => {
    const folder = makeDataFolder();
    const ended = await imports(folder, write(folder, 'ads.jsonl', `${ads(2)}{}\n`), '--dry-run');
    expect([ended.code, summary(ended)]).toEqual([0, { read: 3, acceptable: 2, rejected: 1 }]);
    expect(ended.stdout).toContain('This was a dry run: nothing was recorded.\n');
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    [
      'no ads',
      'a;b\n1;2\n',
      /: skipped\. It contains no ads: its columns are a, b; if these are ads, .+ --map /,
    ],
    [
      'columns that may be those of ads',
      'who,said\nAcme,Anvils that fall fast\nBolt,Bikes that fold quickly\n',
      / --map advertiser=who --map bodies=said\n {2}Acme \| Anvils that fall fast\n {2}Bolt \| Bikes that fold quickly\n/,
    ],
    ['nothing', '', /: skipped\. It contains no records\.\n/],
  ])('exits 1 for a file with %s', async (_what, content, sentence) => {
    const folder = await preparedDataFolder();
    const { code, stdout } = await imports(folder, write(folder, 'x.csv', content), '--dry-run');
    expect([code, stdout]).toEqual([1, expect.stringMatching(sentence)]);
  });

  it('exits 1 when every record is rejected, and prints the reasons', async () => {
    const folder = await preparedDataFolder();
    const file = write(folder, 'ads.jsonl', ads(2));
    const { code, stdout } = await imports(folder, file, '--source', 'meta-api', '--dry-run');
    expect([code, summary({ stdout })]).toEqual([1, { read: 2, acceptable: 0, rejected: 2 }]);
    expect(stdout).toMatch(/2 × /);
  });
});

describe('import with invalid arguments', testOptions, () => {
  const nowhere = { MAGPIE_DATA_DIR: '/dev/null/nowhere' };

  it('exits 2 with a suggestion', async () => {
    const { code, stdout, stderr } = await runMagpie(['import', 'a', '--source', 'meta-ap'], nowhere);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("Unknown source 'meta-ap'; did you mean 'meta-api'?\nUsage: node ");
    expect(stderr).toContain(' import [--library] <file|folder|-> [options]\n');
  });

  it('exits 1 for a missing path without opening anything', async () => {
    const { code, stderr } = await runMagpie(['import', '/no/such/file'], nowhere);
    expect([code, stderr]).toEqual([1, 'There is no file or folder /no/such/file.\n']);
  });
});

describe('import with a running server', testOptions, () => {
  let server: ServerProcess;
  let model: TextServer;
  beforeAll(async () => {
    model = await startTextServer();
    model.answer(
      saysText(({ input }) => {
        const numbered = JSON.parse(input) as { number: number }[];
        return JSON.stringify({ ads: numbered.map(({ number }) => ({ number, tags: [] })) });
      }),
    );
    const settings = { AI_TEXT_URL: model.address, AI_TEXT_KEY: 'key-of-the-model', AI_TEXT_MODEL: 'small' };
    server = await startServer(await preparedDataFolder(), settings);
  }, testOptions.timeout);
  afterAll(async () => {
    await cleanUp();
    model.close();
  });

  it('imports through the server, where the ads are available at once', async () => {
    const file = write(server.dataFolder, 'ads.jsonl', ads(2500));
    const first = await imports(server.dataFolder, file);
    expect([first.code, complaints(first), summary(first)]).toEqual([
      0,
      '',
      { read: 2500, new: 2500, updated: 0, unchanged: 0, rejected: 0 },
    ]);
    expect(summary(await imports(server.dataFolder, file))).toMatchObject({ new: 0, unchanged: 2500 });
    expect(readdirSync(path.join(server.dataFolder, 'imports'))).toEqual([]);
  });

  it('reads standard input, also gzipped', async () => {
    const send = (bytes: Uint8Array): Promise<Ended> =>
      startMagpie(['import', '-'], { MAGPIE_DATA_DIR: server.dataFolder }, undefined, bytes).ended;
    const plain = await send(Buffer.from(`${ad(9001)}\n`));
    expect([plain.code, summary(plain).new]).toEqual([0, 1]);
    expect(plain.stdout).toContain('standard input: read as magpie.\n');
    expect(summary(await send(gzipSync(`${ad(9001)}\n${ad(9002)}\n`)))).toMatchObject({
      new: 1,
      unchanged: 1,
    });
  });

  it('an older file does not overwrite newer data', async () => {
    const folder = server.dataFolder;
    const written = (name: string, day: string, more: object): string => {
      const file = write(folder, name, ad(8001, more));
      utimesSync(file, new Date(day), new Date(day));
      return file;
    };
    const newer = { status: 'inactive', ctaText: 'Buy', endDate: '2026-02-20' };
    await imports(folder, written('newer.jsonl', '2026-03-01', newer));
    await imports(
      folder,
      written('older.jsonl', '2026-02-01', { status: 'active', ctaText: 'Try', language: 'en' }),
    );
    const { stdout } = await runMagpie(['export', '-'], { MAGPIE_DATA_DIR: folder });
    const exported = stdout.split('\n').find((line) => line.includes('"meta:8001"')) ?? '';
    expect(JSON.parse(exported)).toMatchObject({
      ...newer,
      language: 'en',
      firstSeenAt: '2026-02-01T00:00:00.000Z',
      lastSeenAt: '2026-03-01T00:00:00.000Z',
    });
  });

  it('detects the type of each file of a folder and lists those without ads', async () => {
    const folder = server.dataFolder;
    write(folder, 'in/a.jsonl', `${ad(8101)}\n${ad(8102)}\n`);
    write(folder, 'in/b/table.csv.gz', gzipSync('Page name;Ad text;Started\nÖko;Hallo Welt;31.12.2025\n'));
    write(folder, 'in/notes.csv', 'age;percentage\n18-24;10\n');
    symlinkSync('gone.jsonl', path.join(path.dirname(folder), 'in/link.jsonl'));
    const { code, stdout } = await imports(folder, path.join(path.dirname(folder), 'in'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/notes\.csv: skipped\. It contains no ads: its columns are age, percentage\.\n/);
    expect(stdout).toMatch(/link\.jsonl: skipped\. It is a broken link, or permission is denied\.\n/);
    expect(stdout).toMatch(/table\.csv\.gz: read as table\.\n {2}advertiser +from Page name\n/);
    expect(summary({ stdout })).toMatchObject({ read: 3, new: 3, rejected: 0 });
  });

  it('names unsupported files and rejects invalid rows', async () => {
    const folder = server.dataFolder;
    const workbook = write(folder, 'ads.xlsx', Buffer.from('PK\u0003\u0004 and more of a workbook'));
    const skipped = await imports(folder, workbook);
    expect(skipped.code).toBe(1);
    expect(skipped.stdout).toMatch(/ads\.xlsx: skipped\. This is .+\./);
    const broken = await imports(
      folder,
      write(folder, 'ads.jsonl', '{"key": oh\n{"key": no\n{"key": dear\n'),
    );
    expect([broken.code, summary(broken)]).toMatchObject([1, { read: 3, rejected: 3 }]);
  });

  it('recognizes the same ads when pushed over HTTP', async () => {
    const response = await fetch(`${server.address}/api/ingest?source=push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/x-ndjson' },
      body: `${ad(9003)}\n${ad(9003)}\n{}\n`,
    });
    expect(response.status).toBe(200);
    const lines = (await response.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      done: true,
      acknowledged: 3,
      created: 1,
      rejected: 1,
    });
    const file = write(server.dataFolder, 'one.jsonl', ad(9003));
    expect(summary(await imports(server.dataFolder, file))).toMatchObject({ read: 1, new: 0 });
  });

  it('a job requests tags from the text model for ads with few tags', async () => {
    await enqueueJob(connectionOf(server.dataFolder), 'tags');
    await server.untilPrinted(/"msg":"model tags assigned"/);
    expect(model.requests.at(-1)).toMatchObject({ key: 'Bearer key-of-the-model', body: { model: 'small' } });
  });
});

describe('import interrupted', testOptions, () => {
  afterEach(cleanUp);

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s does not wait for its pipe', async (signal) => {
    const folder = makeDataFolder();
    const pipe = path.join(path.dirname(folder), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const importing = startMagpie(['import', pipe, '--dry-run'], { MAGPIE_DATA_DIR: folder });
    const writer = await open(pipe, 'w');
    expect((await importing.end(signal)).code).toBe(130);
    await writer.close();
  });
});
