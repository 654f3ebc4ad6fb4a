import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openClickHouse } from '../db/clickhouse/clickhouse.ts';
import { createLog } from '../config/log.ts';
import { filesBelow } from '../testing/backups.ts';
import { assertConsistent } from '../testing/library.ts';
import { picture } from '../testing/pictures.ts';
import {
  cleanUp,
  connectTo,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
} from '../testing/process.ts';

afterEach(cleanUp);

/** Makes a board, saves a captured ad there, keeps an image and deletes the one before, again and again; notes the boards. */
async function useIt(
  server: ServerProcess,
  key: string,
  until: () => boolean,
  boards: number[],
): Promise<void> {
  const client = server.clientWith(key);
  let last: number | undefined;
  for (let turn = boards.length; !until(); turn += 1) {
    const board = await client.post('boards.create', { name: `Board ${turn}` });
    const ad = {
      platform: 'facebook',
      externalId: String(turn),
      companyName: 'Acme',
      headline: `Ad ${turn}`,
    };
    const saved = await client.post('ads.addToBoard', { boardId: board.data.id, ad });
    const colour = `#${(turn % 4096).toString(16).padStart(3, '0')}`;
    const image = await client.post('brandImages.upload', {
      file: (await picture(colour)).toString('base64'),
    });
    if (last !== undefined) await client.post('brandImages.delete', { id: last });
    last = image.data.id;
    expect([board.status, saved.status, image.status]).toEqual([200, 200, 200]);
    boards.push(board.data.id);
  }
}

describe('magpie backup and restore', { timeout: 600_000 }, () => {
  it('copy a running server to another folder as a consistent snapshot, with working keys', async () => {
    const server = await startServer(await preparedDataFolder(), { MAGPIE_LIMIT_WRITE: '100000' });
    const key = server.key ?? '';
    const boards: number[] = [];
    const beside = (name: string): string => path.join(path.dirname(server.dataFolder), name);
    let isOver = false;
    await useIt(server, key, () => boards.length >= 3, boards);
    const before = [...boards];
    const using = useIt(server, key, () => isOver, boards);
    const backup = await runMagpie(['backup', 'backup'], { MAGPIE_DATA_DIR: server.dataFolder }, beside('.'));
    isOver = true;
    await using;
    expect([backup.code, backup.stderr]).toEqual([0, '']);
    expect(backup.stdout).toMatch(/Wrote [\d.]+ MB to \S+ in [\d.]+ s \([\d.]+ MB\/s\)\.\n$/);
    expect(existsSync(path.join(server.dataFolder, 'backup'))).toBe(false);
    const refused = await runMagpie(['restore', beside('backup')], { MAGPIE_DATA_DIR: server.dataFolder });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('is in use by another Magpie process'),
    ]);
    await server.end('SIGTERM');

    const verified = await runMagpie(['backup', 'verify', beside('backup')], {});
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('The backup is intact: ')]);
    const dataFolder = makeDataFolder();
    const restored = await runMagpie(['restore', beside('backup')], { MAGPIE_DATA_DIR: dataFolder });
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('Restored the backup of ')]);

    const again = await startServer(dataFolder);
    expect(again.key).toBe(null);
    await mustBeAsItWas(again, key, before);
  });

  it.each([['backup'], ['backup', 'verify'], ['restore']])('%s %s refuses a pipe', async (...words) => {
    const { code, stderr } = await runMagpie([...words.filter(Boolean), '-'], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be piped; name a folder.')]);
  });

  it.each([
    { args: ['upgrade'], message: 'No Magpie instance found in ' },
    { args: ['backup', path.join(os.tmpdir(), 'magpie-nothing')], message: 'No Magpie instance found in ' },
    { args: ['restore', '/proc'], message: '/proc is not a complete backup: ' },
  ])('$args.0 fails before it creates an engine', async ({ args, message }) => {
    const nowhere = path.join(makeDataFolder(), 'nowhere');
    const { code, stderr } = await runMagpie(args, { MAGPIE_DATA_DIR: nowhere });
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(nowhere)).toBe(false);
  });
});

/** Everything acknowledged before the backup is included; concurrent writes are included completely or not at all. */
async function mustBeAsItWas(server: ServerProcess, key: string, boards: readonly number[]): Promise<void> {
  const client = server.clientWith(key);
  const db = connectTo(server.dataFolder);
  try {
    await assertConsistent(db);
    const found = await db.query<{ id: number }>('SELECT id FROM boards');
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([...boards]));
    const saved = await db.query<{ hash: string }>('SELECT DISTINCT ad_hash AS hash FROM saved_ads');
    expect(saved.length).toBeGreaterThanOrEqual(boards.length);
    const files = filesBelow(path.join(server.dataFolder, 'files'));
    const images = await db.query<{ key: string; bytes: number }>(
      `SELECT key, bytes FROM studio_files
       WHERE key IN (SELECT file_key FROM brand_images UNION SELECT thumbnail_key FROM brand_images)`,
    );
    expect(images.length).toBeGreaterThanOrEqual(2);
    for (const image of images) expect(files.get(image.key)?.length).toBe(image.bytes);
    for (const [name, bytes] of files) {
      if (!name.startsWith('media/')) continue;
      expect(path.basename(name)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    const board = await client.post('boards.create', { name: 'After' });
    expect(board.data.id).toBeGreaterThan(Math.max(...found.map(({ id }) => id)));
    await server.end('SIGTERM');
    expect(await indexedOf(server.dataFolder)).toEqual(expect.arrayContaining(saved.map(({ hash }) => hash)));
  } finally {
    await db.close();
  }
}

async function indexedOf(dataFolder: string): Promise<string[]> {
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log: createLog('silent') });
  try {
    return (await clickhouse.read<{ hash: string }>('SELECT hash FROM ads FINAL')).map(({ hash }) => hash);
  } finally {
    await clickhouse.close();
  }
}
