import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  entry,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
  untilDemoLoaded,
} from '../testing/process.ts';

afterEach(cleanUp);

const testOptions = { timeout: 900_000 };
const run = (folder: string, ...words: string[]): ReturnType<typeof runMagpie> =>
  runMagpie(words, { MAGPIE_DATA_DIR: folder });
const adsIn = async (server: ServerProcess): Promise<number> =>
  (await server.clientWith(server.key ?? '').get('ads.search', { limit: 1 })).data.total;
/** An export in an order that does not depend on how rows were written. */
const linesOf = (text: string): string[] => text.trimEnd().split('\n').toSorted();

describe('index commands', testOptions, () => {
  it('demo, export and import: an imported export exports the same', async () => {
    const [first, second] = [await preparedDataFolder(), await preparedDataFolder()];
    const file = path.join(path.dirname(first), 'ads.jsonl.gz');
    expect(await run(first, 'demo', '--ads', '500')).toMatchObject({
      code: 0,
      stdout: 'Demo ads: 500 new, 0 updated, 0 unchanged.\n',
    });
    expect(await run(first, 'export', file)).toMatchObject({
      code: 0,
      stdout: `Wrote 500 ads to ${file}.\n`,
    });
    expect(await run(second, 'import', file)).toMatchObject({ code: 0 });
    const again = await run(second, 'export', '-');
    expect(linesOf(again.stdout)).toEqual(linesOf(gunzipSync(readFileSync(file)).toString()));
    expect(linesOf(again.stdout)).toHaveLength(500);
  });

  it('work through a running server', async () => {
    const server = await startServer(await preparedDataFolder());
    const { dataFolder } = server;
    expect(await run(dataFolder, 'demo', '--ads', '300')).toMatchObject({ code: 0 });
    expect(await adsIn(server)).toBe(300);
    const exported = await run(dataFolder, 'export', '-');
    expect(linesOf(exported.stdout)).toHaveLength(300);
    // Closing the pipe ends it normally.
    const script = `${process.execPath} ${entry} export - | head -n 1; echo "$PIPESTATUS"`;
    const env = { ...process.env, MAGPIE_DATA_DIR: dataFolder };
    const head = await promisify(execFile)('bash', ['-c', script], { env });
    expect(head).toEqual({ stdout: `${exported.stdout.split('\n')[0]}\n0\n`, stderr: '' });
    expect(await run(dataFolder, 'enrich')).toMatchObject({ code: 0, stdout: 'Every ad is up to date.\n' });
    const { code, stdout } = await run(dataFolder, 'enrich', '--since', 'tags@1');
    expect([code, stdout]).toEqual([0, `[${'='.repeat(24)}]  100%  300 of 300 ads\nEnriched 300 ads.\n`]);
    expect((await run(dataFolder, 'export', '-')).stdout).toBe(exported.stdout);
    expect((await run(dataFolder, 'enrich', '--since', 'vectors@1')).stdout).toBe(
      'Recomputed all text vectors.\n',
    );
    expect(await run(dataFolder, 'demo', '--remove')).toMatchObject({
      code: 0,
      stdout: 'Removed 300 demo ads.\n',
    });
    expect(await adsIn(server)).toBe(0);
  });

  it.each([
    [['demo'], 'Expected demo --ads <number> with a number from 1 to 10000000, or demo --remove.'],
    [['demo', '--ads', '1e3'], 'Expected demo --ads'],
    [['export'], 'Missing argument: the file to write to.'],
    [['export', '--all'], 'Unknown option --all.'],
    [['enrich', '--since', 'tags'], 'Expected no arguments, or --since <step>@<version> such as tags@1'],
    [
      ['enrich', '--since', 'smell@1'],
      'steps: language, media, landingPage, adType, tags, creatives, momentum, vectors.',
    ],
  ])('%j is a usage error', async (words, sentence) => {
    const { code, stderr } = await run(makeDataFolder(), ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });

  it('a failed export prints the reason and leaves no file', async () => {
    const folder = await preparedDataFolder();
    const file = path.join(folder, 'nowhere', 'ads.jsonl');
    expect(await run(folder, 'export', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(file),
    });
  });
});

describe('the first start', testOptions, () => {
  it('loads demo ads into an empty index while it serves; later starts do not', async () => {
    const folder = await preparedDataFolder();
    const settings = { MAGPIE_DEMO_ADS: '400', MAGPIE_BOOTSTRAP_KEY: 'a_key_of_our_own_0123456789_abcdef' };
    const first = await startServer(folder, settings);
    expect(first.stdout()).toContain('  Demo ads   400 are being loaded (MAGPIE_DEMO_ADS=0 for none)\n');
    const client = first.clientWith(settings.MAGPIE_BOOTSTRAP_KEY);
    await untilDemoLoaded(first);
    expect((await client.get('system.health')).data).not.toHaveProperty('demoAds');
    const found = await client.get('ads.search', {});
    expect(found.data.total).toBe(400);
    const { advertiserId } = found.data.ads[0].advertiser;
    const logo = await fetch(`${first.address}/logos/${advertiserId}.svg`);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect((await fetch(`${first.address}/logos/none.svg`)).status).toBe(404);
    await first.end('SIGTERM');
    const lone = await preparedDataFolder();
    expect(await run(lone, 'demo', '--ads', '50')).toMatchObject({ code: 0 });
    expect(await run(lone, 'demo', '--remove')).toMatchObject({ code: 0, stdout: 'Removed 50 demo ads.\n' });
    const emptied = await startServer(lone, settings);
    expect(emptied.stdout()).not.toMatch(/demo/i);

    const second = await startServer(folder, { ...settings, MAGPIE_DEMO_ADS: '500' });
    expect(second.stdout()).not.toMatch(/demo/i);
    expect((await second.clientWith(settings.MAGPIE_BOOTSTRAP_KEY).get('ads.search', {})).data.total).toBe(
      400,
    );
  });

  it('loads no demo ads into an index with other ads', async () => {
    const folder = await preparedDataFolder();
    const file = path.join(path.dirname(folder), 'one.jsonl');
    writeFileSync(file, '{"key":"meta:12345","advertiser":{"name":"Acme"}}\n');
    expect(await run(folder, 'import', file)).toMatchObject({ code: 0 });
    const server = await startServer(folder, { MAGPIE_DEMO_ADS: '400' });
    expect(await adsIn(server)).toBe(1);
  });
});
