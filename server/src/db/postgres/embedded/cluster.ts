import { randomBytes } from 'node:crypto';
import { lchown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Account, giveTo, namedAccount } from './account.ts';
import type { Programs } from './binaries.ts';
import { plainLauncher, tiedLauncher } from './launcher.ts';

/** The superuser, and the only role. */
export const superuser = 'magpie';

const unfinishedPrefix = 'postgres.tmp-';

/**
 * Makes the cluster's files once. They are made beside their place and moved there when they are whole and
 * on disk: a process killed in the middle leaves a folder that the next start removes.
 */
export async function ensureCluster(dataFolder: string, cluster: string, programs: Programs): Promise<void> {
  await removeUnfinished(dataFolder);
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return makeCluster(dataFolder, cluster, programs);
  if (version.trim() !== programs.major) {
    throw new Error(
      `The files in ${cluster} were made by PostgreSQL ${version.trim()} and this is PostgreSQL ${programs.major}: move them with PostgreSQL's pg_upgrade, or set MAGPIE_DATA_DIR to another folder.`,
    );
  }
}

async function removeUnfinished(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(unfinishedPrefix));
  // An initdb that outlived its Magpie may still be writing; what it adds now goes at the start after this.
  await Promise.allSettled(
    names.map((name) => rm(path.join(dataFolder, name), { recursive: true, force: true })),
  );
}

async function makeCluster(dataFolder: string, cluster: string, programs: Programs): Promise<void> {
  const unfinished = path.join(dataFolder, unfinishedPrefix + randomBytes(4).toString('hex'));
  const { account } = programs.launcher;
  const maker = await namedAccount(account);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await giveTo(maker, unfinished);
    await runInitdb(unfinished, maker, programs);
    if (maker?.uid !== account?.uid) await giveTreeTo(account, unfinished);
    await syncFolder(unfinished);
    await moveInto(unfinished, cluster);
    await syncFolder(dataFolder);
  } catch (error) {
    // Not left for the next start: a full disk may be why it failed.
    await removeUnfinished(dataFolder);
    throw error;
  }
}

async function moveInto(unfinished: string, cluster: string): Promise<void> {
  await rename(unfinished, cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    throw new Error(`The folder ${cluster} holds something that is not a PostgreSQL cluster: move it away.`);
  });
}

/**
 * `trust` lets in whoever can open the socket, and that is decided by its folder: mode 0700, so the server's
 * account and root. A password would have to lie in the same data folder, and would keep out nobody else.
 */
async function runInitdb(folder: string, maker: Account, { initdb, launcher }: Programs): Promise<void> {
  const asMaker = launcher.tied ? tiedLauncher(maker) : plainLauncher(maker);
  const { ok, output } = await asMaker.run(initdb, [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    // Case, order and trigrams come out the same for every script on every machine. Trigrams also need a
    // ctype that knows UTF-8, which macOS has under another name.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--no-instructions',
  ]);
  if (ok) return;
  if (/could not look up effective user ID/.test(output)) {
    throw new Error(
      `PostgreSQL needs an account with a name, and the one that Magpie runs as (${process.getuid?.()}) is not in /etc/passwd: start Magpie as another account, or set DATABASE_URL.`,
    );
  }
  throw new Error(`PostgreSQL could not make its files in ${path.dirname(folder)}: ${lastLine(output)}`);
}

function lastLine(output: string): string {
  return output.split('\n').findLast((line) => /error|fatal|denied/i.test(line)) ?? output;
}

/** The folder itself last: until then the tree is not taken for a whole one. */
export async function giveTreeTo(account: Account, folder: string): Promise<void> {
  if (account === null) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    await (entry.isDirectory() ? giveTreeTo(account, place) : lchown(place, account.uid, account.gid));
  }
  await lchown(folder, account.uid, account.gid);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
