import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanUp,
  type Ended,
  makeDataFolder,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
  untilReady,
} from '../testing/process.ts';

const patience = { timeout: 600_000 };

const add = (dataFolder: string, ...words: string[]): Promise<Ended> =>
  runMagpie(['users', 'add', ...words], { MAGPIE_DATA_DIR: dataFolder });

const keyIn = ({ stdout }: Ended): string => /^API key: (mgp_\w+)$/m.exec(stdout)?.[1] ?? '';

describe('users add beside a running server', patience, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(await preparedDataFolder());
  }, patience.timeout);
  afterAll(cleanUp);

  it('prints a key that works at once; for an address that is there, in any case, it prints one more', async () => {
    const first = await add(server.dataFolder, 'ann@example.com');
    const second = await add(server.dataFolder, 'Ann@Example.com');
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Added ann@example.com.\nAPI key: ${keyIn(first)}\n`,
    });
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/^\S+ is here already; this is one more key\.\nAPI key: mgp_\w+\n$/i);
    expect(keyIn(second)).not.toBe(keyIn(first));
    for (const key of [keyIn(first), keyIn(second)]) {
      expect((await server.clientWith(key).get('apiKeys.list')).data).toHaveLength(2);
    }
  });

  it('gives the scopes read and write and no more: 403 for an admin key, 403 for the metrics from elsewhere', async () => {
    const key = keyIn(await add(server.dataFolder, 'ben@example.com'));
    const client = server.clientWith(key);
    expect((await client.get('apiKeys.list')).data).toMatchObject([{ scopes: ['read', 'write'] }]);
    expect((await client.post('boards.create', { name: 'Mine' })).status).toBe(200);
    expect(await client.post('apiKeys.create', { scopes: ['admin'] })).toMatchObject({
      status: 403,
      error: { message: "This key lacks the scope 'admin', so it cannot give it to another." },
    });
    const metrics = await fetch(`${server.address}/metrics`, {
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.1' },
    });
    expect(metrics.status).toBe(403);
  });

  it('is the way back for an owner who lost the key: theirs has all scopes', async () => {
    const key = keyIn(await add(server.dataFolder, 'owner@localhost'));
    const client = server.clientWith(key);
    expect((await client.get('apiKeys.list')).data[0]).toMatchObject({ scopes: ['read', 'write', 'admin'] });
    expect((await client.post('apiKeys.create', { scopes: ['admin'] })).status).toBe(200);
  });

  it('users link prints a link that signs a person in once, users list who is here', async () => {
    const run = (...words: string[]): Promise<Ended> =>
      runMagpie(['users', ...words], { MAGPIE_DATA_DIR: server.dataFolder });
    const { code, stdout } = await run('link', 'owner@localhost');
    const link = /^Sign in: (\S+)\n$/.exec(stdout)?.[1] ?? '';
    expect([code, link.startsWith(`${server.address}/sign-in/`)]).toEqual([0, true]);
    const press = async (): Promise<number> =>
      (await fetch(link, { method: 'POST', redirect: 'manual' })).status;
    expect([await press(), await press()]).toEqual([303, 410]);
    expect(await run('link', 'nobody@example.com')).toMatchObject({
      code: 1,
      stdout: 'There is nobody with the address nobody@example.com; users list shows who is here.\n',
    });
    expect((await run('list')).stdout).toMatch(/^owner@localhost {2}\d{4}-\d\d-\d\d {2}owner$/m);
  });

  it('goes through a socket in the data folder that only its owner can open', () => {
    const { mode } = statSync(path.join(server.dataFolder, 'magpie.sock'));
    expect((mode & 0o7777).toString(8)).toBe('600');
  });

  it('leaves neither key nor complaint in the log of the server', async () => {
    const key = keyIn(await add(server.dataFolder, 'cem@example.com'));
    expect(key).not.toBe('');
    expect(server.stderr()).not.toContain(key.slice(4, 30));
    expect(server.stderr()).not.toMatch(/"level":"(warn|error)"/);
  });
});

describe('users add without a server', patience, () => {
  afterEach(cleanUp);

  it('works on the data folder itself, and on an empty one too; the key works when the server comes', async () => {
    const folder = makeDataFolder();
    const added = await add(folder, 'ann@example.com');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Added ann@example\.com\.\n/) });
    const server = await startServer(folder);
    expect((await server.clientWith(keyIn(added)).get('boards.list')).status).toBe(200);
    // The owner is made by the first start of the service, whoever was there before.
    expect((await server.clientWith(server.key ?? '').get('apiKeys.list')).data).toHaveLength(1);
  });

  it('waits for a server that is still starting', async () => {
    const folder = makeDataFolder();
    const starting = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder });
    while (!isHeldBy(folder, starting.pid)) await sleep(5);
    const [added, server] = await Promise.all([add(folder, 'ann@example.com'), untilReady(starting, folder)]);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect((await server.clientWith(keyIn(added)).get('boards.list')).status).toBe(200);
  });

  it('works when a killed server left its socket behind', async () => {
    const folder = await preparedDataFolder();
    await (await startServer(folder)).end('SIGKILL');
    expect(existsSync(path.join(folder, 'magpie.sock'))).toBe(true);
    expect((await add(folder, 'ann@example.com')).code).toBe(0);
  });
});

describe('a data folder with a path of more than 150 characters', patience, () => {
  afterEach(cleanUp);

  it('works for the service and for commands, by whichever name the folder is called', async () => {
    const parent = makeDataFolder();
    const folder = path.join(parent, 'a'.repeat(80), 'ö'.repeat(80));
    mkdirSync(parent, { mode: 0o711 });
    const server = await startServer(folder);
    symlinkSync(folder, path.join(parent, 'short'));
    expect(folder.length).toBeGreaterThan(150);
    try {
      const byLong = await add(folder, 'ann@example.com');
      const byShort = await add(path.join(parent, 'short'), 'ben@example.com');
      for (const added of [byLong, byShort]) {
        expect(added).toMatchObject({ code: 0, stderr: '' });
        expect((await server.clientWith(keyIn(added)).get('boards.list')).status).toBe(200);
      }
      expect(statSync(path.join(folder, 'magpie.sock')).mode & 0o777).toBe(0o600);
      expect((await server.end('SIGTERM')).code).toBe(0);
      expect(existsSync(path.join(folder, 'magpie.sock'))).toBe(false);
    } finally {
      removeSocketFolder(folder);
    }
  });
});

/** PostgreSQL's own socket is in the temp folder where the path of the data folder is too long for it. */
function removeSocketFolder(folder: string): void {
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  rmSync(path.join(os.tmpdir(), `magpie-${digest}`), { recursive: true });
}

function isHeldBy(folder: string, pid: number): boolean {
  const lockFile = path.join(folder, 'magpie.lock');
  return existsSync(lockFile) && readFileSync(lockFile, 'utf8') === `${pid}\n`;
}
