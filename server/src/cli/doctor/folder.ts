import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, rm, stat, statfs } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { watchRoom } from '../../config/dataFolder.ts';
import { longestSocketPath } from '../../config/unix.ts';
import { type Check, ok, problem, problemOf, reasonOf, type Verdict, warning } from './finding.ts';
import { megabytes } from './machine.ts';
import type { DoctorContext } from './doctorContext.ts';

/** The data folder and the disk that it is on. */
export function folderChecks(patient: DoctorContext): Check[] {
  const { dataFolder } = patient.config;
  const ifThere =
    (look: (folder: string) => Promise<Verdict | null>): Check['look'] =>
    async () =>
      (await isFolder(dataFolder)) ? look(dataFolder) : null;
  return [
    { name: 'data folder', look: () => folderState(patient) },
    { name: 'owner and modes', look: ifThere(ownerAndModes) },
    { name: 'command socket', look: () => socketPath(dataFolder) },
    { name: 'disk', look: ifThere(diskRoom) },
    { name: 'inodes', look: ifThere(inodes) },
    { name: 'writing', look: ifThere(writing) },
  ];
}

export async function isThere(place: string): Promise<boolean> {
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

async function folderState({ config: { dataFolder }, isServer, folderTrouble }: DoctorContext): Promise<Verdict> {
  const elsewhere = 'Set MAGPIE_DATA_DIR to a folder in which this account may write.';
  if (folderTrouble !== null) return problemOf(folderTrouble, elsewhere);
  if (isServer) return ok(`${dataFolder}, which this server has locked.`);
  if (await isThere(dataFolder)) return ok(`${dataFolder}, which nobody has locked.`);
  const above = await nearestThere(dataFolder);
  if (!(await isThere(above))) {
    return problem(
      `${above} is a link that leads to nothing.`,
      'Make the folder that it leads to, or set MAGPIE_DATA_DIR to another one.',
    );
  }
  const mayWrite = await access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayWrite
    ? ok(`${dataFolder} is not there yet; the first start makes it.`)
    : problem(`${dataFolder} is not there, and this account may not make it in ${above}.`, elsewhere);
}

/** Also a link to nothing. */
async function nearestThere(place: string): Promise<string> {
  return lstat(place).then(
    () => place,
    () => nearestThere(path.dirname(place)),
  );
}

async function ownerAndModes(folder: string): Promise<Verdict> {
  const { uid, mode } = await stat(folder);
  const us = process.getuid?.() ?? 0;
  const shown = `owned by ${uid}, mode ${(mode & 0o777).toString(8)}`;
  if (uid !== us) {
    // Root may write everywhere.
    return (us === 0 ? warning : problem)(
      `It is ${shown}, and Magpie runs as ${us}.`,
      `Run it as ${uid === 0 ? 'root' : `the account ${uid}`}, or give the folder to ${us}: chown -R ${us} ${folder}`,
    );
  }
  if ((mode & 0o066) === 0) return ok(`It is ${shown}.`);
  return warning(
    `It is ${shown}: other accounts of this machine may look into it or write there.`,
    `Close it to them: chmod go-rw ${folder}`,
  );
}

function socketPath(folder: string): Verdict {
  const bytes = Buffer.byteLength(path.join(folder, 'magpie.sock'));
  if (bytes <= longestSocketPath) return ok(`Its path has ${bytes} of ${longestSocketPath} bytes.`);
  return warning(
    `Its path has ${bytes} bytes and sockets take ${longestSocketPath}, so it is reached another way.`,
    'Set MAGPIE_DATA_DIR to a folder with a shorter path, if commands do not find the running server.',
  );
}

const ampleBytes = 2 * 1024 * 1024 * 1024;

async function diskRoom(folder: string): Promise<Verdict> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  const says = `${megabytes(free)} of ${megabytes(disk.blocks * disk.bsize)} are free.`;
  const mend = `Make room on the disk of ${folder}, or move it to a larger one.`;
  if (!(await watchRoom(folder).enough())) return problem(`${says} Nothing can be saved.`, mend);
  return free < ampleBytes ? warning(says, mend) : ok(says);
}

async function inodes(folder: string): Promise<Verdict | null> {
  const { files, ffree } = await statfs(folder);
  // Some file systems have no fixed number of them.
  if (files === 0) return null;
  const says = `${ffree.toLocaleString('en')} of ${files.toLocaleString('en')} are free.`;
  const mend = `Delete small files on the disk of ${folder}, or move it to one that holds more files.`;
  if (ffree < 1000) return problem(says, mend);
  return ffree < files / 20 ? warning(says, mend) : ok(says);
}

const slowMilliseconds = 50;
const writes = 5;

async function writing(folder: string): Promise<Verdict> {
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
      `A file cannot be written to ${folder}: ${reasonOf(error)}.`,
      'Make the disk writable for this account, with room on it, or set MAGPIE_DATA_DIR to another folder.',
    );
  }
  const median = times.toSorted((one, other) => one - other)[Math.floor(writes / 2)] ?? 0;
  const says = `A small write is on the disk after ${median.toFixed(1)} ms.`;
  if (median < slowMilliseconds) return ok(says);
  return warning(
    `${says} Every change waits for that.`,
    'Put the data folder on a local SSD instead of a network or busy disk.',
  );
}

/** A file of its own that goes afterwards. */
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

/** By how many milliseconds the clock of the disk, which may be another machine's, is ahead of ours. */
export function diskAhead(folder: string): Promise<number> {
  return withProbe(folder, async (file) => {
    await writeThrough(file);
    return (await file.stat()).mtimeMs - Date.now();
  });
}
