import { chmod, chown, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../config/log.ts';
import { plainLauncher, type Account, chooseAccount, inaccessibleFolder } from './launcher.ts';
import { findPrograms } from './binaries.ts';
import { ensureCluster, changeTreeOwner } from './cluster.ts';
import { connectionThrough, createSocketFolder, type EmbeddedConnection } from './connection.ts';
import { launch, type RunningServer, signal, type EmbeddedInstance, stop, stopSurvivor } from './server.ts';

export interface EmbeddedServer {
  readonly connection: EmbeddedConnection;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Exists, and is locked by this process. */
  readonly dataFolder: string;
  readonly log: Logger;
  /** Whether the kernel should end the server with this process, where supported. Default: true. */
  readonly mayTie?: boolean;
}

/** Starts the PostgreSQL of the data folder, and first stops the one that a killed process left running. */
export async function startEmbedded({
  dataFolder,
  log,
  mayTie = true,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const site = await prepareInstance(await realpath(dataFolder), mayTie);
  const first = await firstServer(site, log);
  return { connection: connectionThrough(site.socketFolder), close: keepRunning(site, first, log) };
}

const slowMilliseconds = 5000;

async function firstServer(site: EmbeddedInstance, log: Logger): Promise<RunningServer> {
  const slow = setTimeout(
    () => log.info('PostgreSQL still starting, perhaps recovering after a crash'),
    slowMilliseconds,
  );
  try {
    await stopSurvivor(site);
    return await launch(site);
  } finally {
    clearTimeout(slow);
  }
}

async function prepareInstance(dataFolder: string, mayTie: boolean): Promise<EmbeddedInstance> {
  const cluster = path.join(dataFolder, 'postgres');
  const account = await chooseAccount(cluster);
  if (account !== null) await assertReachable(dataFolder, account);
  const programs = await findPrograms(dataFolder, account, mayTie);
  await changeOwnerFromRoot(cluster, account);
  await ensureCluster(dataFolder, cluster, programs);
  return { dataFolder, cluster, programs, socketFolder: await createSocketFolder(dataFolder, account) };
}

async function assertReachable(dataFolder: string, account: NonNullable<Account>): Promise<void> {
  const { mode, uid } = await stat(dataFolder);
  if (uid === 0 && (mode & 0o077) === 0) {
    // Created under a strict umask. This grants access to no other account.
    await chown(dataFolder, 0, account.gid);
    await chmod(dataFolder, 0o710);
  }
  const { ok } = await plainLauncher(account).run('/bin/sh', ['-c', 'cd "$1"', 'sh', dataFolder]);
  const closed = ok ? null : await inaccessibleFolder(dataFolder, account);
  if (closed === null) return;
  throw new Error(
    `PostgreSQL does not run as root, and the account that runs it instead (${account.uid}) cannot enter ${closed}: set MAGPIE_DATA_DIR to a folder that it can reach, such as /var/lib/magpie.`,
  );
}

/** For files that root restored from a backup. */
async function changeOwnerFromRoot(cluster: string, account: Account): Promise<void> {
  const owner = await stat(cluster).catch(() => null);
  if (owner?.uid === 0) await changeTreeOwner(account, cluster);
}

const settleMilliseconds = 100;
const restartMilliseconds = 1000;

/** Restarts the server whenever it ends unexpectedly, until closed. Returns the function that closes it. */
function keepRunning(site: EmbeddedInstance, first: RunningServer, log: Logger): () => Promise<void> {
  let current = first;
  let up = true;
  let closing = false;
  // For an exit without closing: a surviving server would use memory until the next start stops it.
  const leave = (): void => {
    if (up) signal(current, 'SIGINT');
  };
  process.once('exit', leave);

  async function restart(): Promise<void> {
    for (;;) {
      if (closing) return;
      try {
        log.error({ pid: current.pid }, 'PostgreSQL ended unexpectedly, restarting');
        current = await launch(site);
        up = true;
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL restart failed');
        await sleep(restartMilliseconds);
      }
    }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await current.exited;
      up = false;
      if (closing) return;
      // A service manager that stops all processes at once ends the server a moment before closing us.
      await sleep(settleMilliseconds);
      await restart();
      if (closing) await stop(site, current);
    }
  }

  const supervision = supervise();
  return async () => {
    closing = true;
    process.removeListener('exit', leave);
    await Promise.all([stop(site, current), supervision]);
  };
}
