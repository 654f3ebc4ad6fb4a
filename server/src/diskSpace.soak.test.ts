import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openClickHouse } from './db/clickhouse/clickhouse.ts';
import { createLog } from './config/log.ts';
import {
  cleanUp,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
} from './testing/process.ts';

const megabyte = 1024 * 1024;
const disk = mkdtempSync(path.join(os.tmpdir(), 'magpie-disk-'));
const mounted = mountSmallDisk();

afterAll(async () => {
  await cleanUp();
  if (mounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

describe.skipIf(!mounted)('with less than 200 MB of free disk', { timeout: 600_000 }, () => {
  it('mutations return 503 until space is freed, queries work, and /readyz reports it with 200', async () => {
    const server = await startServer(makeDataFolder(disk));
    const client = server.clientWith(server.key ?? '');
    expect((await client.post('boards.create', { name: 'With room' })).status).toBe(200);
    expect(await diskState(server)).toEqual([200, 'ok']);

    const filler = path.join(disk, 'filler');
    await fillUpTo(filler, 190 * megabyte);
    // The measurement is cached for a second.
    await vi.waitFor(async () => expect((await diskState(server))[1]).not.toBe('ok'), 60_000);
    expect(await diskState(server)).toEqual([200, 'almost full: reads go on, writes answer 503']);
    const refused = await client.post('boards.create', { name: 'Without room' });
    expect(refused).toMatchObject({
      status: 503,
      error: {
        message:
          'The disk of this server is almost full, so nothing can be saved; reads still work. Free some disk space, then try again.',
        data: { code: 'SERVICE_UNAVAILABLE' },
      },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    const batch = await fetch(`${server.base}/boards.create?batch=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: '{"0":{"name":"Without room"}}',
    });
    expect([batch.status, batch.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await client.get('boards.list')).toMatchObject({ status: 200, data: [{ name: 'With room' }] });

    rmSync(filler);
    await vi.waitFor(async () => expect((await diskState(server))[1]).toBe('ok'), 60_000);
    expect((await client.post('boards.create', { name: 'With room again' })).status).toBe(200);
    expect((await client.get('boards.list')).data).toHaveLength(2);
    expect((await server.end('SIGTERM')).code).toBe(0);
  });

  it('an import fails with exit code 1, and resumes after space is freed', async () => {
    const folder = makeDataFolder(disk);
    const ads = path.join(disk, 'ads.jsonl');
    writeFileSync(ads, Array.from({ length: 20_000 }, (_, id) => adLine(id)).join(''));
    const importing = startMagpie(['import', ads], { MAGPIE_DATA_DIR: folder });
    const imports = path.join(folder, 'imports');
    const acknowledged = (): number => {
      const note = readdirSync(imports).find((name) => name.endsWith('.json')) ?? '';
      return JSON.parse(readFileSync(path.join(imports, note), 'utf8')).tally.read;
    };
    await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(0), { timeout: 600_000, interval: 10 });
    const filler = path.join(disk, 'filler');
    await fillUpTo(filler, 190 * megabyte);
    const { code, stderr } = await importing.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The disk of this server is almost full, so nothing can be saved; .+\.\nRun the same command again to resume\.\n/m,
    );

    rmSync(filler);
    const resumed = await runMagpie(['import', ads], { MAGPIE_DATA_DIR: folder });
    expect(resumed.stdout).toMatch(/^Resuming an interrupted import[^]+^Read +20,000$/m);
    expect(resumed.code).toBe(0);
  });
});

describe('when ClickHouse runs out of disk during an ingest', { timeout: 600_000 }, () => {
  it('the ingest fails with 503 and is not visible, reads work, and a later ingest succeeds', async () => {
    const folder = await preparedDataFolder();
    await setFreeBytesToInsert(folder, 'ad_places', 2 ** 60);
    const server = await startServer(folder);
    const client = server.clientWith(server.key ?? '');
    // More than one batch, so that a write fails while further ads are prepared.
    const lines = await ingest(server, 5000);
    expect(lines).toEqual([
      {
        error: expect.objectContaining({
          message: expect.stringMatching(/^The disk of this server is almost full/),
          data: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 }),
        }),
      },
    ]);
    expect(await client.get('ads.search', {})).toMatchObject({ status: 200, data: { total: 0 } });
    expect((await client.post('boards.create', { name: 'Still here' })).status).toBe(200);
    const { code, stderr } = await server.end('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).toContain('NOT_ENOUGH_SPACE');

    await setFreeBytesToInsert(folder, 'ad_places', 0);
    const again = await startServer(folder);
    expect(await ingest({ ...again, key: server.key }, 5000)).toContainEqual(
      expect.objectContaining({ done: true, acknowledged: 5000 }),
    );
    await again.end('SIGTERM');
  });
});

/** Makes the engine reject inserts as on a full disk. */
async function setFreeBytesToInsert(dataFolder: string, table: string, bytes: number): Promise<void> {
  const log = createLog('silent');
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log, readers: 1 });
  const setting = `min_free_disk_bytes_to_perform_insert = ${bytes}`;
  try {
    await clickhouse.write(`ALTER TABLE ${table} MODIFY SETTING ${setting}`);
  } finally {
    await clickhouse.close();
  }
}

async function ingest(server: Pick<ServerProcess, 'address' | 'key'>, ads: number): Promise<object[]> {
  const response = await fetch(`${server.address}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/x-ndjson' },
    body: Array.from({ length: ads }, (_, id) => adLine(id)).join(''),
  });
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}

function adLine(id: number): string {
  return `{"key":"meta:${id}","advertiser":{"name":"Acme"},"bodies":["${id}"]}\n`;
}

/** A disk in memory, slightly larger than both engines and the required free space. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=711', 'tmpfs', disk], { stdio: 'pipe' });
    return true;
  } catch {
    console.warn(
      'This account may not mount a small disk, so the rule for a full one is not tested; skipped.',
    );
    return false;
  }
}

async function fillUpTo(file: string, left: number): Promise<void> {
  const { bavail, bsize } = statfsSync(disk);
  const chunk = Buffer.alloc(megabyte);
  const handle = await open(file, 'w');
  for (let bytes = bavail * bsize - left; bytes > 0; bytes -= megabyte) await handle.write(chunk);
  await handle.close();
}

async function diskState(server: ServerProcess): Promise<[status: number, disk: string]> {
  const response = await fetch(`${server.address}/readyz`);
  const { checks } = (await response.json()) as { checks: { disk: string } };
  return [response.status, checks.disk];
}
