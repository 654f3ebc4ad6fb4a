import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, rm, stat, statfs } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { watchDiskSpace } from '../../config/dataFolder.ts';
import { maxSocketPathLength } from '../../config/unix.ts';
import {
  type Check,
  ok,
  problem,
  problemFromError,
  errorReason,
  type CheckResult,
  warning,
} from './finding.ts';
import { megabytes } from './machine.ts';
import type { DoctorContext } from './doctorContext.ts';

/** Checks the data folder and its disk. */
export function folderChecks(context: DoctorContext): Check[] {
  const { dataFolder } = context.config;
  const ifThere =
    (check: (folder: string) => Promise<CheckResult | null>): Check['run'] =>
    async () =>
      (await isFolder(dataFolder)) ? check(dataFolder) : null;
  return [
    { name: 'data folder', run: () => folderState(context) },
    { name: 'owner and modes', run: ifThere(ownerAndModes) },
    { name: 'command socket', run: () => socketPath(dataFolder) },
    { name: 'disk', run: ifThere(diskRoom) },
    { name: 'inodes', run: ifThere(inodes) },
    { name: 'writing', run: ifThere(writing) },
  ];
}

export async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

export async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function folderState({
  config: { dataFolder },
  isServer,
  folderError: folderTrouble,
}: DoctorContext): Promise<CheckResult> {
  const elsewhere = 'Set MAGPIE_DATA_DIR to a folder that this account can write to.';
  if (folderTrouble !== null) return problemFromError(folderTrouble, elsewhere);
  if (isServer) return ok(`${dataFolder}, locked by this server.`);
  if (await exists(dataFolder)) return ok(`${dataFolder}, not locked.`);
  const above = await nearestExisting(dataFolder);
  if (!(await exists(above))) {
    return problem(
      `${above} is a dangling link.`,
      'Create the folder that it points to, or set MAGPIE_DATA_DIR to another one.',
    );
  }
  const mayWrite = await access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayWrite
    ? ok(`${dataFolder} does not exist yet; the first start creates it.`)
    : problem(`${dataFolder} does not exist, and this account cannot create it in ${above}.`, elsewhere);
}

/** Includes dangling links. */
async function nearestExisting(place: string): Promise<string> {
  return lstat(place).then(
    () => place,
    () => nearestExisting(path.dirname(place)),
  );
}

async function ownerAndModes(folder: string): Promise<CheckResult> {
  const { uid, mode } = await stat(folder);
  const us = process.getuid?.() ?? 0;
  const shown = `owned by ${uid}, mode ${(mode & 0o777).toString(8)}`;
  if (uid !== us) {
    // Root can write everywhere.
    return (us === 0 ? warning : problem)(
      `The folder is ${shown}, and Magpie runs as ${us}.`,
      `Run it as ${uid === 0 ? 'root' : `account ${uid}`}, or change the owner: chown -R ${us} ${folder}`,
    );
  }
  if ((mode & 0o066) === 0) return ok(`The folder is ${shown}.`);
  return warning(
    `The folder is ${shown}: other accounts on this machine can read it or write to it.`,
    `Remove their access: chmod go-rw ${folder}`,
  );
}

function socketPath(folder: string): CheckResult {
  const bytes = Buffer.byteLength(path.join(folder, 'magpie.sock'));
  if (bytes <= maxSocketPathLength)
    return ok(`The path has ${bytes} of at most ${maxSocketPathLength} bytes.`);
  return warning(
    `The path has ${bytes} bytes, but sockets allow ${maxSocketPathLength}, so a fallback is used.`,
    'If commands do not find the running server, set MAGPIE_DATA_DIR to a folder with a shorter path.',
  );
}

const lowSpaceBytes = 2 * 1024 * 1024 * 1024;

async function diskRoom(folder: string): Promise<CheckResult> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  const says = `${megabytes(free)} of ${megabytes(disk.blocks * disk.bsize)} free.`;
  const mend = `Free space on the disk of ${folder}, or move it to a larger disk.`;
  if (!(await watchDiskSpace(folder).enough())) return problem(`${says} Writes are blocked.`, mend);
  return free < lowSpaceBytes ? warning(says, mend) : ok(says);
}

async function inodes(folder: string): Promise<CheckResult | null> {
  const { files, ffree } = await statfs(folder);
  // Some file systems have no fixed number of inodes.
  if (files === 0) return null;
  const says = `${ffree.toLocaleString('en')} of ${files.toLocaleString('en')} free.`;
  const mend = `Delete small files on the disk of ${folder}, or move it to a disk with more inodes.`;
  if (ffree < 1000) return problem(says, mend);
  return ffree < files / 20 ? warning(says, mend) : ok(says);
}

const slowMilliseconds = 50;
const writes = 5;

async function writing(folder: string): Promise<CheckResult> {
  const times: number[] = [];
  try {
    await withProbe(folder, async (file) => {
      for (let count = 0; count < writes; count += 1) {
        const begun = performance.now();
        await writeThrough(file);
        times.push(performance.now() - begun);
      }
    });
  } catch (error) {
    return problem(
      `Cannot write a file to ${folder}: ${errorReason(error)}.`,
      'Make the disk writable for this account, free space on it, or set MAGPIE_DATA_DIR to another folder.',
    );
  }
  const median = times.toSorted((one, other) => one - other)[Math.floor(writes / 2)] ?? 0;
  const says = `A small write takes ${median.toFixed(1)} ms.`;
  if (median < slowMilliseconds) return ok(says);
  return warning(
    `${says} Every change waits for this.`,
    'Move the data folder to a local SSD instead of a network or busy disk.',
  );
}

/** Uses a temporary file. */
async function withProbe<Result>(
  folder: string,
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const name = path.join(folder, `.doctor-${randomBytes(8).toString('hex')}`);
  const file = await open(name, 'wx', 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
    await rm(name, { force: true });
  }
}

async function writeThrough(file: FileHandle): Promise<void> {
  await file.write(Buffer.alloc(4096));
  await file.sync();
}

/** Milliseconds by which the clock of the disk, which may be on another machine, is ahead of ours. */
export function diskClockOffset(folder: string): Promise<number> {
  return withProbe(folder, async (file) => {
    await writeThrough(file);
    return (await file.stat()).mtimeMs - Date.now();
  });
}
