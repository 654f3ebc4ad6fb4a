import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';
import { folderProblem } from '../config/dataFolder.ts';
import { syncFolder } from '../config/unix.ts';
import { MagpieError } from '@magpie/contract/errors';

const suffix = '.unfinished';
const lockSuffix = `${suffix}.lock`;
/** Identifies a lock file as ours. */
const lockText = 'magpie backup\n';
/** Does not follow links or block on pipes. */
const lockFlags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export async function writeAtomically<Result>(
  target: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await writeLocked(target, make);
  } catch (error) {
    throw isTargetError(error, target) ? notWritable(target, error) : error;
  }
}

async function writeLocked<Result>(
  target: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (exists(target)) {
    throw new MagpieError('BAD_REQUEST', `${target} already exists; choose a folder that does not exist.`);
  }
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const lock = acquireLock(target);
  try {
    return await writeAndRename(target, make);
  } finally {
    await rm(`${target}${lockSuffix}`, { force: true });
    closeSync(lock);
  }
}

/** True also for a broken link. False if it cannot be read: the later write reports the reason. */
function exists(target: string): boolean {
  try {
    return lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Removes the folder on failure only if this call created it. */
async function writeAndRename<Result>(
  target: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = `${target}${suffix}`;
  await mkdir(folder, { mode: 0o700 });
  const { ino } = await stat(folder);
  try {
    const result = await make(folder);
    await syncFolders(folder);
    if ((await stat(folder)).ino !== ino)
      throw new Error(`${folder} was removed or replaced during the backup.`);
    await rename(folder, target);
    await syncFolder(path.dirname(target));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The kernel releases the lock when the process ends. Checks afterwards that the path still is the locked file. */
function acquireLock(target: string): number {
  const folder = `${target}${suffix}`;
  const lockFile = `${target}${lockSuffix}`;
  const lock = openSync(lockFile, lockFlags | constants.O_CREAT, 0o600);
  const isFile = fstatSync(lock).isFile();
  if (isFile && (!nativeFs.tryLock(lock) || !isSameFile(lockFile, lock))) {
    closeSync(lock);
    throw new MagpieError(
      'CONFLICT',
      `Another backup to ${target} is already running; wait for it to finish.`,
    );
  }
  const isOurs = isFile && fstatSync(lock).size === 0;
  const unknownPath = isOurs ? folder : lockFile;
  if (!isOurs || existsSync(folder)) {
    if (isOurs) rmSync(lockFile);
    closeSync(lock);
    throw new MagpieError(
      'BAD_REQUEST',
      `${unknownPath} exists and is not a backup; move it or choose another folder.`,
    );
  }
  writeFileSync(lock, lockText);
  return lock;
}

function isSameFile(file: string, fd: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.endsWith(lockSuffix))) {
    const lockFile = path.join(parent, name);
    const lock = openOwnLock(lockFile);
    if (lock === null) continue;
    try {
      if (!nativeFs.tryLock(lock) || !isSameFile(lockFile, lock)) continue;
      if (fstatSync(lock).size !== lockText.length || readFileSync(lock, 'utf8') !== lockText) continue;
      await rm(lockFile.slice(0, -'.lock'.length), { recursive: true, force: true });
      await rm(lockFile, { force: true });
    } finally {
      closeSync(lock);
    }
  }
}

/** Null if the file is not a lock of this account's backups; such files are ignored. */
function openOwnLock(lockFile: string): number | null {
  try {
    const found = lstatSync(lockFile);
    const isOwn = found.uid === (process.getuid?.() ?? found.uid);
    return found.isFile() && isOwn ? openSync(lockFile, lockFlags) : null;
  } catch {
    return null;
  }
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Whether writing the target failed, as opposed to reading the source. */
function isTargetError(error: unknown, target: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  if (!('path' in error)) return error.syscall === 'write' || error.syscall === 'fsync';
  const { path: file } = error;
  if (typeof file !== 'string') return false;
  return (
    isWithin(file, target) || file.startsWith(`${target}${suffix}`) || isWithin(path.dirname(target), file)
  );
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(path.join(folder, path.sep));
}

function notWritable(target: string, cause: NodeJS.ErrnoException): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `A backup cannot be written to ${path.dirname(target)}: ${folderProblem(cause)}; choose a folder that this account can write to.`,
    { cause },
  );
}
