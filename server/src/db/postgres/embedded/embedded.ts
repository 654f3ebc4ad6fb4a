import { chmod, chown, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../config/log.ts';
import { type Account, chooseAccount, closedFolder } from './account.ts';
import { findPrograms } from './binaries.ts';
import { ensureCluster, giveTreeTo } from './cluster.ts';
import { answers, connectionThrough, type EmbeddedConnection } from './connection.ts';
import { plainLauncher } from './launcher.ts';
import { findSurvivor, isTied, untilGone } from './postmaster.ts';
import { launch, type Running, signal, type Site, stop } from './server.ts';
import { makeSocketFolder } from './socketFolder.ts';

export interface EmbeddedServer {
  readonly connection: EmbeddedConnection;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Exists, and is held by this process alone. */
  readonly dataFolder: string;
  readonly log: Logger;
  /** Whether the kernel may be asked to end the server with us, where it can. Default: true. */
  readonly mayTie?: boolean;
}

/** Starts the PostgreSQL of the data folder, or takes over the one that a killed process left running. */
export async function startEmbedded({
  dataFolder,
  log,
  mayTie = true,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const site = await prepareSite(await realpath(dataFolder), mayTie);
  const first = await firstServer(site, log);
  return { connection: connectionThrough(site.socketFolder), close: keepRunning(site, first, log) };
}

const slowMilliseconds = 5000;

async function firstServer(site: Site, log: Logger): Promise<Running> {
  const slow = setTimeout(
    () => log.info('PostgreSQL is still starting: after a crash it first restores what was written.'),
    slowMilliseconds,
  );
  try {
    return (await takeOver(site, log)) ?? (await launch(site));
  } finally {
    clearTimeout(slow);
  }
}

async function prepareSite(dataFolder: string, mayTie: boolean): Promise<Site> {
  const cluster = path.join(dataFolder, 'postgres');
  const account = await chooseAccount(cluster);
  if (account !== null) await mustReach(dataFolder, account);
  const programs = await findPrograms(dataFolder, account, mayTie);
  await takeFromRoot(cluster, account);
  await ensureCluster(dataFolder, cluster, programs);
  return { dataFolder, cluster, programs, socketFolder: await makeSocketFolder(dataFolder, account) };
}

/** The account may pass through the data folder, and must be able to pass through those above it. */
async function mustReach(dataFolder: string, account: NonNullable<Account>): Promise<void> {
  const { mode, uid } = await stat(dataFolder);
  if (uid === 0 && (mode & 0o077) === 0) {
    // Made under a strict umask. Nobody but this account gains anything by it.
    await chown(dataFolder, 0, account.gid);
    await chmod(dataFolder, 0o710);
  }
  const { ok } = await plainLauncher(account).run('/bin/sh', ['-c', 'cd "$1"', 'sh', dataFolder]);
  const closed = ok ? null : await closedFolder(dataFolder, account);
  if (closed === null) return;
  throw new Error(
    `PostgreSQL does not run as root, and the account that runs it instead (${account.uid}) cannot pass through ${closed}: set MAGPIE_DATA_DIR to a folder that it can reach, such as /var/lib/magpie.`,
  );
}

/** Files that root has put back from a backup. */
async function takeFromRoot(cluster: string, account: Account): Promise<void> {
  const owner = await stat(cluster).catch(() => null);
  if (owner?.uid === 0) await giveTreeTo(account, cluster);
}

async function takeOver(site: Site, log: Logger): Promise<Running | null> {
  const survivor = await findSurvivor(site.cluster);
  if (survivor === null) return null;
  const { pid, socketFolder } = survivor;
  const usable = socketFolder === site.socketFolder && !(await isTied(pid)) && (await answers(socketFolder));
  if (!usable) {
    await stop(site, { pid, exited: untilGone(site.cluster, pid, 5) });
    return null;
  }
  log.info({ pid }, 'Using the PostgreSQL that an earlier process left running.');
  return { pid, exited: untilGone(site.cluster, pid, 250) };
}

const settleMilliseconds = 100;
const restartMilliseconds = 1000;

/** Starts the server again whenever it ends by itself, until it is closed. Returns how to close it. */
function keepRunning(site: Site, first: Running, log: Logger): () => Promise<void> {
  let current = first;
  let up = true;
  let closing = false;
  // For whoever leaves without closing: a survivor would be found at the next start, and holds memory until then.
  const leave = (): void => {
    if (up) signal(current, 'SIGINT');
  };
  process.once('exit', leave);

  async function restart(): Promise<void> {
    for (;;) {
      if (closing) return;
      try {
        log.error({ pid: current.pid }, 'PostgreSQL ended unexpectedly and is started again.');
        current = await launch(site);
        up = true;
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again.');
        await sleep(restartMilliseconds);
      }
    }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await current.exited;
      up = false;
      if (closing) return;
      // Whoever stops every process at once (a service manager) ends it a moment before closing us.
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
