import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog, startClickHouseChild, temporaryFolder } from '../../testing/clickhouse.ts';
import { ClickHouseUnavailable, openClickHouse, type ClickHouseEngine } from './clickhouse.ts';
import { ResponseMismatch } from './pool.ts';
import { openEmbedded } from './embedded.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await temporaryFolder();
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const open = (folder = dataFolder): Promise<ClickHouseEngine> =>
  openClickHouse({ url: null, cluster: null, dataFolder: folder, log: silentLog });

/** Kills the child after it has acknowledged this many batches, and returns the last acknowledged one. */
async function insertUntilKilled(firstBatch: number, batches: number): Promise<number> {
  const victim = startClickHouseChild('insert', dataFolder, firstBatch);
  const complaints = text(victim.stderr);
  let last = firstBatch - 1;
  let unread = '';
  for await (const chunk of victim.stdout.setEncoding('utf8')) {
    unread += String(chunk);
    const lines = unread.split('\n');
    unread = lines.pop() ?? '';
    last = Number(lines.at(-1) ?? last);
    if (last >= firstBatch + batches) victim.kill('SIGKILL');
  }
  expect(await complaints).toBe('');
  return last;
}

describe('the embedded engine', () => {
  test('keeps every acknowledged insert over three SIGKILLs, and opens again', async () => {
    let batches = 0;
    const lost: number[] = [];
    for (const size of [5, 20, 10]) {
      batches = (await insertUntilKilled(batches, size)) + 1;
      const clickhouse = await open();
      const stored = await clickhouse.read<{ batch: number; rows: number }>(
        'SELECT intDiv(advertiser_id, 100) AS batch, uniqExact(advertiser_id) AS rows FROM advertisers GROUP BY batch',
      );
      const whole = new Set(stored.filter(({ rows }) => rows === 100).map(({ batch }) => batch));
      lost.push(...Array.from({ length: batches }, (_, batch) => batch).filter((batch) => !whole.has(batch)));
      await clickhouse.close();
    }
    expect(lost).toEqual([]);
    expect(batches).toBeGreaterThanOrEqual(35);
  }, 600_000);

  test('prints nothing, ends with its process, and writes nothing outside its folder', async () => {
    const [home, temporary, working] = await Promise.all(
      ['home', 'temporary', 'working'].map(async (name) => {
        const folder = path.join(dataFolder, name);
        await mkdir(folder);
        return folder;
      }),
    );
    const own = path.join(dataFolder, 'own');
    const victim = startClickHouseChild('work', own, 0, {
      ...(working !== undefined && { cwd: working }),
      env: { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary },
    });
    const said = Promise.all([text(victim.stdout), text(victim.stderr)]);
    const [exitCode] = await once(victim, 'exit');
    expect(await said).toEqual(['', '']);
    expect(exitCode).toBe(0);
    const inside = await Promise.all(
      ['home', 'temporary', 'working'].map((name) => readdir(path.join(dataFolder, name))),
    );
    expect(inside).toEqual([[], [], []]);
    expect(await readdir(own)).toEqual(['clickhouse']);
  });

  test('opens the same folder again in one process, with its data', async () => {
    const first = await open();
    await first.write('CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n');
    await first.insert('kept', [{ n: 5 }]);
    await first.close();
    const second = await open();
    expect(await second.read('SELECT n FROM kept')).toEqual([{ n: 5 }]);
    await second.close();
  });

  test('opens another folder after the first was closed', async () => {
    const first = await open(path.join(dataFolder, 'one'));
    await first.write('CREATE TABLE only_here (n UInt8) ENGINE = MergeTree ORDER BY n');
    await first.close();
    const second = await open(path.join(dataFolder, 'two'));
    expect(await second.read("SELECT count() AS n FROM system.tables WHERE name = 'only_here'")).toEqual([
      { n: 0 },
    ]);
    await second.close();
  });

  test('works in a folder with an unusual name', async () => {
    const clickhouse = await open(path.join(dataFolder, "it's ünusual & 'quoted' \\ 100%"));
    expect(await clickhouse.read('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await clickhouse.close();
  });

  test('never returns rows of an earlier statement, even on the connection that failed', async () => {
    const connections = await openEmbedded(dataFolder);
    const reader = await connections.openReader();
    expect(await reader.read('SELECT 1 AS n', new Map())).toEqual([{ n: 1 }]);
    const failing = 'SELECT number AS stale, throwIf(number = 140000) FROM numbers(150000)';
    await expect(reader.read(failing, new Map())).rejects.toThrow(/throwIf/);
    await expect(reader.read('SELECT 2 AS n', new Map())).rejects.toThrow(ResponseMismatch);
    await reader.close();
    await connections.release();
  });

  test('describes itself', async () => {
    const clickhouse = await open();
    const expected = `embedded ClickHouse \\d+[.\\d]+ in ${path.join(dataFolder, 'clickhouse')}`;
    expect(clickhouse.description).toMatch(new RegExp(`^${expected}$`));
    await clickhouse.close();
  });

  test('reports in one sentence that another process has the folder open', async () => {
    const holder = startClickHouseChild('hold', dataFolder);
    await once(holder.stdout, 'data');
    const refusal = open();
    await expect(refusal).rejects.toThrow(ClickHouseUnavailable);
    await expect(refusal).rejects.toThrow(
      `The embedded ClickHouse cannot open ${dataFolder}/clickhouse: it must be a folder that this account may write to and that no other process has open.`,
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const clickhouse = await open();
    await clickhouse.ping();
    await clickhouse.close();
  });

  test('reports in one sentence that this process has another folder open', async () => {
    const first = await open(path.join(dataFolder, 'one'));
    await expect(open(path.join(dataFolder, 'two'))).rejects.toThrow(
      /^The embedded ClickHouse cannot open .+: this process has another folder open; close that one first\.$/,
    );
    await first.ping();
    await first.close();
  });

  test('reports in one sentence that its folder cannot be created', async () => {
    await writeFile(path.join(dataFolder, 'a file'), '');
    await expect(open(path.join(dataFolder, 'a file'))).rejects.toThrow(
      /^The folder .+ for the embedded ClickHouse cannot be created: ENOTDIR.+\.$/,
    );
  });

  test('is closed to other accounts', async () => {
    const clickhouse = await open();
    await clickhouse.close();
    const { mode } = await stat(path.join(dataFolder, 'clickhouse'));
    expect(mode & 0o077).toBe(0);
  });

  test('is never a cluster', async () => {
    await expect(openClickHouse({ url: null, cluster: 'birds', dataFolder, log: silentLog })).rejects.toThrow(
      'The embedded ClickHouse cannot be a cluster: set CLICKHOUSE_URL too.',
    );
  });
});
