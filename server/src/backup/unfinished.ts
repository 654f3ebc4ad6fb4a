import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';
import { folderProblem } from '../kernel/dataFolder.ts';
import { MagpieError } from '../kernel/errors.ts';
import { syncFolder } from './summedFile.ts';

const ending = '.unfinished';
const lockEnding = `${ending}.lock`;
/** What a lock file says, so that nobody else's is taken for one. */
const lockText = 'magpie backup\n';

/** Has a folder made under another name, and gives it its own when it is whole. Whatever fails leaves nothing. */
export async function madeWhole<Result>(
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
  if (existsSync(target)) {
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
  const lock = openSync(lockFile, 'a+', 0o600);
  if (!nativeFs.tryLock(lock) || !isStill(lockFile, lock)) {
    closeSync(lock);
    throw new MagpieError('CONFLICT', `Another backup to ${target} is under way; wait for its end.`);
  }
  const isOurs = readFileSync(lockFile, 'utf8') === '';
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
    const lock = openSync(lockFile, 'a+');
    try {
      if (!nativeFs.tryLock(lock) || !isStill(lockFile, lock)) continue;
      if (readFileSync(lockFile, 'utf8') !== lockText) continue;
      await rm(lockFile.slice(0, -'.lock'.length), { recursive: true, force: true });
      await rm(lockFile, { force: true });
    } finally {
      closeSync(lock);
    }
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
  const parent = path.dirname(target);
  return typeof error.path === 'string' && (error.path.startsWith(parent) || parent.startsWith(error.path));
}

function notWritable(target: string, cause: NodeJS.ErrnoException): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `A backup cannot be written to ${path.dirname(target)}: ${folderProblem(cause)}; give a folder in which this account may write.`,
    { cause },
  );
}
