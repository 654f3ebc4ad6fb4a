import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';

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
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const lockFile = path.join(folder, 'magpie.lock');
  const fd = openSync(lockFile, 'a+', 0o600);
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

function holder(lockFile: string): string {
  const pid = readFileSync(lockFile, 'utf8').trim();
  return pid === '' ? '' : ` (process ${pid})`;
}

/** The socket through which the command line reaches a running server. */
export function commandSocketPath(folder: string): string {
  const natural = path.join(folder, 'magpie.sock');
  if (Buffer.byteLength(natural) <= longestSocketPath) return natural;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `magpie-${digest}.sock`);
}

/** Unix socket addresses hold 108 bytes on Linux and 104 on macOS, with the final NUL. */
const longestSocketPath = 103;

export interface Room {
  /** Whether there is enough free disk to accept writes. */
  enough(): Promise<boolean>;
}

const leastFreeBytes = 200 * 1024 * 1024;
const leastFreeShare = 0.02;
const measuredForMilliseconds = 1000;

/** Watches the free space of the data folder's disk, measured at most once a second. */
export function watchRoom(folder: string): Room {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let enough = true;
  const measure = async (): Promise<void> => {
    const disk = await statfs(folder);
    const free = disk.bavail * disk.bsize;
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
