import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  buildProject,
  embeddedPackage,
  type ChildSettings,
  PostgresChild,
  removeLibraryLinks,
} from '../../../testing/postgresProject.ts';
import type { ChildOrder } from '../../../testing/postgresChild.ts';
import { createLog } from '../../../config/log.ts';
import { openPostgres, type PostgresEngine } from '../postgres.ts';
import { startEmbedded } from './embedded.ts';
import { isClusterServer, readPostmaster } from './server.ts';
import { createSocketFolder } from './connection.ts';

const asRoot = process.getuid?.() === 0;
/** A named account other than root: `nobody`, which every system has, or the one that runs the tests. */
const somebody = asRoot ? { uid: 65_534, gid: 65_534 } : {};
const somebodysUid = somebody.uid ?? process.getuid?.();
const log = createLog('silent');

// Some of these make a cluster, which takes long on a machine that is busy writing.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let shared = '';
/** The program of the child processes. */
let project = '';
/** A folder that is deleted with the test, and one in it that everyone may enter. */
let folder = '';
let dataFolder = '';

/** A data folder that has been started and stopped once. */
let seed = '';

beforeAll(async () => {
  shared = mkdtempSync(path.join(os.tmpdir(), 'magpie-shared-'));
  chmodSync(shared, 0o755);
  project = path.join(shared, 'project');
  buildProject(project);
  seed = path.join(shared, 'seed');
  mkdirSync(seed);
  await (await openPostgres({ databaseUrl: null, dataFolder: seed, log })).close();
});
afterAll(() => rmSync(shared, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-embedded-'));
  chmodSync(folder, 0o755);
  dataFolder = makeFolder('data', 0o711);
  // Registered first, so that it runs after the other cleanups of a test.
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

type Owner = { readonly uid?: number; readonly gid?: number };

/** No owner: it stays ours. */
function give(place: string, { uid, gid }: Owner): void {
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, place]);
}

function makeFolder(name: string, mode: number, owner: Owner = {}): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  chmodSync(made, mode);
  give(made, owner);
  return made;
}

function copyProject(name: string): string {
  const copy = path.join(folder, name);
  execFileSync('cp', ['-a', project, copy]);
  return copy;
}

/** Copies existing files, so that the test does not create them. */
function takeSeed(owner: Owner = {}): void {
  execFileSync('cp', ['-a', path.join(seed, 'postgres'), cluster()]);
  give(cluster(), owner);
}

const cluster = (): string => path.join(dataFolder, 'postgres');
const open = (): Promise<PostgresEngine> => openPostgres({ databaseUrl: null, dataFolder, log, poolSize: 3 });

/** The child ends with the test, and so does a server that it leaves running. */
function startChild(
  order: Partial<ChildOrder> = {},
  settings: ChildSettings = {},
  from = project,
): PostgresChild {
  const child = new PostgresChild(from, { dataFolder, ...order }, settings);
  onTestFinished(async () => {
    await child.kill();
    const left = await readPostmaster(cluster());
    if (left === null || !(await isClusterServer(cluster(), left.pid))) return;
    process.kill(left.pid, 'SIGINT');
    await vi.waitUntil(() => !existsSync(path.join(cluster(), 'postmaster.pid')), { timeout: 60_000 });
  });
  return child;
}

async function serverUid(): Promise<number> {
  return statSync(`/proc/${await serverPid()}`).uid;
}

async function serverPid(): Promise<number> {
  return (await readPostmaster(cluster()))?.pid ?? 0;
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next', async () => {
    const first = await open();
    expect(first.description).toMatch(/^PostgreSQL 18\.\d+ \(embedded\)$/);
    await first.query(`INSERT INTO users (id, email) VALUES ('u1', 'ada@example.com')`);
    await first.close();
    const second = await open();
    expect(await second.query(`SELECT email FROM users`)).toEqual([{ email: 'ada@example.com' }]);
    await second.close();
    expect(await serverPid()).toBe(0);
  });

  it('listens on no network port and syncs every commit', async () => {
    takeSeed();
    const engine = await open();
    const settings = await engine.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name`,
    );
    await engine.close();
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=',
      'synchronous_commit=on',
    ]);
  });

  it('supports case and trigrams of every script', async () => {
    takeSeed();
    const engine = await open();
    const [row] = await engine.query(
      `SELECT lower('ÀÉ ΣΤ ЖЩ') AS lower, 'É' ILIKE 'é' AS alike, similarity('한국어 광고', '한국어 광고들') > 0.5 AS near`,
    );
    await engine.close();
    expect(row).toEqual({ lower: 'àé στ жщ', alike: true, near: true });
  });

  it('lets only its own account enter the folder of the socket', async () => {
    takeSeed();
    const engine = await open();
    const socketFolder = statSync(path.join(dataFolder, 'run'));
    const files = statSync(cluster());
    await engine.close();
    expect(socketFolder.mode & 0o777).toBe(0o700);
    expect(socketFolder.uid).toBe(files.uid);
  });

  it('ignores the environment variables of PostgreSQL and its driver', async () => {
    takeSeed();
    const names = ['PGPORT', 'PGHOST', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGOPTIONS', 'PGDATA', 'PGTZ'];
    const env = { ...Object.fromEntries(names.map((name) => [name, '1'])), PGSSLMODE: 'require' };
    const child = startChild({}, { env });
    expect(await child.next()).toMatchObject({ event: 'ready' });
    await child.close();
  });
});

describe.runIf(asRoot)('started by root', () => {
  it('runs as an account that owns its files and nothing else', async () => {
    const engine = await open();
    const status = readFileSync(`/proc/${await serverPid()}/status`, 'utf8');
    await engine.close();
    const { uid } = statSync(cluster());
    expect(uid).not.toBe(0);
    expect(uid).not.toBe(somebodysUid);
    expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s`, 'm'));
    expect(status).toMatch(/^Groups:\s*$/m);
    expect(statSync(path.join(cluster(), 'base')).uid).toBe(uid);
  });

  it('runs as the owner of files that an ordinary user created', async () => {
    dataFolder = makeFolder('theirs', 0o755, somebody);
    const child = startChild({}, somebody);
    expect(await child.next()).toMatchObject({ event: 'ready' });
    await child.close();
    const engine = await open();
    expect(await serverUid()).toBe(somebodysUid);
    await engine.close();
    const again = startChild({}, somebody);
    expect(await again.next()).toMatchObject({ event: 'ready' });
    await again.close();
  });

  it('changes the owner of files that root restored from a backup', async () => {
    takeSeed({ uid: 0, gid: 0 });
    await (await open()).close();
    expect(statSync(cluster()).uid).not.toBe(0);
  });

  it('runs copies of its programs when the project is in a folder that others cannot enter', async () => {
    makeFolder('closed', 0o700);
    const inside = copyProject('closed/project');
    takeSeed();
    for (const start of ['first', 'second']) {
      const child = startChild({}, {}, inside);
      expect(await child.next(), start).toMatchObject({ event: 'ready' });
      const program = readFileSync(`/proc/${await serverPid()}/cmdline`, 'utf8').split('\0')[0];
      expect(program).toMatch(new RegExp(`^${dataFolder}/postgres-programs-`));
      await child.close();
    }
  });

  it('replaces a broken copy of its programs', async () => {
    makeFolder('closed', 0o700);
    const inside = copyProject('closed/project');
    takeSeed();
    const { version } = JSON.parse(
      readFileSync(path.join(project, 'node_modules', embeddedPackage, 'package.json'), 'utf8'),
    );
    const copy = path.join(dataFolder, `postgres-programs-${version}`, 'native/bin');
    mkdirSync(copy, { recursive: true });
    writeFileSync(path.join(copy, 'postgres'), '', { mode: 0o755 });
    const child = startChild({}, {}, inside);
    expect(await child.next()).toMatchObject({ event: 'ready' });
    await child.close();
  });

  it('names MAGPIE_DATA_DIR when the data folder is in a folder that others cannot enter', async () => {
    const closed = makeFolder('closed', 0o700);
    const inside = path.join(closed, 'data');
    mkdirSync(inside);
    await expect(startEmbedded({ dataFolder: inside, log })).rejects.toThrow(
      `PostgreSQL does not run as root, and the account that runs it instead (60917) cannot enter ${closed}: set MAGPIE_DATA_DIR to a folder that it can reach, such as /var/lib/magpie.`,
    );
  });

  it('opens a data folder created under a strict umask to its own account only', async () => {
    takeSeed();
    chmodSync(dataFolder, 0o700);
    await (await open()).close();
    const { mode, uid, gid } = statSync(dataFolder);
    expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o710, uid: 0, gid: statSync(cluster()).gid });
  });
});

describe.runIf(asRoot && existsSync('/usr/bin/setpriv'))('started by root without all capabilities', () => {
  it('reports that it cannot start programs as another account', async () => {
    const child = startChild({}, { without: ['setuid', 'setgid'] });
    expect(await child.next()).toEqual({
      event: 'failed',
      message:
        'The embedded PostgreSQL, which does not run as root, cannot run as the account 60917 either (spawn EPERM): start Magpie as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    });
  });

  it('reports that it cannot change the owner of files, and leaves none behind', async () => {
    const child = startChild({}, { without: ['chown'] });
    expect(await child.next()).toEqual({
      event: 'failed',
      message: expect.stringMatching(
        /^PostgreSQL does not run as root, and .*postgres\.tmp-\w+ cannot be given to the account that runs it instead \(65534\): start Magpie as an ordinary user, or set MAGPIE_DATA_DIR to a folder on another disk\.$/,
      ),
    });
    expect(readdirSync(dataFolder)).toEqual([]);
  });
});

describe('started by an ordinary user', () => {
  beforeEach(() => {
    dataFolder = makeFolder('own', 0o700, somebody);
  });

  it('runs as that user, in a folder that others cannot enter', async () => {
    const child = startChild({}, somebody);
    expect(await child.next()).toMatchObject({ event: 'ready' });
    expect(await serverUid()).toBe(somebodysUid);
    await child.close();
  });

  it('creates the library links that the installation did not', async () => {
    takeSeed(somebody);
    const own = copyProject('project');
    removeLibraryLinks(own);
    const library = path.join(own, 'node_modules', embeddedPackage, 'native/lib');
    give(library, somebody);
    const child = startChild({}, somebody, own);
    expect(await child.next()).toMatchObject({ event: 'ready' });
    expect(existsSync(path.join(library, 'libpq.so.5'))).toBe(true);
    await child.close();
  });

  it('runs a copy with links if the installed packages are read-only', async () => {
    takeSeed(somebody);
    const own = copyProject('project');
    removeLibraryLinks(own);
    const library = path.join(own, 'node_modules', embeddedPackage, 'native/lib');
    chmodSync(library, 0o555);
    onTestFinished(() => chmodSync(library, 0o755));
    const child = startChild({}, somebody, own);
    expect(await child.next()).toMatchObject({ event: 'ready' });
    expect(readFileSync(`/proc/${await serverPid()}/cmdline`, 'utf8')).toContain(
      `${dataFolder}/postgres-programs-`,
    );
    await child.close();
  });

  it.runIf(asRoot)('says whose the files are when they belong to somebody else', async () => {
    mkdirSync(cluster(), { mode: 0o755 });
    const child = startChild({}, somebody);
    expect(await child.next()).toEqual({
      event: 'failed',
      message: `The PostgreSQL files in ${cluster()} belong to the account 0 and Magpie runs as 65534: start it as root, or set MAGPIE_DATA_DIR to another folder.`,
    });
  });

  it.runIf(asRoot)('says so when the account has no name', async () => {
    const nameless = { uid: 54_321, gid: 54_321 };
    chownSync(dataFolder, nameless.uid, nameless.gid);
    const child = startChild({}, nameless);
    expect(await child.next()).toEqual({
      event: 'failed',
      message:
        'PostgreSQL needs an account with a name, and the account of Magpie (54321) is not in /etc/passwd: start Magpie as another account, or set DATABASE_URL.',
    });
  });
});

describe('the data folder', () => {
  it('may have a path longer than a socket address', async () => {
    dataFolder = path.join(folder, 'deep'.repeat(20), 'deeper'.repeat(20));
    mkdirSync(dataFolder, { recursive: true });
    takeSeed();
    const engine = await open();
    const { host = '' } = engine.connection;
    expect(host.startsWith(os.tmpdir())).toBe(true);
    expect(await engine.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.close();
    rmSync(host, { recursive: true });
  });

  it('may have a name with spaces, commas, quotes and letters of any script', async () => {
    dataFolder = makeFolder(`Ada's "data", 데이터`, 0o711);
    takeSeed();
    const engine = await open();
    expect(await engine.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.close();
  });

  it('may be reached through a symbolic link', async () => {
    const real = dataFolder;
    dataFolder = path.join(folder, 'link');
    symlinkSync(real, dataFolder);
    takeSeed();
    const engine = await open();
    expect(engine.connection.host).toBe(path.join(real, 'run'));
    await engine.close();
  });

  it('is rejected when it contains another major version of PostgreSQL', async () => {
    mkdirSync(cluster());
    writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow(
      `The files in ${cluster()} were created by PostgreSQL 17 and this is PostgreSQL 18; upgrade them with pg_upgrade, or set MAGPIE_DATA_DIR to another folder.`,
    );
  });

  it('is rejected when it contains other files in place of the cluster', async () => {
    mkdirSync(cluster());
    writeFileSync(path.join(cluster(), 'notes.txt'), 'mine');
    await expect(open()).rejects.toThrow(
      `The folder ${cluster()} contains files that are not a PostgreSQL cluster: move it away.`,
    );
    expect(existsSync(path.join(cluster(), 'notes.txt'))).toBe(true);
    expect(readdirSync(dataFolder)).toEqual(['postgres']);
  });

  it('reports why the server did not start', async () => {
    takeSeed();
    writeFileSync(path.join(cluster(), 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    await expect(open()).rejects.toThrow(
      /^PostgreSQL did not start: .*postgresql\.auto\.conf" contains errors \(its log is .*postgres\.log\)\.$/,
    );
  });
});

describe('the folder of the socket', () => {
  const long = (): string => path.join(dataFolder, 'x'.repeat(100));

  it('is rejected when it is a planted link', async () => {
    const honest = await createSocketFolder(long(), null);
    rmSync(honest, { recursive: true });
    symlinkSync(folder, honest);
    onTestFinished(() => rmSync(honest));
    await expect(createSocketFolder(long(), null)).rejects.toThrow(
      `The folder ${honest} for PostgreSQL's socket does not belong to Magpie: remove it, or set MAGPIE_DATA_DIR to a folder with a shorter path.`,
    );
  });

  it.runIf(asRoot)('is rejected when another account owns it', async () => {
    const honest = await createSocketFolder(long(), null);
    onTestFinished(() => rmSync(honest, { recursive: true }));
    give(honest, somebody);
    await expect(createSocketFolder(long(), null)).rejects.toThrow('does not belong to Magpie');
  });

  it('is rejected when others can write to it', async () => {
    const honest = await createSocketFolder(long(), null);
    onTestFinished(() => rmSync(honest, { recursive: true }));
    chmodSync(honest, 0o777);
    await expect(createSocketFolder(long(), null)).rejects.toThrow('does not belong to Magpie');
  });
});

describe.each([
  { kind: 'tied to its process', mayTie: true },
  { kind: 'not tied to its process', mayTie: false },
])('a server $kind', ({ mayTie }) => {
  it('starts again after SIGKILL at any moment, even while its files are created', async () => {
    for (let kill = 0; kill < 6; kill += 1) {
      const child = startChild({ mayTie });
      await sleep(Math.random() * 900);
      await child.kill();
    }
    const engine = await open();
    expect(await engine.query(`SELECT count(*) AS users FROM users`)).toEqual([{ users: 0 }]);
    await engine.close();
    expect(await serverPid()).toBe(0);
  });

  it('has every row that it acknowledged before a SIGKILL', async () => {
    takeSeed();
    let acknowledged = 0;
    for (let kill = 0; kill < 3; kill += 1) {
      const child = startChild({ mayTie });
      expect(await child.next()).toMatchObject({ event: 'ready' });
      child.send({ do: 'query', statement: `CREATE TABLE IF NOT EXISTS kept (number integer)` });
      await child.next();
      child.send({ do: 'insertForever', statement: `INSERT INTO kept VALUES (1)` });
      const enough = 50 + Math.floor(Math.random() * 200);
      for (let row = 0; row < enough; row += 1)
        expect(await child.next()).toMatchObject({ event: 'inserted' });
      await child.kill();
      acknowledged += enough + child.unread().length;
    }
    const engine = await open();
    const [row] = await engine.query<{ rows: number }>(`SELECT count(*) AS rows FROM kept`);
    await engine.close();
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged);
  });

  it('stays up when Ctrl-C reaches the whole process group, until it is closed', async () => {
    takeSeed();
    const child = startChild({ mayTie });
    await child.next();
    const pid = await serverPid();
    process.kill(-(child.process.pid ?? 0), 'SIGINT');
    expect(await child.next()).toEqual({ event: 'interrupted' });
    child.send({ do: 'query', statement: `SELECT 1 AS one` });
    expect(await child.next()).toEqual({ event: 'rows', rows: [{ one: 1 }] });
    expect(await serverPid()).toBe(pid);
    await child.close();
    expect(await serverPid()).toBe(0);
  });

  it('ends with a process that exits without closing it', async () => {
    takeSeed();
    const child = startChild({ mayTie });
    await child.next();
    child.send({ do: 'leave' });
    await child.exited;
    await vi.waitUntil(async () => (await serverPid()) === 0, { timeout: 60_000 });
    expect(await serverPid()).toBe(0);
  });

  it('is restarted when it is killed, and the pool recovers', async () => {
    takeSeed();
    const child = startChild({ mayTie });
    await child.next();
    const before = await serverPid();
    process.kill(before, 'SIGKILL');
    await vi.waitUntil(async () => ![0, before].includes(await serverPid()), { timeout: 60_000 });
    await vi.waitUntil(async () => (await readPostmaster(cluster()))?.status === 'ready', {
      timeout: 60_000,
    });
    child.send({ do: 'query', statement: `SELECT 1 AS one` });
    expect(await child.next()).toEqual({ event: 'rows', rows: [{ one: 1 }] });
    await child.close();
  });
});

describe('a survivor of a SIGKILL', () => {
  it('is replaced, and its successor is restarted when it is killed', async () => {
    takeSeed();
    const child = startChild({ mayTie: false });
    await child.next();
    const survivor = await serverPid();
    await child.kill();
    const engine = await open();
    const pid = await serverPid();
    expect(pid).not.toBe(survivor);
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(async () => ![0, pid].includes(await serverPid()), { timeout: 60_000 });
    await vi.waitUntil(
      () =>
        engine.ping().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    );
    expect(await engine.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.close();
    expect(await serverPid()).toBe(0);
  });

  it('is replaced when it is about to stop, even if it still responds', async () => {
    takeSeed();
    const child = startChild({ mayTie: true });
    await child.next();
    const pid = await serverPid();
    // Stopped, so that it neither restarts its server nor sees it end.
    child.process.kill('SIGSTOP');
    const engine = await open();
    expect(await serverPid()).not.toBe(pid);
    expect(await engine.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.close();
  });

  it('is replaced after it has ended, when it is stopping', async () => {
    takeSeed();
    const child = startChild({ mayTie: true });
    await child.next();
    const pid = await serverPid();
    await child.kill();
    const engine = await open();
    expect(await serverPid()).not.toBe(pid);
    expect(await engine.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.close();
  });

  it('is not confused with another process that has its pid', async () => {
    takeSeed();
    const { uid, gid } = statSync(cluster());
    const stranger = spawn('sleep', ['1000'], asRoot ? { uid, gid } : {});
    onTestFinished(async () => {
      stranger.kill();
      await once(stranger, 'exit');
    });
    const stale = `${stranger.pid}\n${cluster()}\n1\n5432\n${dataFolder}/run\n\n  1 1\nready   \n`;
    writeFileSync(path.join(cluster(), 'postmaster.pid'), stale);
    chownSync(path.join(cluster(), 'postmaster.pid'), uid, gid);
    mkdirSync(path.join(dataFolder, 'run'), { mode: 0o700 });
    writeFileSync(path.join(dataFolder, 'run/.s.PGSQL.5432.lock'), stale);
    chownSync(path.join(dataFolder, 'run/.s.PGSQL.5432.lock'), uid, gid);
    await (await open()).close();
    expect(stranger.exitCode).toBe(null);
  });
});
