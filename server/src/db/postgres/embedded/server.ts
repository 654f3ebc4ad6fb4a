import { once } from 'node:events';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveTo } from './account.ts';
import type { Programs } from './binaries.ts';
import { forgetReusedPid, isServerOf, tiedMark, untilReady } from './postmaster.ts';
import { socketPort } from './socketFolder.ts';

/** Where one embedded server lives. */
export interface Site {
  readonly dataFolder: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly programs: Programs;
}

export interface Running {
  readonly pid: number;
  readonly exited: Promise<void>;
}

const orphansWaitMilliseconds = 10_000;

/** Starts the server and resolves when it takes connections, however long recovering after a crash takes. */
export async function launch(site: Site): Promise<Running> {
  const deadline = performance.now() + orphansWaitMilliseconds;
  for (;;) {
    const outcome = await launchOnce(site);
    if ('pid' in outcome) return outcome;
    // Where the main process was killed its children take a moment to notice, and hold the memory until then.
    const orphaned = /is still in use|lock file .* already exists/.test(outcome.said);
    if (!orphaned || performance.now() > deadline) throw new Error(outcome.said);
    await sleep(50);
  }
}

async function launchOnce(site: Site): Promise<Running | { said: string }> {
  const { launcher, postgres } = site.programs;
  await forgetReusedPid(site.cluster, path.join(site.socketFolder, `.s.PGSQL.${socketPort}.lock`));
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
    return ready ? { pid, exited } : { said: `PostgreSQL did not start: ${await log.lastFatal()}` };
  } finally {
    await log.file.close();
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stop({ cluster }: Site, running: Running): Promise<void> {
  if (!(await isServerOf(cluster, running.pid))) return;
  signal(running, 'SIGINT');
  // Also keeps this process alive until the server has ended.
  const impatience = setTimeout(() => signal(running, 'SIGQUIT'), 8000);
  await running.exited;
  clearTimeout(impatience);
}

export function signal({ pid }: Running, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime, which is what every signal here asks for.
  }
}

function serverArguments({ cluster, socketFolder, programs }: Site): string[] {
  const settings = [
    'listen_addresses=',
    `port=${socketPort}`,
    // A list of quoted names: the folder may have a comma in its own.
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    // Room for a library of 100,000 saved ads; what is not used of it takes no memory.
    'shared_buffers=128MB',
    // Our pool, the job queue's, and room for a few command lines beside them.
    'max_connections=60',
    'fsync=on',
    'synchronous_commit=on',
    // Containers give shared memory 64 MB, which parallel plans can exceed; ours are too small to need them.
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'max_wal_size=256MB',
    // Refused statements reach the code that sent them; the log holds what concerns the server itself.
    'log_min_messages=log',
    'log_checkpoints=off',
    'log_timezone=UTC',
    programs.launcher.tied ? tiedMark : 'magpie.tied=off',
  ];
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

interface ServerLog {
  readonly file: FileHandle;
  /** The last complaint since this start. */
  lastFatal(): Promise<string>;
}

const largestLogBytes = 1024 * 1024;

/** A file and not a pipe, since a server that outlives us must still have somewhere to write. */
async function openLog({ dataFolder, programs }: Site): Promise<ServerLog> {
  const place = path.join(dataFolder, 'postgres.log');
  const { size } = await stat(place).catch(() => ({ size: 0 }));
  if (size > largestLogBytes) await rename(place, `${place}.old`);
  const file = await open(place, 'a+', 0o600);
  await giveTo(programs.launcher.account, place);
  const from = (await file.stat()).size;
  return {
    file,
    async lastFatal() {
      const { bytesRead, buffer } = await file.read({
        position: from,
        buffer: Buffer.alloc(largestLogBytes),
      });
      const lines = buffer.subarray(0, bytesRead).toString().trim().split('\n');
      const complaint = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
      return `${complaint.replace(/^.*?(FATAL|PANIC):\s*/, '')} (its log is ${place}).`;
    },
  };
}
