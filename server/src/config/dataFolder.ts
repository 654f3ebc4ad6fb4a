import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';
import { MagpieError } from '@magpie/contract/errors';
import { isAlive, maxSocketPathLength } from './unix.ts';

export interface DataFolder {
  readonly path: string;
  release(): void;
}

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * A kernel lock on an open file: it ends with the process, even after SIGKILL, and only one of several
 * processes that start at once gets it. The pid in the file is for people.
 */
export function openDataFolder(folder: string): DataFolder {
  const lockFile = path.join(folder, 'magpie.lock');
  const fd = openLockFile(folder, lockFile);
  if (!nativeFs.tryLock(fd)) {
    closeSync(fd);
    throw new FolderInUse(
      `The data folder ${folder} is in use by another Magpie process${holder(lockFile)}; stop that one, or set MAGPIE_DATA_DIR to another folder.`,
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`);
  return { path: folder, release: () => closeSync(fd) };
}

const folderProblems: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};

/** Why a folder cannot be used, as part of a sentence. */
export function folderProblem({ code = '', message }: NodeJS.ErrnoException): string {
  return folderProblems[code] ?? message;
}

function openLockFile(folder: string, lockFile: string): number {
  try {
    // As root, the embedded PostgreSQL runs as another account, which must be able to enter the folder.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return openSync(lockFile, 'a+', 0o600);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used: ${folderProblem(error as NodeJS.ErrnoException)}; set MAGPIE_DATA_DIR to a folder in which this account may write.`,
      { cause: error },
    );
  }
}

/** Ignores the pid of a dead process, which the new holder has not overwritten yet. */
function holder(lockFile: string): string {
  const pid = Number(readFileSync(lockFile, 'utf8'));
  return pid > 0 && isAlive(pid) ? ` (process ${pid})` : '';
}

export interface SocketAddress {
  readonly path: string;
  /** To be called by a server after it has closed, by a client after it has connected. */
  release(): void;
}

/** A path too long for a socket is opened through a file descriptor of the folder. */
export function commandSocket(folder: string): SocketAddress {
  const plainPath = path.join(folder, 'magpie.sock');
  if (Buffer.byteLength(plainPath) <= maxSocketPathLength) return { path: plainPath, release: nothing };
  if (process.platform === 'linux') {
    const fd = openSync(folder, 'r');
    return { path: `/proc/self/fd/${fd}/magpie.sock`, release: () => closeSync(fd) };
  }
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  // On macOS, every user has a private temp folder.
  return { path: path.join(os.tmpdir(), `magpie-${digest}.sock`), release: nothing };
}

const nothing = (): void => undefined;

/** Full disk: SQLSTATE of PostgreSQL, error code of ClickHouse, errno of the system. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['53100', '243', 'ENOSPC']);

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return fullDiskCodes.has(code) || message.includes('No space left on device');
}

export function diskFullError(cause?: unknown): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'The disk of this server is almost full, so nothing can be saved; reads still work. Free some disk space, then try again.',
    { retryAfter: 60, cause },
  );
}

export interface DiskSpace {
  enough(): Promise<boolean>;
}

const minFreeBytes = 200 * 1024 * 1024;
const minFreeShare = 0.02;
const measurementTtlMs = 1000;

/** Measured at most once a second. `spareBytes` is additional free space, for optional data. */
export function watchDiskSpace(folder: string, spareBytes = 0): DiskSpace {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let hasEnough = true;
  const measure = async (): Promise<void> => {
    // If the disk cannot be measured, do not write to it.
    const disk = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }));
    const free = disk.bavail * disk.bsize - spareBytes;
    hasEnough = free >= minFreeBytes && free >= minFreeShare * disk.blocks * disk.bsize;
  };
  return {
    async enough() {
      const now = performance.now();
      if (now - measuredAt > measurementTtlMs) {
        measuredAt = now;
        await measure();
      }
      return hasEnough;
    },
  };
}
