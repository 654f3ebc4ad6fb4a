import { once } from 'node:events';
import { createServer } from 'node:net';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/postgres.ts';
import {
  anyLane,
  cleanUp,
  databaseUrlOf,
  lockTable,
  makeDataFolder,
  postgresOf,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
  untilReady,
  untilSomebodyWaits,
} from '../testing/process.ts';
import { startConcurrently } from '../testing/concurrentStarts.ts';
import { callWhenReady, freePort } from '../testing/readiness.ts';

afterEach(cleanUp);

const testOptions = { timeout: 600_000 };
const bootstrapKey = 'a_key_of_our_own_0123456789_abcdef';

describe('the first start', testOptions, () => {
  it('prints the addresses and a working key; later starts print no key', async () => {
    const folder = makeDataFolder();
    const first = await startServer(folder);
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(first.base).toBe(`${first.address}/api/v1/trpc`);
    expect((await fetch(`${first.address}/`)).status).toBe(200);
    const key = first.key ?? '';
    expect(await keysOf(first, key)).toMatchObject([
      { name: 'First key', scopes: ['read', 'write', 'admin'], prefix: key.slice(0, 12) },
    ]);
    const link = /^ {2}Sign in {4}(\S+)$/m.exec(first.stdout())?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${first.address}/sign-in/[\\w-]{43}$`));
    const pressed = await fetch(link, { method: 'POST', redirect: 'manual' });
    expect(pressed.headers.get('location')).toBe(`${first.address}/`);
    const { stdout } = await first.end('SIGTERM');
    expect(stdout).toContain('It is shown only once');
    // In a pipe, steps are plain lines; the link is the last one.
    expect(stdout.trimEnd().split('\n')).toEqual([
      'Loading the server…',
      expect.stringMatching(/^Loaded the server \(\d+\.\d s\)$/),
      'Starting PostgreSQL…',
      'Starting ClickHouse…',
      expect.stringMatching(/^Started PostgreSQL \(\d+\.\d s\)$/),
      expect.stringMatching(/^Started ClickHouse \(\d+\.\d s\)$/),
      'Preparing the service…',
      expect.stringMatching(/^Prepared the service \(\d+\.\d s\)$/),
      'Magpie is ready.',
      ...Array.from({ length: 8 }, () => expect.any(String) as unknown),
      `  API key    ${key}`,
      `  Sign in    ${link}`,
    ]);

    const second = await startServer(folder);
    expect(second.key).toBeNull();
    expect(second.stdout()).not.toMatch(/key/i);
    expect(await keysOf(second, key)).toHaveLength(1);
  });

  it('killed before it printed anything: the next start prints a working key', async () => {
    const folder = makeDataFolder();
    for (const moment of [/^/, /PostgreSQL schema migrated/]) {
      const killed = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder });
      await killed.untilPrinted(moment);
      expect(await killed.end('SIGKILL')).toMatchObject({
        signal: 'SIGKILL',
        stdout: expect.not.stringMatching(/ready|key/i),
      });
    }
    const server = await startServer(folder);
    expect(await keysOf(server, server.key ?? '')).toHaveLength(1);
  });

  it('killed while it created the key: only the key of the next start exists', async () => {
    const db = await freshDatabase(anyLane);
    const settings = { DATABASE_URL: databaseUrlOf(db) };
    const folder = await preparedDataFolder();
    const release = await lockTable(db, 'api_keys');
    const stuck = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder, ...settings });
    await untilSomebodyWaits(db);
    expect(await stuck.end('SIGKILL')).toMatchObject({ stdout: expect.not.stringMatching(/ready|key/i) });
    await release();
    const server = await startServer(folder, settings);
    expect(await keysOf(server, server.key ?? '')).toHaveLength(1);
    await server.end('SIGTERM');
    await db.close();
  });

  it('accepts the key of MAGPIE_BOOTSTRAP_KEY and never prints it', async () => {
    const server = await startServer(await preparedDataFolder(), { MAGPIE_BOOTSTRAP_KEY: bootstrapKey });
    expect(server.key).toBeNull();
    expect(await keysOf(server, bootstrapKey)).toHaveLength(1);
    const { stdout, stderr } = await server.end('SIGTERM');
    expect(stdout).toContain('as set in MAGPIE_BOOTSTRAP_KEY');
    expect(stdout + stderr).not.toContain(bootstrapKey);
  });
});

describe('the port', testOptions, () => {
  it('is open from the start, and serves when the owner and the bootstrap key exist', async () => {
    const db = await freshDatabase(anyLane);
    const port = await freePort();
    const release = await lockTable(db, 'api_keys');
    const starting = startMagpie(['serve'], {
      PORT: String(port),
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      MAGPIE_BOOTSTRAP_KEY: bootstrapKey,
      DATABASE_URL: databaseUrlOf(db),
    });
    await Promise.race([untilSomebodyWaits(db), starting.untilPrinted(/^Magpie is ready/m)]);
    const url = `http://127.0.0.1:${port}`;
    const authorization = `Bearer ${bootstrapKey}`;
    const readStatuses = () =>
      Promise.all(
        ['/healthz', '/readyz', '/', '/api/v1/trpc/boards.list'].map(
          async (at) => (await fetch(url + at, { headers: { authorization } })).status,
        ),
      );
    expect(await readStatuses()).toEqual([200, 503, 503, 503]);
    await release();
    const server = await untilReady(starting, '');
    expect(await keysOf(server, bootstrapKey)).toHaveLength(1);
    await server.end('SIGTERM');
    await db.close();
  });

  it('the first call after /readyz returns 200 succeeds, over several starts', async () => {
    expect(await callWhenReady(3)).toEqual([200, 200, 200]);
  });
});

describe('output', testOptions, () => {
  it('logs JSON lines with request ids and without keys to standard error, and prints only the banner', async () => {
    const server = await startServer(await preparedDataFolder(), { MAGPIE_LOG_LEVEL: 'debug' });
    const key = server.key ?? '';
    const banner = server.stdout();
    const client = server.clientWith(key);
    const made = await client.post('boards.create', { name: `Do not log ${key}` });
    const refused = await client.post('boards.create', { name: key.repeat(10) });
    const paths = [`/${key}`, `/api/v1/trpc/${key}`, `/api/v1/trpc/boards.list?input=${key}`, `/?key=${key}`];
    for (const at of paths) await fetch(server.address + at, { headers: { authorization: `Bearer ${key}` } });
    await fetch(`${server.base}/boards.list`, { headers: { authorization: `Bearer ${key}0` } });
    const { code, stdout, stderr } = await server.end('SIGTERM');

    expect([code, stdout]).toEqual([0, banner]);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(2 + paths.length + 1);
    for (const { headers, status } of [made, refused]) {
      const requestId = headers.get('x-request-id');
      expect(requests.find((line) => line['requestId'] === requestId)).toMatchObject({
        procedure: 'boards.create',
        status,
      });
    }
    expect(stderr).not.toContain(key.slice(4, 30));
  });

  it('/healthz and /readyz return 200 without a key', async () => {
    const server = await startServer(await preparedDataFolder());
    const [health, ready] = await Promise.all(
      ['/healthz', '/readyz'].map((at) => fetch(server.address + at)),
    );
    expect([health?.status, await health?.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready?.status, await ready?.json()]).toEqual([
      200,
      { ready: true, checks: { postgres: 'ok', clickhouse: 'ok', disk: 'ok', index: 'ok', demo: 'ok' } },
    ]);
  });
});

describe('a node', testOptions, () => {
  it('generates an image as soon as it is requested', async () => {
    const server = await startServer(await preparedDataFolder());
    const client = server.clientWith(server.key ?? '');
    const { data: product } = await client.post('cloneProducts.create', { name: 'Cloud Pillow' });
    const { data: image } = await client.post('aiImages.generate', { productId: product.id });
    const statusOfIt = async (): Promise<string> =>
      (await client.get('aiImages.get', { id: image.id })).data.status;
    await expect.poll(statusOfIt, { timeout: 60_000 }).toBe('succeeded');
    expect((await server.end('SIGTERM')).code).toBe(0);
  });
});

describe('a failing start', testOptions, () => {
  it('exits 1 if the port is in use, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const folder = await preparedDataFolder();
    const refused = await runMagpie(['serve'], { PORT: String(port), MAGPIE_DATA_DIR: folder });
    other.close();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program; set PORT to a free port.`,
    ]);
    expect(await postgresOf(folder)).toBeNull();
    expect(existsSync(path.join(folder, 'magpie.sock'))).toBe(false);
  });

  it('detects a used port before it creates an engine', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const folder = makeDataFolder();
    const refused = await runMagpie(['serve'], { PORT: String(port), MAGPIE_DATA_DIR: folder });
    other.close();
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use by another program; set PORT to a free port.\n`,
    });
    expect(readdirSync(folder)).toEqual(['magpie.lock']);
  });

  it('exits 2 for an unknown setting, suggests the nearest one and creates nothing', async () => {
    const folder = makeDataFolder();
    const refused = await runMagpie(['serve'], { MAGPIE_DATA_DIR: folder, MAGPIE_DEMO_AD: '5' });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'MAGPIE_DEMO_AD: no such setting; use MAGPIE_DEMO_ADS instead.\n',
    });
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine; set HOST to one.'],
    [
      'nowhere.invalid',
      expect.stringMatching(
        /^HOST nowhere\.invalid (?:cannot be resolved|could not be looked up); set HOST to an address\.$/,
      ),
    ],
  ])('exits 1 if it cannot listen on the host %s', async (host, sentence) => {
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      HOST: host,
      MAGPIE_DATA_DIR: await preparedDataFolder(),
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([sentence]);
  });

  it('exits 1 and names the process that uses the data folder, which continues', async () => {
    const server = await startServer(await preparedDataFolder());
    const settings = { PORT: '0', MAGPIE_DATA_DIR: server.dataFolder };
    expect(await runMagpie(['serve'], settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The data folder ${server.dataFolder} is in use by another Magpie process (process ${server.pid}); stop that one, or set MAGPIE_DATA_DIR to another folder.\n`,
    });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  });

  it('exits 1 if the data folder is a file', async () => {
    const inside = makeDataFolder();
    writeFileSync(inside, '');
    expect(await runMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: inside })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The data folder ${inside} cannot be used: it is a file; set MAGPIE_DATA_DIR to a folder in which this account may write.\n`,
    });
  });

  it('exits 1 if PostgreSQL is not reachable', async () => {
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      DATABASE_URL: 'postgres://somebody:the_password@127.0.0.1:1/magpie',
    });
    expect(refused).toMatchObject({ code: 1, stdout: expect.not.stringMatching(/ready|key/i) });
    expect(plainLines(refused.stderr)).toEqual([
      'PostgreSQL at 127.0.0.1:1/magpie cannot be used: nothing listens there; check DATABASE_URL and that the server runs.',
    ]);
    expect(refused.stderr).not.toContain('the_password');
  });

  it('exits 1 if the file storage is not reachable', async () => {
    const db = await freshDatabase(anyLane);
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      DATABASE_URL: databaseUrlOf(db),
      S3_URL: 'http://the_key:the_secret@127.0.0.1:1/files',
    });
    await db.close();
    expect(refused).toMatchObject({ code: 1, stdout: expect.not.stringMatching(/ready|key/i) });
    expect(plainLines(refused.stderr)).toEqual([
      'S3 storage at http://127.0.0.1:1/files cannot be used: nothing listens there; check S3_URL and that the storage runs.',
    ]);
    expect(refused.stderr).not.toMatch(/the_key|the_secret/);
  });
});

describe('racing starts', testOptions, () => {
  it('of 5 on one data folder one serves and 4 name it; nothing is lost', async () => {
    expect(await startConcurrently(5)).toHaveLength(4);
  });
});

async function keysOf(server: ServerProcess, key: string): Promise<object[]> {
  const { status, data } = await server.clientWith(key).get('apiKeys.list');
  expect(status).toBe(200);
  return data;
}

/** What is said to a person, between the lines of the log. */
function plainLines(stderr: string): string[] {
  return stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
}
