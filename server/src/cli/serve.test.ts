import { once } from 'node:events';
import { createServer } from 'node:net';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { raceStarts } from '../testing/race.ts';
import { createClient } from '../testing/service.ts';

afterEach(cleanUp);

const patience = { timeout: 600_000 };
const bootstrapKey = 'a_key_of_our_own_0123456789_abcdef';

describe('the first start', patience, () => {
  it('prints the dashboard, the API base address and a key that works; later ones print no key and the first still works', async () => {
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
    expect((await first.end('SIGTERM')).stdout).toContain('It is shown only now');

    const second = await startServer(folder);
    expect(second.key).toBeNull();
    expect(second.stdout()).not.toMatch(/key/i);
    expect(await keysOf(second, key)).toHaveLength(1);
  });

  it('killed before it printed anything, leaves it to the next one to print a key that works', async () => {
    const folder = makeDataFolder();
    for (const moment of [/^/, /schema was brought up to date/]) {
      const killed = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder });
      await killed.untilPrinted(moment);
      expect(await killed.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    }
    const server = await startServer(folder);
    expect(await keysOf(server, server.key ?? '')).toHaveLength(1);
  });

  it('killed while it made the key, leaves no key behind but the one that the next start prints', async () => {
    const db = await freshDatabase(anyLane);
    const settings = { DATABASE_URL: databaseUrlOf(db) };
    const folder = await preparedDataFolder();
    const release = await lockTable(db, 'api_keys');
    const stuck = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder, ...settings });
    await untilSomebodyWaits(db);
    expect(await stuck.end('SIGKILL')).toMatchObject({ stdout: '' });
    await release();
    const server = await startServer(folder, settings);
    expect(await keysOf(server, server.key ?? '')).toHaveLength(1);
    await server.end('SIGTERM');
    await db.close();
  });

  it('takes the key of MAGPIE_BOOTSTRAP_KEY, which works and is printed nowhere', async () => {
    const server = await startServer(await preparedDataFolder(), { MAGPIE_BOOTSTRAP_KEY: bootstrapKey });
    expect(server.key).toBeNull();
    expect(await keysOf(server, bootstrapKey)).toHaveLength(1);
    const { stdout, stderr } = await server.end('SIGTERM');
    expect(stdout).toContain('the one in MAGPIE_BOOTSTRAP_KEY');
    expect(stdout + stderr).not.toContain(bootstrapKey);
  });
});

describe('the socket', { timeout: 600_000 }, () => {
  const readiness = (port: number): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );

  it('is opened only when the owner and the bootstrap key exist', async () => {
    const db = await freshDatabase(anyLane);
    const port = await freePort();
    const release = await lockTable(db, 'api_keys');
    const starting = startMagpie(['serve'], {
      PORT: String(port),
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      MAGPIE_BOOTSTRAP_KEY: bootstrapKey,
      DATABASE_URL: databaseUrlOf(db),
    });
    await Promise.race([untilSomebodyWaits(db), starting.untilPrinted(/^Magpie is ready/)]);
    expect(await readiness(port)).toBe(0);
    await release();
    const server = await untilReady(starting, '');
    expect(await keysOf(server, bootstrapKey)).toHaveLength(1);
    await server.end('SIGTERM');
    await db.close();
  });

  it('over several starts: the first call after /readyz is 200 is answered', async () => {
    for (let start = 0; start < 3; start += 1) {
      const port = await freePort();
      const starting = startMagpie(['serve'], {
        PORT: String(port),
        MAGPIE_DATA_DIR: await preparedDataFolder(),
        MAGPIE_BOOTSTRAP_KEY: bootstrapKey,
      });
      while ((await readiness(port)) !== 200) await sleep(5);
      const client = createClient(`http://127.0.0.1:${port}/api/v1/trpc`, bootstrapKey);
      expect((await client.get('boards.list')).status).toBe(200);
      await starting.end('SIGKILL');
    }
  });
});

describe('what the process says', patience, () => {
  it('logs JSON lines with request ids to standard error, none with a key, and prints nothing but the banner', async () => {
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

  it('/healthz and /readyz answer 200 without a key', async () => {
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

describe('a node', patience, () => {
  it('makes an image as soon as it is asked for', async () => {
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

describe('a start that cannot be', patience, () => {
  it('says in one sentence that the port is taken, exits 1 and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const folder = await preparedDataFolder();
    const refused = await runMagpie(['serve'], { PORT: String(port), MAGPIE_DATA_DIR: folder });
    other.close();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([
      `Port ${port} of 127.0.0.1 is taken by another program; set PORT to a free one.`,
    ]);
    expect(await postgresOf(folder)).toBeNull();
    expect(existsSync(path.join(folder, 'magpie.sock'))).toBe(false);
  });

  it('notices that the port is taken before it creates an engine', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const folder = makeDataFolder();
    const refused = await runMagpie(['serve'], { PORT: String(port), MAGPIE_DATA_DIR: folder });
    other.close();
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Port ${port} of 127.0.0.1 is taken by another program; set PORT to a free one.\n`,
    });
    expect(readdirSync(folder)).toEqual(['magpie.lock']);
  });

  it('refuses an unknown setting with the nearest one and exits 2, and creates nothing', async () => {
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
    ['192.0.2.1', 'HOST is 192.0.2.1, which is no address of this machine; set it to one.'],
    [
      'nowhere.invalid',
      expect.stringMatching(/^HOST is nowhere\.invalid, a name that .+; set it to an address\.$/),
    ],
  ])('says in one sentence that it cannot listen on the host %s and exits 1', async (host, sentence) => {
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      HOST: host,
      MAGPIE_DATA_DIR: await preparedDataFolder(),
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([sentence]);
  });

  it('says in one sentence which process has the data folder and exits 1, and that process goes on', async () => {
    const server = await startServer(await preparedDataFolder());
    const settings = { PORT: '0', MAGPIE_DATA_DIR: server.dataFolder };
    expect(await runMagpie(['serve'], settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The data folder ${server.dataFolder} is in use by another Magpie process (process ${server.pid}); stop that one, or set MAGPIE_DATA_DIR to another folder.\n`,
    });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  });

  it('says in one sentence that the data folder is a file and exits 1', async () => {
    const inside = makeDataFolder();
    writeFileSync(inside, '');
    expect(await runMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: inside })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The data folder ${inside} cannot be used: it is a file; set MAGPIE_DATA_DIR to a folder in which this account may write.\n`,
    });
  });

  it('says in one sentence that PostgreSQL is not there and exits 1', async () => {
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      DATABASE_URL: 'postgres://somebody:the_password@127.0.0.1:1/magpie',
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([
      'PostgreSQL at 127.0.0.1:1/magpie cannot be used: nothing listens there; check DATABASE_URL and that the server runs.',
    ]);
    expect(refused.stderr).not.toContain('the_password');
  });

  it('says in one sentence that the storage of files is not there and exits 1', async () => {
    const db = await freshDatabase(anyLane);
    const refused = await runMagpie(['serve'], {
      PORT: '0',
      MAGPIE_DATA_DIR: await preparedDataFolder(),
      DATABASE_URL: databaseUrlOf(db),
      S3_URL: 'http://the_key:the_secret@127.0.0.1:1/files',
    });
    await db.close();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(plainLines(refused.stderr)).toEqual([
      'S3 storage at http://127.0.0.1:1/files cannot be used: nothing listens there; check S3_URL and that the storage runs.',
    ]);
    expect(refused.stderr).not.toMatch(/the_key|the_secret/);
  });
});

describe('racing starts', patience, () => {
  it('of 5 on one data folder one serves and 4 say who does; nothing is lost', async () => {
    expect(await raceStarts(5)).toHaveLength(4);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

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
