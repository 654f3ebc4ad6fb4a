import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
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
  const list = await sumOf(path.join(folder, places.checksums)).catch(missing(places.checksums));
  if (list.sha256 !== manifest.checksums.sha256) throw changed(places.checksums);
  let files = 0;
  for await (const [name, sha256] of listed(folder)) {
    const sum = await sumOf(path.join(folder, name)).catch(missing(name));
    if (sum.sha256 !== sha256) throw changed(name);
    files += 1;
  }
  await refuseAdded(folder, files);
  return manifest;
}

/** The manifest, which has its own checksum beside it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const seal = await readFile(path.join(folder, places.seal), 'utf8').catch(notABackup(folder));
  const { sha256 } = await sumOf(path.join(folder, places.manifest)).catch(missing(places.manifest));
  if (seal !== checksumLine({ path: places.manifest, sha256 })) throw changed(places.manifest);
  const told: unknown = JSON.parse(await readFile(path.join(folder, places.manifest), 'utf8'));
  const read = Manifest.safeParse(told);
  if (read.success) return read.data;
  throw new DamagedBackup(
    `The backup ${folder} is of a kind that this version of Magpie does not know; take the version that made it, or a newer one.`,
  );
}

/** Each file with its checksum. The list itself is known to be right. */
async function* listed(folder: string): AsyncGenerator<readonly [name: string, sha256: string]> {
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, places.checksums)),
  })) {
    yield [line.slice(66), line.slice(0, 64)];
  }
}

/** All that are listed are there; only when there are more is it looked for which. */
async function refuseAdded(folder: string, files: number): Promise<void> {
  const own: readonly string[] = [places.manifest, places.seal, places.checksums];
  const found = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  if (found.length === files + own.length) return;
  const known = new Set(own);
  for await (const [name] of listed(folder)) known.add(name);
  const added = found.find((name) => !known.has(name));
  throw new DamagedBackup(`The backup has a file that it was not made with: ${added ?? folder}.`);
}

function changed(name: string): DamagedBackup {
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
