import { createReadStream, type Stats } from 'node:fs';
import { lstat, opendir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Manifest, paths } from './manifest.ts';
import { checksumLine, computeChecksum } from './checksums.ts';

export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await verifyChecksumList(folder, manifest);
  let files = 0;
  for await (const [name, sha256] of listedFiles(folder)) {
    const sum = await checksumOfFile(folder, name);
    if (sum.sha256 !== sha256) throw checksumMismatch(name);
    files += 1;
  }
  await assertNoExtraFiles(folder, files);
  return manifest;
}

export async function verifyChecksumList(folder: string, { checksums }: Manifest): Promise<void> {
  const list = await checksumOfFile(folder, paths.checksums);
  if (list.sha256 !== checksums.sha256) throw checksumMismatch(paths.checksums);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const sealed = await lstat(path.join(folder, paths.seal)).catch(notABackup(folder));
  assertRegularFile(sealed, paths.seal);
  const seal = await readFile(path.join(folder, paths.seal), 'utf8').catch(unreadableFile(paths.seal));
  const { sha256 } = await checksumOfFile(folder, paths.manifest);
  if (seal !== checksumLine({ path: paths.manifest, sha256 })) throw checksumMismatch(paths.manifest);
  const json: unknown = JSON.parse(await readFile(path.join(folder, paths.manifest), 'utf8'));
  const read = Manifest.safeParse(json);
  if (read.success) return read.data;
  throw new DamagedBackup(
    `This version of Magpie does not support the format of the backup ${folder}; use the version that created it or a newer one.`,
  );
}

/** Reads only regular files: the target of a link may change, and reading a pipe may block forever. */
async function checksumOfFile(folder: string, name: string): Promise<{ readonly sha256: string }> {
  const file = path.join(folder, name);
  assertRegularFile(await lstat(file).catch(unreadableFile(name)), name);
  return computeChecksum(file).catch(unreadableFile(name));
}

function assertRegularFile(found: Pick<Stats, 'isFile' | 'isSymbolicLink'>, name: string): void {
  if (found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a link' : 'not a regular file';
  throw new DamagedBackup(`The backup is damaged: ${name} is ${what}.`);
}

export async function* listedFiles(folder: string): AsyncGenerator<readonly [name: string, sha256: string]> {
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, paths.checksums)),
  })) {
    yield [line.slice(66), line.slice(0, 64)];
  }
}

/** All listed files exist at this point, so the names are compared only if the counts differ. */
async function assertNoExtraFiles(folder: string, files: number): Promise<void> {
  const own: readonly string[] = [paths.manifest, paths.seal, paths.checksums];
  let found = 0;
  for await (const _ of listFiles(folder, '')) found += 1;
  if (found === files + own.length) return;
  const known = new Set(own);
  for await (const [name] of listedFiles(folder)) known.add(name);
  for await (const name of listFiles(folder, '')) {
    if (!known.has(name)) {
      throw new DamagedBackup(`The backup contains an unknown file: ${name}.`);
    }
  }
}

/** Streams the names, since there may be millions. */
async function* listFiles(folder: string, below: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(folder, below))) {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) {
      yield* listFiles(folder, name);
    } else {
      assertRegularFile(entry, name);
      yield name;
    }
  }
}

export function checksumMismatch(name: string): DamagedBackup {
  return new DamagedBackup(`The backup is damaged: ${name} does not match its checksum.`);
}

function unreadableFile(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(`The backup is damaged: ${name} cannot be read.`, { cause });
  };
}

function notABackup(folder: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(
      `${folder} is not a complete backup: it has no ${paths.seal}; choose a folder created by magpie backup.`,
      { cause },
    );
  };
}
