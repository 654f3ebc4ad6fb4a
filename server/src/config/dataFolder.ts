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
import { isAlive, longestSocketPath } from './unix.ts';

/** The folder that holds everything embedded, owned by this process until it is released or dies. */
export interface DataFolder {
  readonly path: string;
  release(): void;
}

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * The lock is the kernel's, on an open file: it goes when the process goes, SIGKILL included, and of
 * any number of processes that start at once exactly one gets it. The pid in the file is for people.
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

/** Why a folder cannot be used, as a part of a sentence. */
export function folderProblem({ code = '', message }: NodeJS.ErrnoException): string {
  return folderProblems[code] ?? message;
}

function openLockFile(folder: string, lockFile: string): number {
  try {
    // As root the embedded PostgreSQL is another account, which must be able to pass through.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return openSync(lockFile, 'a+', 0o600);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used: ${folderProblem(error as NodeJS.ErrnoException)}; set MAGPIE_DATA_DIR to a folder in which this account may write.`,
      { cause: error },
    );
  }
}

/** Nobody is named by the pid that a dead process left and the new holder has not yet overwritten. */
function holder(lockFile: string): string {
  const pid = Number(readFileSync(lockFile, 'utf8'));
  return pid > 0 && isAlive(pid) ? ` (process ${pid})` : '';
}

export interface SocketAddress {
  readonly path: string;
  /** When the address is used no more: by a server when it has closed, by a client when it is connected. */
  release(): void;
}

/**
 * The socket through which the command line reaches a running server. Where the path of the folder is too
 * long for a socket it is reached through an open handle: in the data folder only its owner can put one.
 */
export function commandSocket(folder: string): SocketAddress {
  const natural = path.join(folder, 'magpie.sock');
  if (Buffer.byteLength(natural) <= longestSocketPath) return { path: natural, release: nothing };
  if (process.platform === 'linux') {
    const fd = openSync(folder, 'r');
    return { path: `/proc/self/fd/${fd}/magpie.sock`, release: () => closeSync(fd) };
  }
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  // Elsewhere (macOS) every person has a temp folder of their own.
  return { path: path.join(os.tmpdir(), `magpie-${digest}.sock`), release: nothing };
}

const nothing = (): void => undefined;

/** SQLSTATE of PostgreSQL, code of ClickHouse, and errno of the system for a disk without room. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['53100', '243', 'ENOSPC']);

/** Whether something failed because there was no room on a disk, ours or that of an engine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return fullDiskCodes.has(code) || message.includes('No space left on device');
}

/** The refusal of a write for want of room. */
export function outOfRoom(cause?: unknown): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'The disk of this server is almost full, so nothing can be saved; reading goes on, and writing will when there is room again.',
    { retryAfter: 60, cause },
  );
}

export interface Room {
  /** Whether there is enough free disk to accept writes. */
  enough(): Promise<boolean>;
}

const leastFreeBytes = 200 * 1024 * 1024;
const leastFreeShare = 0.02;
const measuredForMilliseconds = 1000;

/**
 * Watches the free space of the data folder's disk, measured at most once a second.
 *
 * @param spareBytes so much more must be free, for what can be done without
 */
export function watchRoom(folder: string, spareBytes = 0): Room {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let enough = true;
  const measure = async (): Promise<void> => {
    // A folder whose disk cannot even be asked is none to write to.
    const disk = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }));
    const free = disk.bavail * disk.bsize - spareBytes;
    enough = free >= leastFreeBytes && free >= leastFreeShare * disk.blocks * disk.bsize;
  };
  return {
    async enough() {
      const now = performance.now();
      if (now - measuredAt > measuredForMilliseconds) {
        measuredAt = now;
        await measure();
      }
      return enough;
    },
  };
}
