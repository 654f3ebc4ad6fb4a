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

const testOptions = { timeout: 600_000 };

const add = (dataFolder: string, ...words: string[]): Promise<Ended> =>
  runMagpie(['users', 'add', ...words], { MAGPIE_DATA_DIR: dataFolder });

const keyIn = ({ stdout }: Ended): string => /^API key: (mgp_\w+)$/m.exec(stdout)?.[1] ?? '';

describe('users add with a running server', testOptions, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(await preparedDataFolder());
  }, testOptions.timeout);
  afterAll(cleanUp);

  it('prints a working key, and another one for an existing address in any case', async () => {
    const first = await add(server.dataFolder, 'ann@example.com');
    const second = await add(server.dataFolder, 'Ann@Example.com');
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Added ann@example.com.\nAPI key: ${keyIn(first)}\n`,
    });
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/^\S+ already exists; created another key\.\nAPI key: mgp_\w+\n$/i);
    expect(keyIn(second)).not.toBe(keyIn(first));
    for (const key of [keyIn(first), keyIn(second)]) {
      expect((await server.clientWith(key).get('apiKeys.list')).data).toHaveLength(2);
    }
  });

  it('grants only the scopes read and write: 403 for an admin key, 403 for remote metrics', async () => {
    const key = keyIn(await add(server.dataFolder, 'ben@example.com'));
    const client = server.clientWith(key);
    expect((await client.get('apiKeys.list')).data).toMatchObject([{ scopes: ['read', 'write'] }]);
    expect((await client.post('boards.create', { name: 'Mine' })).status).toBe(200);
    expect(await client.post('apiKeys.create', { scopes: ['admin'] })).toMatchObject({
      status: 403,
      error: { message: "This key lacks the scope 'admin' and cannot grant it to another key." },
    });
    const metrics = await fetch(`${server.address}/metrics`, {
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.1' },
    });
    expect(metrics.status).toBe(403);
  });

  it('prints a key with all scopes for the owner', async () => {
    const key = keyIn(await add(server.dataFolder, 'owner@localhost'));
    const client = server.clientWith(key);
    expect((await client.get('apiKeys.list')).data[0]).toMatchObject({ scopes: ['read', 'write', 'admin'] });
    expect((await client.post('apiKeys.create', { scopes: ['admin'] })).status).toBe(200);
  });

  it('users link prints a one-time sign-in link, users list all people', async () => {
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
      stdout: 'No person with the address nobody@example.com; list all with users list.\n',
    });
    expect((await run('list')).stdout).toMatch(/^owner@localhost {2}\d{4}-\d\d-\d\d {2}owner$/m);
  });

  it('uses a socket that only the owner of the data folder can open', () => {
    const { mode } = statSync(path.join(server.dataFolder, 'magpie.sock'));
    expect((mode & 0o7777).toString(8)).toBe('600');
  });

  it('leaves no key and no error in the server log', async () => {
    const key = keyIn(await add(server.dataFolder, 'cem@example.com'));
    expect(key).not.toBe('');
    expect(server.stderr()).not.toContain(key.slice(4, 30));
    expect(server.stderr()).not.toMatch(/"level":"(warn|error)"/);
  });
});

describe('users add without a server', testOptions, () => {
  afterEach(cleanUp);

  it('opens the data folder, also an empty one, and the key works once the server runs', async () => {
    const folder = makeDataFolder();
    const added = await add(folder, 'ann@example.com');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Added ann@example\.com\.\n/) });
    const server = await startServer(folder);
    expect((await server.clientWith(keyIn(added)).get('boards.list')).status).toBe(200);
    // The first start of the server creates the owner, even if others exist.
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

  it('works if a killed server left its socket', async () => {
    const folder = await preparedDataFolder();
    await (await startServer(folder)).end('SIGKILL');
    expect(existsSync(path.join(folder, 'magpie.sock'))).toBe(true);
    expect((await add(folder, 'ann@example.com')).code).toBe(0);
  });
});

describe('a data folder with a path of more than 150 characters', testOptions, () => {
  afterEach(cleanUp);

  it('works for the server and for commands, under any name of the folder', async () => {
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
