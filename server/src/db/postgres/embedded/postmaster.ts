import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../config/dataFolder.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: string;
}

/** A start takes about 30 ms, so polling this often adds little. */
const pollMilliseconds = 5;

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), socketFolder, status: status.trim() } : null;
}

const pidFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/**
 * The server that a killed Magpie left running on these files, or null. Waits until it is ready or has ended.
 * The caller has locked the data folder, so no other process is starting one.
 */
export async function findSurvivor(cluster: string): Promise<Postmaster | null> {
  for (;;) {
    const found = await readPostmaster(cluster);
    if (found === null || !(await isClusterServer(cluster, found.pid))) return null;
    if (found.status === 'ready') return found;
    await sleep(pollMilliseconds);
  }
}

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

/**
 * Whether the server is tied to the process that started it. That process is dead, so the server is about to stop
 * even if it still accepts connections.
 */
export async function isTied(pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.includes(tiedMarker);
}

/** A setting that PostgreSQL ignores; it marks the command line. */
export const tiedMarker = 'magpie.tied=on';

/** Resolves when a server that is not our child has ended. Polls this often, and does not keep our process alive. */
export async function untilGone(cluster: string, pid: number, milliseconds: number): Promise<void> {
  while (await isClusterServer(cluster, pid)) await sleep(milliseconds, undefined, { ref: false });
}

export async function untilReady(cluster: string, pid: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const found = await readPostmaster(cluster);
    if (found?.pid === pid && found.status === 'ready') return;
    await sleep(pollMilliseconds, undefined, { signal });
  }
}
