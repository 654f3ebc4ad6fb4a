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
import { MagpieError } from '@magpie/contract/errors';
import { syncFolder } from './summedFile.ts';

const ending = '.unfinished';
const lockEnding = `${ending}.lock`;
/** What a lock file says, so that nobody else's is taken for one. */
const lockText = 'magpie backup\n';
/** Neither another file behind a link nor a pipe that is waited at. */
const lockFlags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Has a folder made under another name, and gives it its own when it is whole. Whatever fails leaves nothing. */
export async function writeAtomically<Result>(
  target: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await made(target, make);
  } catch (error) {
    throw isOfTarget(error, target) ? notWritable(target, error) : error;
  }
}

async function made<Result>(target: string, make: (folder: string) => Promise<Result>): Promise<Result> {
  if (isThere(target)) {
    throw new MagpieError('BAD_REQUEST', `${target} is there already; give a folder that is not.`);
  }
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const lock = lockTarget(target);
  try {
    return await madeAlone(target, make);
  } finally {
    await rm(`${target}${lockEnding}`, { force: true });
    closeSync(lock);
  }
}

/** Also a link that leads nowhere. What cannot be looked at cannot be written either, which says why. */
function isThere(target: string): boolean {
  try {
    return lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The folder is removed only by whoever has made it. */
async function madeAlone<Result>(target: string, make: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = `${target}${ending}`;
  await mkdir(folder, { mode: 0o700 });
  const { ino } = await stat(folder);
  try {
    const result = await make(folder);
    await syncFolders(folder);
    if ((await stat(folder)).ino !== ino) throw new Error(`${folder} was taken away while it was written.`);
    await rename(folder, target);
    await syncFolder(path.dirname(target));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The lock is the kernel's and goes with its process. Whoever had it removes the file, which may be another one by now. */
function lockTarget(target: string): number {
  const folder = `${target}${ending}`;
  const lockFile = `${target}${lockEnding}`;
  const lock = openSync(lockFile, lockFlags | constants.O_CREAT, 0o600);
  const isFile = fstatSync(lock).isFile();
  if (isFile && (!nativeFs.tryLock(lock) || !isStill(lockFile, lock))) {
    closeSync(lock);
    throw new MagpieError('CONFLICT', `Another backup to ${target} is under way; wait for its end.`);
  }
  const isOurs = isFile && fstatSync(lock).size === 0;
  const strange = isOurs ? folder : lockFile;
  if (!isOurs || existsSync(folder)) {
    if (isOurs) rmSync(lockFile);
    closeSync(lock);
    throw new MagpieError(
      'BAD_REQUEST',
      `${strange} is there and is no backup; move it, or give another folder.`,
    );
  }
  writeFileSync(lock, lockText);
  return lock;
}

function isStill(file: string, fd: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;
}

/** What killed processes left. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.endsWith(lockEnding))) {
    const lockFile = path.join(parent, name);
    const lock = openOwn(lockFile);
    if (lock === null) continue;
    try {
      if (!nativeFs.tryLock(lock) || !isStill(lockFile, lock)) continue;
      if (fstatSync(lock).size !== lockText.length || readFileSync(lock, 'utf8') !== lockText) continue;
      await rm(lockFile.slice(0, -'.lock'.length), { recursive: true, force: true });
      await rm(lockFile, { force: true });
    } finally {
      closeSync(lock);
    }
  }
}

/** Null for what no backup of this account has left: whatever else has such a name stays, and stops nobody. */
function openOwn(lockFile: string): number | null {
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

/** Whether it is the system that refuses to write there, and not to read what is backed up. */
function isOfTarget(error: unknown, target: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  if (!('path' in error)) return error.syscall === 'write' || error.syscall === 'fsync';
  const { path: file } = error;
  if (typeof file !== 'string') return false;
  return (
    isWithin(file, target) || file.startsWith(`${target}${ending}`) || isWithin(path.dirname(target), file)
  );
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(path.join(folder, path.sep));
}

function notWritable(target: string, cause: NodeJS.ErrnoException): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `A backup cannot be written to ${path.dirname(target)}: ${folderProblem(cause)}; give a folder in which this account may write.`,
    { cause },
  );
}
