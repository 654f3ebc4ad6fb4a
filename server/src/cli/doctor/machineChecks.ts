import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readFile, rm, stat, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { watchDiskSpace } from '../../config/dataFolder.ts';
import { maxSocketPathLength } from '../../config/unix.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  errorMessage,
  ok,
  problem,
  succeeds,
  warning,
} from './check.ts';

/** Checks of Node, packages, memory, limits, the data folder and its disk. */
export const machineChecks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'packages', run: checkPackages },
  { name: 'native modules', run: checkNativeModules },
  { name: 'memory', run: checkMemory },
  { name: 'open files', run: checkOpenFiles },
  {
    name: 'time zone',
    run: () => ok(`${new Intl.DateTimeFormat().resolvedOptions().timeZone}; days are always counted in UTC.`),
  },
  { name: 'data folder', run: checkFolder },
  { name: 'owner and modes', run: ifFolderExists(checkOwner) },
  { name: 'command socket', run: checkSocketPath },
  { name: 'disk', run: ifFolderExists(checkDiskSpace) },
  { name: 'inodes', run: ifFolderExists(checkInodes) },
  { name: 'writing', run: ifFolderExists(checkWriting) },
];

/** The relative path is the same for sources and build. */
const root = path.resolve(import.meta.dirname, '../../../..');

const Project = z.object({ engines: z.object({ node: z.string() }) });
const Package = z.object({ version: z.string() });
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

async function readJson<Shape>(file: string, shape: z.ZodType<Shape>): Promise<Shape | null> {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => null);
  return text === null ? null : shape.parse(JSON.parse(text));
}

async function checkNode(): Promise<CheckResult> {
  const least = (await readJson('package.json', Project))?.engines.node.replace('>=', '') ?? '';
  return process.versions.node.localeCompare(least, 'en', { numeric: true }) >= 0
    ? ok(`Version ${process.version}.`)
    : problem(`Version ${process.version} is too old.`, `Install Node ${least} or newer.`);
}

/** Compares the installed packages of the server with the lockfile. */
async function checkPackages(): Promise<CheckResult> {
  const lock = await readJson('package-lock.json', Lockfile);
  if (lock === null) return ok('There is no lockfile to compare with.');
  const wrong: string[] = [];
  const needed = Object.keys(lock.packages['server']?.dependencies ?? {});
  for (const name of needed) {
    const folders = [`server/node_modules/${name}`, `node_modules/${name}`];
    const folder = folders.find((one) => lock.packages[one] !== undefined) ?? '';
    const locked = lock.packages[folder];
    if (locked === undefined || locked.link === true) continue;
    const found = await readJson(`${folder}/package.json`, Package);
    if (found === null) wrong.push(`${name} is missing`);
    else if (found.version !== locked.version)
      wrong.push(`${name} is ${found.version}, not ${locked.version}`);
  }
  if (wrong.length === 0) return ok(`All ${needed.length} packages match the lockfile.`);
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : '';
  return problem(`${wrong.slice(0, 5).join(', ')}${more}.`, 'Run npm install in the Magpie folder.');
}

async function checkNativeModules({ config }: DoctorContext): Promise<CheckResult> {
  const needed = ['fs-native-extensions', '@node-rs/argon2', 'sharp', '@resvg/resvg-js'];
  if (config.clickhouseUrl === null) needed.push('chdb');
  for (const name of needed) {
    try {
      await import(name);
    } catch (error) {
      return problem(
        `${name} cannot be loaded: ${errorMessage(error).split('\n', 1).join('')}.`,
        'Run npm install on this machine, with this version of Node and with optional packages.',
      );
    }
  }
  return ok(`${needed.join(', ')} load.`);
}

const megabyte = 1024 * 1024;
const megabytes = (bytes: number): string => `${Math.floor(bytes / megabyte).toLocaleString('en')} MB`;

function checkMemory(): CheckResult {
  const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, os.totalmem());
  const available = process.availableMemory();
  const says = `${megabytes(available)} of ${megabytes(total)} free.`;
  if (total < 1024 * megabyte)
    return warning(says, 'Give Magpie at least 1,024 MB, or use external engines.');
  if (available < 256 * megabyte)
    return warning(says, 'Stop other programs or add memory, before the system kills Magpie.');
  return ok(says);
}

const leastOpenFiles = 4096;

/** Only available on Linux. */
async function checkOpenFiles(): Promise<CheckResult | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, limit] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  if (limit === undefined) return null;
  const says = `The limit is ${limit}.`;
  return limit === 'unlimited' || Number(limit) >= leastOpenFiles
    ? ok(says)
    : warning(says, `Allow at least ${leastOpenFiles}: ulimit -n, or LimitNOFILE of the service.`);
}

export async function isFolder(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() ?? false;
}

function ifFolderExists(check: (folder: string) => Promise<CheckResult | null>): Check['run'] {
  return async ({ config }) => ((await isFolder(config.dataFolder)) ? check(config.dataFolder) : null);
}

async function checkFolder({ config, isServer, folderProblem }: DoctorContext): Promise<CheckResult> {
  const { dataFolder } = config;
  if (folderProblem !== null) return folderProblem;
  if (isServer) return ok(`${dataFolder}, locked by this server.`);
  if (await succeeds(stat(dataFolder))) return ok(`${dataFolder}, not locked.`);
  const parent = await nearestExisting(dataFolder);
  if (!(await succeeds(stat(parent)))) {
    return problem(
      `${parent} is a dangling link.`,
      'Create the folder that it points to, or set MAGPIE_DATA_DIR to another one.',
    );
  }
  return (await succeeds(access(parent, constants.W_OK | constants.X_OK)))
    ? ok(`${dataFolder} does not exist yet; the first start creates it.`)
    : problem(
        `${dataFolder} does not exist, and this account cannot create it in ${parent}.`,
        'Set MAGPIE_DATA_DIR to a folder that this account can write to.',
      );
}

/** Includes dangling links. */
async function nearestExisting(place: string): Promise<string> {
  return (await succeeds(lstat(place))) ? place : nearestExisting(path.dirname(place));
}

async function checkOwner(folder: string): Promise<CheckResult> {
  const { uid, mode } = await stat(folder);
  const account = process.getuid?.() ?? 0;
  const says = `The folder is owned by ${uid}, mode ${(mode & 0o777).toString(8)}`;
  if (uid !== account) {
    // Root can write everywhere.
    return (account === 0 ? warning : problem)(
      `${says}, and Magpie runs as ${account}.`,
      `Run it as ${uid === 0 ? 'root' : `account ${uid}`}, or change the owner: chown -R ${account} ${folder}`,
    );
  }
  if ((mode & 0o066) === 0) return ok(`${says}.`);
  return warning(
    `${says}: other accounts on this machine can read it or write to it.`,
    `Remove their access: chmod go-rw ${folder}`,
  );
}

function checkSocketPath({ config }: DoctorContext): CheckResult {
  const bytes = Buffer.byteLength(path.join(config.dataFolder, 'magpie.sock'));
  if (bytes <= maxSocketPathLength)
    return ok(`The path has ${bytes} of at most ${maxSocketPathLength} bytes.`);
  return warning(
    `The path has ${bytes} bytes, but sockets allow ${maxSocketPathLength}, so a fallback is used.`,
    'If commands do not find the running server, set MAGPIE_DATA_DIR to a folder with a shorter path.',
  );
}

async function checkDiskSpace(folder: string): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const says = `${megabytes(bavail * bsize)} of ${megabytes(blocks * bsize)} free.`;
  const mend = `Free space on the disk of ${folder}, or move it to a larger disk.`;
  if (!(await watchDiskSpace(folder).enough())) return problem(`${says} Writes are blocked.`, mend);
  return bavail * bsize < 2048 * megabyte ? warning(says, mend) : ok(says);
}

async function checkInodes(folder: string): Promise<CheckResult | null> {
  const { files, ffree } = await statfs(folder);
  // Some file systems have no fixed number of inodes.
  if (files === 0) return null;
  const says = `${ffree.toLocaleString('en')} of ${files.toLocaleString('en')} free.`;
  const mend = `Delete small files on the disk of ${folder}, or move it to a disk with more inodes.`;
  if (ffree < 1000) return problem(says, mend);
  return ffree < files / 20 ? warning(says, mend) : ok(says);
}

const slowMilliseconds = 50;

async function checkWriting(folder: string): Promise<CheckResult> {
  const times: number[] = [];
  try {
    await withTestFile(folder, async (write) => {
      for (let count = 0; count < 5; count += 1) {
        const startedAt = performance.now();
        await write();
        times.push(performance.now() - startedAt);
      }
    });
  } catch (error) {
    return problem(
      `Cannot write a file to ${folder}: ${errorMessage(error)}.`,
      'Make the disk writable for this account, free space on it, or set MAGPIE_DATA_DIR to another folder.',
    );
  }
  const median = times.toSorted((one, other) => one - other)[2] ?? 0;
  const says = `A small write takes ${median.toFixed(1)} ms.`;
  if (median < slowMilliseconds) return ok(says);
  return warning(
    `${says} Every change waits for this.`,
    'Move the data folder to a local SSD instead of a network or busy disk.',
  );
}

/** The disk may be on another machine with another clock. */
export function readDiskClock(folder: string): Promise<number> {
  return withTestFile(folder, async (write, file) => {
    await write();
    return (await file.stat()).mtimeMs;
  });
}

async function withTestFile<Result>(
  folder: string,
  use: (write: () => Promise<void>, file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const name = path.join(folder, `.doctor-${randomBytes(8).toString('hex')}`);
  const file = await open(name, 'wx', 0o600);
  const write = async (): Promise<void> => {
    await file.write(Buffer.alloc(4096));
    await file.sync();
  };
  try {
    return await use(write, file);
  } finally {
    await file.close();
    await rm(name, { force: true });
  }
}
