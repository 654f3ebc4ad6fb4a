import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import { PgBoss } from 'pg-boss';
import { inject } from 'vitest';
import { createLog } from '../config/log.ts';
import { connectionThrough, type EmbeddedConnection } from '../db/postgres/embedded/connection.ts';
import { isClusterServer, readPostmaster, untilGone } from '../db/postgres/embedded/server.ts';
import { createPool, type PostgresPool } from '../db/postgres/pool.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { addressOf, type PostgresLane, postgresLanes } from './postgres.ts';
import type { LaneConnection } from './postgresLane.ts';
import { lockOut, somebodyWaits } from './process.sql.ts';
import { type Client, createClient } from './service.ts';

export const entry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A test process that is killed runs no handler; where the kernel can, it takes what it started down with it. */
const launcher = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'KILL'] : [];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `node server/dist/main.js <words>` as a child process. */
export interface MagpieProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** Resolves when the text has been printed; rejects when the process ends without it. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(name: NodeJS.Signals): Promise<Ended>;
}

/** A server that has said that it is ready. */
export interface ServerProcess extends MagpieProcess {
  readonly dataFolder: string;
  /** As printed, without the final slash: `http://127.0.0.1:40123`. */
  readonly address: string;
  /** As printed: the address of the procedures. */
  readonly base: string;
  /** As printed; null when none was. */
  readonly key: string | null;
  clientWith(key: string): Client;
}

/** Environment variables of the process, besides those that every program needs. */
export type Settings = Readonly<Record<string, string>>;

const running = new Set<MagpieProcess>();
const folders = new Set<string>();

process.once('exit', () => {
  for (const { pid } of running) process.kill(pid, 'SIGKILL');
});

/** A folder of the test's own, gone after `cleanUp()`. */
export function makeDataFolder(disk = os.tmpdir()): string {
  const folder = mkdtempSync(path.join(disk, 'magpie-process-'));
  // The embedded PostgreSQL of root is another account and must be able to pass.
  chmodSync(folder, 0o711);
  folders.add(folder);
  return path.join(folder, 'data');
}

/** The same with engines that are made and migrated already, which takes most of the time of a first start. */
export async function preparedDataFolder(): Promise<string> {
  const model = path.join(os.tmpdir(), 'prepared');
  if (!existsSync(model)) await prepare(model);
  const folder = makeDataFolder();
  // With the owners of the files, which PostgreSQL insists on.
  execFileSync('cp', ['-a', model, folder]);
  return folder;
}

/** The command opens both engines and makes nobody an owner: who starts a server on a copy is shown a key. */
async function prepare(model: string): Promise<void> {
  const folder = makeDataFolder();
  const { code, stderr } = await runMagpie(['users', 'list'], { MAGPIE_DATA_DIR: folder });
  if (code !== 0) throw new Error(stderr);
  // If another process did this first, this has no effect.
  if (!existsSync(model)) renameSync(folder, model);
}

/** For `afterEach` or `afterAll`: nothing that was started here runs on, and no folder stays. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((magpie) => magpie.end('SIGKILL')));
  for (const folder of folders) {
    await endPostgres(path.join(folder, 'data'));
    rmSync(folder, { recursive: true, maxRetries: 10 });
    folders.delete(folder);
  }
}

async function endPostgres(dataFolder: string): Promise<void> {
  const pid = await postgresOf(dataFolder);
  if (pid === null) return;
  process.kill(pid, 'SIGQUIT');
  await untilGone(clusterOf(dataFolder), pid, 20);
}

const clusterOf = (dataFolder: string): string => path.join(dataFolder, 'postgres');

/** The embedded PostgreSQL that runs on the data folder, by the number of its main process; null when none does. */
export async function postgresOf(dataFolder: string): Promise<number | null> {
  const cluster = clusterOf(dataFolder);
  const postmaster = await readPostmaster(cluster);
  return postmaster !== null && (await isClusterServer(cluster, postmaster.pid)) ? postmaster.pid : null;
}

/** Whether the process with this number is a PostgreSQL on the data folder. */
export function isPostgresOf(dataFolder: string, pid: number): Promise<boolean> {
  return isClusterServer(clusterOf(dataFolder), pid);
}

/** The way to the embedded PostgreSQL of a running server. */
export function connectionOf(dataFolder: string): EmbeddedConnection {
  return connectionThrough(path.join(dataFolder, 'run'));
}

/** A few connections to it, beside the server's own. */
export function connectTo(dataFolder: string): PostgresPool {
  return createPool(connectionOf(dataFolder), createLog('silent'), 2);
}

/** Leaves a job for whichever server takes it, as another node would. */
export async function enqueueJob(connection: PoolConfig, name: string): Promise<string | null> {
  const quiet = { supervise: false, schedule: false, migrate: false };
  const boss = new PgBoss({ ...(connection as object), schema: 'jobs', ...quiet });
  await boss.start();
  const id = await boss.send(name);
  await boss.stop();
  return id;
}

/** Keeps everybody else from a table of the server until released. */
export function lockTable(db: Postgres, table: Parameters<typeof lockOut>[0]): Promise<() => Promise<void>> {
  return holdOpen(db, (tx) => tx.query(lockOut(table)));
}

const released = new Error('A transaction that was held open is rolled back.');

/** Does work without committing it; others wait for its locks until it is rolled back. */
export async function holdOpen(
  db: Postgres,
  work: (tx: Postgres) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const hand = new EventEmitter();
  const held = db
    .transaction(async (tx) => {
      await work(tx);
      const letGo = once(hand, 'release');
      hand.emit('held');
      await letGo;
      throw released;
    })
    .catch((error: unknown) => {
      if (error !== released) throw error;
    });
  await Promise.race([once(hand, 'held'), held]);
  return () => {
    hand.emit('release');
    return held;
  };
}

/** A PostgreSQL that is not the process's own: where the machine has one, a server over TCP. */
export const anyLane: PostgresLane = postgresLanes.at(-1) ?? missingLane();

function missingLane(): never {
  throw new Error('No PostgreSQL lane is available to this run.');
}

/** What DATABASE_URL must be for a process to use this database. */
export function databaseUrlOf({ connection }: PostgresEngine): string {
  return addressOf(connection as LaneConnection);
}

/** Resolves when a statement waits for a lock, as that of a request held up by the test does. */
export async function untilSomebodyWaits(db: Postgres): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ waits: boolean }>(somebodyWaits);
    if (row?.waits) return;
    await sleep(20);
  }
}

/** Starts a command; the caller waits for what it is interested in. */
export function startMagpie(
  words: readonly string[],
  settings: Settings,
  cwd?: string,
  standardInput?: Uint8Array,
): MagpieProcess {
  const problem = inject('buildProblem');
  if (problem) throw new Error(problem);
  const [program = process.execPath, ...args] = [...launcher, process.execPath, entry, ...words];
  const { PATH = '', HOME = '/', TMPDIR } = process.env;
  const surroundings = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  const child = spawn(program, args, {
    // Loading demo ads takes seconds, and hardly a test looks at them.
    env: { ...surroundings, MAGPIE_DEMO_ADS: '0', ...settings },
    stdio: [standardInput === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  child.stdin?.end(standardInput);
  return watch(child);
}

function watch(child: ChildProcess): MagpieProcess {
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (said.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (said.stderr += text));
  const ended = once(child, 'close').then((): Ended => {
    running.delete(magpie);
    return { code: child.exitCode, signal: child.signalCode, ...said };
  });
  const magpie: MagpieProcess = {
    pid: child.pid ?? 0,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    untilPrinted: (pattern) => untilPrinted(child, ended, () => pattern.exec(said.stdout + said.stderr)),
    signal: (name) => void child.kill(name),
    end: (name) => {
      child.kill(name);
      return ended;
    },
  };
  running.add(magpie);
  return magpie;
}

async function untilPrinted(
  child: ChildProcess,
  ended: Promise<Ended>,
  find: () => RegExpExecArray | null,
): Promise<RegExpExecArray> {
  const streams = [child.stdout, child.stderr];
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = find();
      if (found === null) return;
      for (const stream of streams) stream?.off('data', look);
      resolve(found);
    };
    for (const stream of streams) stream?.on('data', look);
    void ended.then(({ code, signal, stdout, stderr }) =>
      reject(new Error(`Magpie ended with ${code ?? signal} before that:\n${stdout}\n${stderr}`)),
    );
    look();
  });
}

/** Runs a command to its end. */
export function runMagpie(words: readonly string[], settings: Settings, cwd?: string): Promise<Ended> {
  return startMagpie(words, settings, cwd).ended;
}

/** Starts the service on any free port and waits until it says where it is. */
export async function startServer(dataFolder: string, settings: Settings = {}): Promise<ServerProcess> {
  const magpie = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: dataFolder, ...settings });
  return untilReady(magpie, dataFolder);
}

/** What the service prints when it is ready, as the one write that it is; the previous version explained the key below it. */
const banner =
  /^Magpie is ready\.\n\n {2}Dashboard {2}(\S+)\/\n {2}API {8}(\S+)\n(?: {2}(?:Reference|Demo ads) .+\n)*(?:(?:\n(?:\S.+\n)+\n)? {2}API key {4}(.+)\n {2}Sign in {4}\S+\n(?:\n(?:.+\n)+)?)?\n/m;

/** Demo ads are loaded while the server already answers. */
export async function untilDemoLoaded({ address }: Pick<ServerProcess, 'address'>): Promise<void> {
  for (;;) {
    const { checks } = (await (await fetch(`${address}/readyz`)).json()) as { checks: { demo: string } };
    if (checks.demo === 'ok') return;
    await sleep(50);
  }
}

export async function untilReady(magpie: MagpieProcess, dataFolder: string): Promise<ServerProcess> {
  const [, address = '', base = '', key] = await magpie.untilPrinted(banner);
  return {
    ...magpie,
    dataFolder,
    address,
    base,
    key: key?.startsWith('mgp_') ? key : null,
    clientWith: (apiKey) => createClient(base, apiKey),
  };
}
