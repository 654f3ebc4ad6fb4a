import { randomBytes } from 'node:crypto';
import { lchown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../config/unix.ts';
import { plainLauncher, tiedLauncher, type Account, changeOwner, namedAccount } from './launcher.ts';
import type { Programs } from './binaries.ts';

export const superuser = 'magpie';

const unfinishedPrefix = 'postgres.tmp-';

/** Created in a temporary folder, which is renamed when complete and synced. */
export async function ensureCluster(dataFolder: string, cluster: string, programs: Programs): Promise<void> {
  await removeUnfinished(dataFolder);
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return createCluster(dataFolder, cluster, programs);
  if (version.trim() !== programs.major) {
    throw new Error(
      `The files in ${cluster} were created by PostgreSQL ${version.trim()} and this is PostgreSQL ${programs.major}; upgrade them with pg_upgrade, or set MAGPIE_DATA_DIR to another folder.`,
    );
  }
}

async function removeUnfinished(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(unfinishedPrefix));
  // An initdb of a killed process may still be writing; the next start removes what it adds now.
  await Promise.allSettled(
    names.map((name) => rm(path.join(dataFolder, name), { recursive: true, force: true })),
  );
}

async function createCluster(dataFolder: string, cluster: string, programs: Programs): Promise<void> {
  const unfinished = path.join(dataFolder, unfinishedPrefix + randomBytes(4).toString('hex'));
  const { account } = programs.launcher;
  const maker = await namedAccount(account);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await changeOwner(maker, unfinished);
    await runInitdb(unfinished, maker, programs);
    if (maker?.uid !== account?.uid) await changeTreeOwner(account, unfinished);
    await syncFolder(unfinished);
    await moveInto(unfinished, cluster);
    await syncFolder(dataFolder);
  } catch (error) {
    // Removed now and not at the next start: the cause may be a full disk.
    await removeUnfinished(dataFolder);
    throw error;
  }
}

async function moveInto(unfinished: string, cluster: string): Promise<void> {
  await rename(unfinished, cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    throw new Error(`The folder ${cluster} contains files that are not a PostgreSQL cluster: move it away.`);
  });
}

/**
 * `trust` admits every process that can open the socket. Its folder has mode 0700, so that is the server's account
 * and root. A password would be stored in the same data folder and exclude nobody else.
 */
async function runInitdb(folder: string, maker: Account, { initdb, launcher }: Programs): Promise<void> {
  const asMaker = launcher.tied ? tiedLauncher(maker) : plainLauncher(maker);
  const { ok, output } = await asMaker.run(initdb, [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    // Case, order and trigrams are the same for every script on every machine. Trigrams also need a UTF-8 ctype,
    // which has another name on macOS.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--no-instructions',
  ]);
  if (ok) return;
  if (/could not look up effective user ID/.test(output)) {
    throw new Error(
      `PostgreSQL needs an account with a name, and the account of Magpie (${process.getuid?.()}) is not in /etc/passwd: start Magpie as another account, or set DATABASE_URL.`,
    );
  }
  throw new Error(`PostgreSQL could not create its files in ${path.dirname(folder)}: ${lastLine(output)}`);
}

function lastLine(output: string): string {
  return output.split('\n').findLast((line) => /error|fatal|denied/i.test(line)) ?? output;
}

/** Changes the folder itself last: until then the tree counts as incomplete. */
export async function changeTreeOwner(account: Account, folder: string): Promise<void> {
  if (account === null) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    await (entry.isDirectory() ? changeTreeOwner(account, place) : lchown(place, account.uid, account.gid));
  }
  await lchown(folder, account.uid, account.gid);
}
