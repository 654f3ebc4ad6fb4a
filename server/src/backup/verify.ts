import { createReadStream, type Stats } from 'node:fs';
import { lstat, opendir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Manifest, places } from './manifest.ts';
import { checksumLine, sumOf } from './summedFile.ts';

/** What is wrong with a backup, in one sentence that names the file. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

/** Reads every byte of a backup and holds it against its checksums; throws `DamagedBackup` at the first that differs. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkList(folder, manifest);
  let files = 0;
  for await (const [name, sha256] of listedFiles(folder)) {
    const sum = await sumOfPart(folder, name);
    if (sum.sha256 !== sha256) throw changed(name);
    files += 1;
  }
  await refuseAdded(folder, files);
  return manifest;
}

/** Whether the list of checksums is the one that the manifest is of. */
export async function checkList(folder: string, { checksums }: Manifest): Promise<void> {
  const list = await sumOfPart(folder, places.checksums);
  if (list.sha256 !== checksums.sha256) throw changed(places.checksums);
}

/** The manifest, which has its own checksum beside it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const sealed = await lstat(path.join(folder, places.seal)).catch(notABackup(folder));
  mustBeFile(sealed, places.seal);
  const seal = await readFile(path.join(folder, places.seal), 'utf8').catch(missing(places.seal));
  const { sha256 } = await sumOfPart(folder, places.manifest);
  if (seal !== checksumLine({ path: places.manifest, sha256 })) throw changed(places.manifest);
  const told: unknown = JSON.parse(await readFile(path.join(folder, places.manifest), 'utf8'));
  const read = Manifest.safeParse(told);
  if (read.success) return read.data;
  throw new DamagedBackup(
    `The backup ${folder} is of a kind that this version of Magpie does not know; take the version that made it, or a newer one.`,
  );
}

/** Only a file is read: a link may lead to what others change, and a pipe is waited at for ever. */
async function sumOfPart(folder: string, name: string): Promise<{ readonly sha256: string }> {
  const file = path.join(folder, name);
  mustBeFile(await lstat(file).catch(missing(name)), name);
  return sumOf(file).catch(missing(name));
}

function mustBeFile(found: Pick<Stats, 'isFile' | 'isSymbolicLink'>, name: string): void {
  if (found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a link' : 'no file';
  throw new DamagedBackup(`The backup is damaged: ${name} is ${what} and not what was written.`);
}

/** Each file with its checksum. The list itself is known to be right. */
export async function* listedFiles(folder: string): AsyncGenerator<readonly [name: string, sha256: string]> {
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, places.checksums)),
  })) {
    yield [line.slice(66), line.slice(0, 64)];
  }
}

/** All that are listed are there; only when there are more is it looked for which. */
async function refuseAdded(folder: string, files: number): Promise<void> {
  const own: readonly string[] = [places.manifest, places.seal, places.checksums];
  let found = 0;
  for await (const _ of filesBelow(folder, '')) found += 1;
  if (found === files + own.length) return;
  const known = new Set(own);
  for await (const [name] of listedFiles(folder)) known.add(name);
  for await (const name of filesBelow(folder, '')) {
    if (!known.has(name)) {
      throw new DamagedBackup(`The backup has a file that it was not made with: ${name}.`);
    }
  }
}

/** One after the other, since there may be millions. */
async function* filesBelow(folder: string, below: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(folder, below))) {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(folder, name);
    } else {
      mustBeFile(entry, name);
      yield name;
    }
  }
}

export function changed(name: string): DamagedBackup {
  return new DamagedBackup(`The backup is damaged: ${name} is not as it was written.`);
}

function missing(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(`The backup is damaged: ${name} cannot be read.`, { cause });
  };
}

function notABackup(folder: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(
      `${folder} is no whole backup: it has no ${places.seal}; give a folder that magpie backup made.`,
      { cause },
    );
  };
}
