import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Room } from '../../config/dataFolder.ts';

export interface PictureCacheParts {
  readonly folder: string;
  /** What the files may take of the disk; 0 keeps none. */
  readonly mostBytes: number;
  readonly room: Room;
}

interface HeldPicture {
  readonly bytes: Buffer;
  /** False when it is so old that its host may show another by now. */
  readonly isFresh: boolean;
}

/** Pictures by what they were made from. Losing one costs a fetch, so nothing here is worth a sync or an error. */
export interface ImageCache {
  find(name: string): Promise<HeldPicture | null>;
  /** In place of what was kept under the name before. */
  keep(name: string, picture: Buffer): Promise<void>;
}

interface Kept {
  /** Of the disk. */
  readonly bytes: number;
  /** In milliseconds since 1970, as the times of its file say: `mtime` and `atime`. */
  readonly madeAt: number;
  readonly usedAt: number;
}

/** When the folder is full, so much of it is left. */
const leftWhenFull = 0.9;
/** What each costs in memory is not told by its size. */
const mostPictures = 200_000;
/** A file takes whole blocks of the disk. */
const blockBytes = 4096;
/** The order of use is for the next start too, and need not be exact there. */
const toldEveryMilliseconds = 3_600_000;
const freshMilliseconds = 7 * 86_400_000;

/** Keeps pictures in a folder, the least recently used of which go first; what was kept is there after a restart. */
export function createImageCache({ folder, mostBytes, room }: PictureCacheParts): ImageCache {
  let opened: Promise<Shelf> | undefined;
  const open = (): Promise<Shelf> => (opened ??= openShelf(folder));
  return {
    async find(name) {
      if (mostBytes === 0) return null;
      const shelf = await open();
      const key = keyOf(name);
      const entry = shelf.get(key);
      if (entry === undefined) return null;
      const bytes = await readFile(shelf.fileOf(key)).catch(() => null);
      if (bytes === null || !isWhole(bytes)) {
        if (shelf.get(key) === entry) await shelf.drop(key);
        return null;
      }
      // Another call may have dropped or replaced it meanwhile.
      if (shelf.get(key) === entry) await shelf.use(key, entry);
      return { bytes, isFresh: Date.now() - entry.madeAt < freshMilliseconds };
    },
    async keep(name, picture) {
      const bytes = onDisk(picture.length);
      if (bytes > mostBytes) return;
      const shelf = await open();
      // What is free is for what cannot be fetched again.
      if (!(await room.enough())) return shelf.shrinkTo(shelf.bytes() - bytes);
      const key = keyOf(name);
      if (!(await written(shelf.fileOf(key), picture))) return;
      shelf.put(key, { bytes, madeAt: Date.now(), usedAt: Date.now() });
      if (shelf.bytes() > mostBytes || shelf.size() > mostPictures)
        await shelf.shrinkTo(mostBytes * leftWhenFull);
    },
  };
}

/** What is known of the files, in the order in which they were last used. */
interface Shelf {
  get(key: string): Kept | undefined;
  size(): number;
  bytes(): number;
  fileOf(key: string): string;
  put(key: string, entry: Kept): void;
  drop(key: string): Promise<void>;
  use(key: string, entry: Kept): Promise<void>;
  /** Drops the least recently used, and those too many. */
  shrinkTo(bytes: number): Promise<void>;
}

async function openShelf(folder: string): Promise<Shelf> {
  const files = new Map<string, Kept>();
  let total = 0;
  const fileOf = (key: string): string => path.join(folder, key.slice(0, 2), key);
  const take = (key: string): void => {
    total -= files.get(key)?.bytes ?? 0;
    files.delete(key);
  };
  const put = (key: string, entry: Kept): void => {
    take(key);
    files.set(key, entry);
    total += entry.bytes;
  };
  const drop = async (key: string): Promise<void> => {
    take(key);
    await rm(fileOf(key), { force: true }).catch(() => undefined);
  };
  const shrinkTo = async (bytes: number): Promise<void> => {
    for (const key of files.keys()) {
      if (total <= bytes && files.size <= mostPictures) return;
      await drop(key);
    }
  };
  for (const [key, entry] of await filesIn(folder)) put(key, entry);
  return {
    get: (key) => files.get(key),
    size: () => files.size,
    bytes: () => total,
    fileOf,
    put,
    drop,
    shrinkTo,
    async use(key, entry) {
      const now = Date.now();
      const isTold = now - entry.usedAt < toldEveryMilliseconds;
      put(key, isTold ? entry : { ...entry, usedAt: now });
      if (!isTold) await utimes(fileOf(key), now / 1000, entry.madeAt / 1000).catch(() => undefined);
    },
  };
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function onDisk(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

/** A power cut may leave a file without its end: a WebP tells how long it is. */
function isWhole(picture: Buffer): boolean {
  return picture.length > 12 && picture.readUInt32LE(4) + 8 === picture.length;
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
    const entry = await stat(file).catch(() => null);
    if (entry?.isFile() !== true) continue;
    const { size, mtimeMs: madeAt, atimeMs: usedAt } = entry;
    if (/^[0-9a-f]{64}$/.test(path.basename(name)))
      found.push([path.basename(name), { bytes: onDisk(size), madeAt, usedAt }]);
    else await rm(file, { force: true }).catch(() => undefined);
  }
  return found.toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
}
