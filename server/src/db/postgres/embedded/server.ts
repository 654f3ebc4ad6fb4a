import { once } from 'node:events';
import { type FileHandle, open, rename, stat, readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeOwner } from './launcher.ts';
import type { Programs } from './binaries.ts';
import { socketPort } from './connection.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isAlive } from '../../../config/unix.ts';

export interface Postmaster {
  readonly pid: number;
  readonly status: string;
}

/** A start takes about 30 ms, so polling this often adds little. */
const pollMilliseconds = 5;

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid = '', , , , , , , status = ''] = text.split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), status: status.trim() } : null;
}

const pidFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/**
 * After a crash another process may have the pid that a dead server left in its two lock files. PostgreSQL would
 * mistake it for a running server and not start. Lock files of dead pids it removes itself.
 */
export async function removeReusedPid(cluster: string, socketLock: string): Promise<void> {
  for (const file of [pidFile(cluster), socketLock]) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (pid > 0 && isAlive(pid) && !(await isClusterServer(cluster, pid))) await rm(file, { force: true });
  }
}

export async function isClusterServer(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return runsWith(cluster, pid);
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  return workingFolder === (await realpath(cluster)) && /\/postgres( \(deleted\))?$/.test(program);
}

/** Without /proc, checks the command line: the cluster's folder is one of its arguments. */
async function runsWith(cluster: string, pid: number): Promise<boolean> {
  const listed = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => null,
  );
  return listed?.stdout.includes(`-D ${cluster}`) === true;
}

/** Resolves when a server that is not our child has ended. */
export async function untilGone(cluster: string, pid: number, pollMs: number): Promise<void> {
  while (await isClusterServer(cluster, pid)) await sleep(pollMs);
}

export async function untilReady(cluster: string, pid: number, failure: AbortSignal): Promise<void> {
  for (;;) {
    const found = await readPostmaster(cluster);
    if (found?.pid === pid && found.status === 'ready') return;
    await sleep(pollMilliseconds, undefined, { signal: failure });
  }
}

export interface EmbeddedInstance {
  readonly dataFolder: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly programs: Programs;
}

export interface RunningServer {
  readonly pid: number;
  readonly exited: Promise<void>;
}

const orphansWaitMilliseconds = 10_000;

export async function launch(site: EmbeddedInstance): Promise<RunningServer> {
  const deadline = performance.now() + orphansWaitMilliseconds;
  for (;;) {
    const outcome = await launchOnce(site);
    if ('pid' in outcome) return outcome;
    // After the main process was killed, its children hold the shared memory until they notice.
    const orphaned = /is still in use|lock file .* already exists/.test(outcome.problem);
    if (!orphaned || performance.now() > deadline) throw new Error(outcome.problem);
    await sleep(50);
  }
}

async function launchOnce(site: EmbeddedInstance): Promise<RunningServer | { problem: string }> {
  const { launcher, postgres } = site.programs;
  await removeReusedPid(site.cluster, path.join(site.socketFolder, `.s.PGSQL.${socketPort}.lock`));
  const log = await openLog(site);
  try {
    const child = launcher.start(postgres, serverArguments(site), log.file.fd);
    const exited = once(child, 'exit').then(
      () => undefined,
      () => undefined,
    );
    const failure = new AbortController();
    void exited.then(() => failure.abort());
    const pid = child.pid ?? 0;
    const ready = await untilReady(site.cluster, pid, failure.signal).then(
      () => true,
      () => false,
    );
    return ready ? { pid, exited } : { problem: `PostgreSQL did not start: ${await log.lastFatal()}` };
  } finally {
    await log.file.close();
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stop({ cluster }: EmbeddedInstance, running: RunningServer): Promise<void> {
  if (!(await isClusterServer(cluster, running.pid))) return;
  signal(running, 'SIGINT');
  // Also keeps this process alive until the server has ended.
  const forceQuit = setTimeout(() => signal(running, 'SIGQUIT'), 8000);
  await running.exited;
  clearTimeout(forceQuit);
}

/** Stops the server that a killed Magpie left running on these files; a server that is not our child cannot be supervised. */
export async function stopSurvivor(site: EmbeddedInstance): Promise<void> {
  const found = await readPostmaster(site.cluster);
  if (found !== null) await stop(site, { pid: found.pid, exited: untilGone(site.cluster, found.pid, 5) });
}

export function signal({ pid }: RunningServer, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended, which is the purpose of every signal here.
  }
}

function serverArguments({ cluster, socketFolder }: EmbeddedInstance): string[] {
  const settings = [
    'listen_addresses=',
    `port=${socketPort}`,
    // A list of quoted names: the folder's name may contain a comma.
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    // Enough for 100,000 saved ads; unused buffers take no memory.
    'shared_buffers=128MB',
    // Our pool, the job queue's pool, and a few command-line processes.
    'max_connections=60',
    'fsync=on',
    'synchronous_commit=on',
    // Containers have 64 MB of shared memory, which parallel plans can exceed; our queries are too small to need them.
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'max_wal_size=256MB',
    // Statement errors are reported to the caller; the log is for problems of the server itself.
    'log_min_messages=log',
    'log_checkpoints=off',
    'log_timezone=UTC',
  ];
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

interface ServerLog {
  readonly file: FileHandle;
  lastFatal(): Promise<string>;
}

const maxLogBytes = 1024 * 1024;

/** A file, not a pipe: a server that outlives us must still be able to write. */
async function openLog({ dataFolder, programs }: EmbeddedInstance): Promise<ServerLog> {
  const place = path.join(dataFolder, 'postgres.log');
  const { size } = await stat(place).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await rename(place, `${place}.old`);
  const file = await open(place, 'a+', 0o600);
  await changeOwner(programs.launcher.account, place);
  const from = (await file.stat()).size;
  return {
    file,
    async lastFatal() {
      const { bytesRead, buffer } = await file.read({
        position: from,
        buffer: Buffer.alloc(maxLogBytes),
      });
      const lines = buffer.subarray(0, bytesRead).toString().trim().split('\n');
      const message = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
      return `${message.replace(/^.*?(FATAL|PANIC):\s*/, '')} (its log is ${place}).`;
    },
  };
}
