import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';
import { MagpieError } from '../kernel/errors.ts';
import { syncFolder } from './summedFile.ts';

const ending = '.unfinished';
const lockEnding = `${ending}.lock`;

/** Has a folder made under another name, and gives it its own when it is whole. Whatever fails leaves nothing. */
export async function madeWhole<Result>(
  target: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(target)) {
    throw new MagpieError('BAD_REQUEST', `${target} is there already; give a folder that is not.`);
  }
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const folder = `${target}${ending}`;
  const lockFile = `${target}${lockEnding}`;
  const lock = openSync(lockFile, 'a', 0o600);
  try {
    if (!nativeFs.tryLock(lock)) {
      throw new MagpieError('CONFLICT', `Another backup to ${target} is under way; wait for its end.`);
    }
    await mkdir(folder, { mode: 0o700 });
    const result = await make(folder);
    await syncFolders(folder);
    await rename(folder, target);
    await syncFolder(parent);
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(lockFile, { force: true });
    closeSync(lock);
  }
}

/** What killed processes left. The lock is the kernel's and goes with its process. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.endsWith(lockEnding))) {
    const lockFile = path.join(parent, name);
    const lock = openSync(lockFile, 'a');
    try {
      if (!nativeFs.tryLock(lock)) continue;
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
