import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Room } from '../dataFolder.ts';

export interface PictureCacheParts {
  readonly folder: string;
  /** 0 keeps none. */
  readonly mostBytes: number;
  readonly room: Room;
}

/** Pictures by what they were made from. Losing one costs a fetch, so nothing here is worth a sync or an error. */
export interface PictureCache {
  find(name: string): Promise<Buffer | null>;
  keep(name: string, picture: Buffer): Promise<void>;
}

interface Kept {
  readonly bytes: number;
  /** When its file was last said to be used, in milliseconds since 1970. */
  readonly usedAt: number;
}

/** When the folder is full, so much of it is left. */
const leftWhenFull = 0.9;
/** The order of use is for the next start too, and need not be exact there. */
const toldEveryMilliseconds = 3_600_000;

/** Keeps pictures in a folder, the least recently used of which go first; what was kept is there after a restart. */
export function createPictureCache({ folder, mostBytes, room }: PictureCacheParts): PictureCache {
  /** In the order in which they were last used. */
  let kept: Promise<Map<string, Kept>> | undefined;
  let bytesKept = 0;
  const begin = async (): Promise<Map<string, Kept>> => {
    const found = await filesIn(folder);
    bytesKept = found.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    return new Map(found);
  };
  const fileOf = (key: string): string => path.join(folder, key.slice(0, 2), key);
  const forget = async (files: Map<string, Kept>, key: string): Promise<void> => {
    bytesKept -= files.get(key)?.bytes ?? 0;
    files.delete(key);
    await rm(fileOf(key), { force: true }).catch(() => undefined);
  };
  const makeRoom = async (files: Map<string, Kept>): Promise<void> => {
    if (bytesKept <= mostBytes) return;
    for (const key of files.keys()) {
      if (bytesKept <= mostBytes * leftWhenFull) return;
      await forget(files, key);
    }
  };
  return {
    async find(name) {
      if (mostBytes === 0) return null;
      const files = await (kept ??= begin());
      const key = keyOf(name);
      const entry = files.get(key);
      if (entry === undefined) return null;
      const picture = await readFile(fileOf(key)).catch(() => null);
      if (picture === null || !isWhole(picture)) {
        await forget(files, key);
        return null;
      }
      files.delete(key);
      files.set(key, await used(fileOf(key), entry));
      return picture;
    },
    async keep(name, picture) {
      if (picture.length > mostBytes || !(await room.enough())) return;
      const files = await (kept ??= begin());
      const key = keyOf(name);
      if (files.has(key) || !(await written(fileOf(key), picture))) return;
      files.set(key, { bytes: picture.length, usedAt: Date.now() });
      bytesKept += picture.length;
      await makeRoom(files);
    },
  };
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** A power cut may leave a file without its end: a WebP tells how long it is. */
function isWhole(picture: Buffer): boolean {
  return picture.length > 12 && picture.readUInt32LE(4) + 8 === picture.length;
}

async function used(file: string, { bytes, usedAt }: Kept): Promise<Kept> {
  const now = Date.now();
  if (now - usedAt < toldEveryMilliseconds) return { bytes, usedAt };
  await utimes(file, now / 1000, now / 1000).catch(() => undefined);
  return { bytes, usedAt: now };
}

/** Whether it is there now: on a disk that is full it is not, and what there is of it goes. */
async function written(file: string, picture: Buffer): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, picture, { mode: 0o600 });
    await rename(draft, file);
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
    return false;
  }
}

/** The pictures of an earlier start, the least recently used first; what is none, as a draft of a killed process, goes. */
async function filesIn(folder: string): Promise<[string, Kept][]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found: [string, Kept][] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const { size, mtimeMs, isFile } = await describe(file);
    if (!isFile) continue;
    if (/^[0-9a-f]{64}$/.test(path.basename(name)))
      found.push([path.basename(name), { bytes: size, usedAt: mtimeMs }]);
    else await rm(file, { force: true }).catch(() => undefined);
  }
  return found.toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
}

async function describe(file: string): Promise<{ size: number; mtimeMs: number; isFile: boolean }> {
  const entry = await stat(file).catch(() => null);
  return { size: entry?.size ?? 0, mtimeMs: entry?.mtimeMs ?? 0, isFile: entry?.isFile() ?? false };
}
