import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DiskSpace } from '../../config/dataFolder.ts';

export interface ImageCacheParts {
  readonly folder: string;
  /** Disk space for the files; 0 disables the cache. */
  readonly maxBytes: number;
  readonly room: DiskSpace;
}

interface CachedImage {
  readonly bytes: Buffer;
  /** False if it is so old that the host may have changed the image. */
  readonly isFresh: boolean;
}

/** Losing an image only costs a fetch, so there are no syncs and no errors. */
export interface ImageCache {
  get(name: string): Promise<CachedImage | null>;
  /** Replaces an existing entry. */
  set(name: string, picture: Buffer): Promise<void>;
}

interface CacheEntry {
  /** Disk space. */
  readonly bytes: number;
  /** In milliseconds since 1970: the `mtime` and `atime` of the file. */
  readonly madeAt: number;
  readonly usedAt: number;
}

/** A full cache is reduced to this share. */
const shrinkRatio = 0.9;
/** Limits the memory for entries, however small the files are. */
const maxImages = 200_000;
/** A file takes whole disk blocks. */
const blockBytes = 4096;
/** How often `atime` is updated: the order of use after a restart need not be exact. */
const atimeUpdateMilliseconds = 3_600_000;
const freshMilliseconds = 7 * 86_400_000;

/** An LRU cache of images in a folder, which survives restarts. */
export function createImageCache({ folder, maxBytes, room }: ImageCacheParts): ImageCache {
  let opened: Promise<CacheIndex> | undefined;
  const open = (): Promise<CacheIndex> => (opened ??= openIndex(folder));
  return {
    async get(name) {
      if (maxBytes === 0) return null;
      const index = await open();
      const key = keyOf(name);
      const entry = index.get(key);
      if (entry === undefined) return null;
      const bytes = await readFile(index.fileOf(key)).catch(() => null);
      if (bytes === null || !isComplete(bytes)) {
        if (index.get(key) === entry) await index.drop(key);
        return null;
      }
      // Another call may have dropped or replaced it in the meantime.
      if (index.get(key) === entry) await index.use(key, entry);
      return { bytes, isFresh: Date.now() - entry.madeAt < freshMilliseconds };
    },
    async set(name, picture) {
      const bytes = diskBytes(picture.length);
      if (bytes > maxBytes) return;
      const index = await open();
      // Low disk space is reserved for data that cannot be fetched again.
      if (!(await room.enough())) return index.shrinkTo(index.bytes() - bytes);
      const key = keyOf(name);
      if (!(await writeImage(index.fileOf(key), picture))) return;
      index.put(key, { bytes, madeAt: Date.now(), usedAt: Date.now() });
      if (index.bytes() > maxBytes || index.size() > maxImages) await index.shrinkTo(maxBytes * shrinkRatio);
    },
  };
}

/** The cached files, least recently used first. */
interface CacheIndex {
  get(key: string): CacheEntry | undefined;
  size(): number;
  bytes(): number;
  fileOf(key: string): string;
  put(key: string, entry: CacheEntry): void;
  drop(key: string): Promise<void>;
  use(key: string, entry: CacheEntry): Promise<void>;
  /** Drops the least recently used files until the limits are met. */
  shrinkTo(bytes: number): Promise<void>;
}

async function openIndex(folder: string): Promise<CacheIndex> {
  const files = new Map<string, CacheEntry>();
  let total = 0;
  const fileOf = (key: string): string => path.join(folder, key.slice(0, 2), key);
  const take = (key: string): void => {
    total -= files.get(key)?.bytes ?? 0;
    files.delete(key);
  };
  const put = (key: string, entry: CacheEntry): void => {
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
      if (total <= bytes && files.size <= maxImages) return;
      await drop(key);
    }
  };
  for (const [key, entry] of await readEntries(folder)) put(key, entry);
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
      const isRecent = now - entry.usedAt < atimeUpdateMilliseconds;
      put(key, isRecent ? entry : { ...entry, usedAt: now });
      if (!isRecent) await utimes(fileOf(key), now / 1000, entry.madeAt / 1000).catch(() => undefined);
    },
  };
}

function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function diskBytes(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

/** A power failure may truncate a file; a WebP header contains its length. */
function isComplete(picture: Buffer): boolean {
  return picture.length > 12 && picture.readUInt32LE(4) + 8 === picture.length;
}

/** Returns false, and removes the partial file, if the disk is full. */
async function writeImage(file: string, picture: Buffer): Promise<boolean> {
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

/** The files of an earlier run, least recently used first. Removes other files, such as unfinished ones of a killed process. */
async function readEntries(folder: string): Promise<[string, CacheEntry][]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found: [string, CacheEntry][] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const entry = await stat(file).catch(() => null);
    if (entry?.isFile() !== true) continue;
    const { size, mtimeMs: madeAt, atimeMs: usedAt } = entry;
    if (/^[0-9a-f]{64}$/.test(path.basename(name)))
      found.push([path.basename(name), { bytes: diskBytes(size), madeAt, usedAt }]);
    else await rm(file, { force: true }).catch(() => undefined);
  }
  return found.toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
}
