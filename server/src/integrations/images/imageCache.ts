import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
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
  set(name: string, picture: Buffer): Promise<void>;
}

interface CacheEntry {
  readonly bytes: number;
  /** In milliseconds since 1970: the `mtime` and `atime` of the file. */
  readonly madeAt: number;
  readonly usedAt: number;
}

/** Limits the memory for entries, however small the files are. */
const maxImages = 200_000;
/** A file takes whole disk blocks. */
const blockBytes = 4096;
/** How often `atime` is updated: the order of use after a restart need not be exact. */
const atimeUpdateMilliseconds = 3_600_000;
const freshMilliseconds = 7 * 86_400_000;

export function createImageCache({ folder, maxBytes, room }: ImageCacheParts): ImageCache {
  let opened: Promise<CacheIndex> | undefined;
  const open = (): Promise<CacheIndex> => (opened ??= openIndex(folder, maxBytes));
  return {
    async get(name) {
      if (maxBytes === 0) return null;
      const { entries, fileOf, filesRemoved } = await open();
      const key = hashName(name);
      const entry = entries.get(key);
      if (entry === undefined) return null;
      const bytes = await readFile(fileOf(key)).catch(() => null);
      // Another call may have removed or replaced it in the meantime.
      const isCurrent = entries.peek(key) === entry;
      if (bytes === null || !isComplete(bytes)) {
        if (isCurrent) entries.delete(key);
        await filesRemoved();
        return null;
      }
      const now = Date.now();
      if (isCurrent && now - entry.usedAt >= atimeUpdateMilliseconds) {
        entries.set(key, { ...entry, usedAt: now });
        await utimes(fileOf(key), now / 1000, entry.madeAt / 1000).catch(() => undefined);
      }
      return { bytes, isFresh: now - entry.madeAt < freshMilliseconds };
    },
    async set(name, picture) {
      const bytes = diskBytes(picture.length);
      if (bytes > maxBytes) return;
      const { entries, fileOf, filesRemoved } = await open();
      const key = hashName(name);
      if (await room.enough()) {
        if (!(await writeImage(fileOf(key), picture))) return;
        entries.set(key, { bytes, madeAt: Date.now(), usedAt: Date.now() });
      } else {
        // Low disk space is reserved for data that cannot be fetched again.
        const target = entries.calculatedSize - bytes;
        while (entries.size > 0 && entries.calculatedSize > target) entries.pop();
      }
      await filesRemoved();
    },
  };
}

interface CacheIndex {
  readonly entries: LRUCache<string, CacheEntry>;
  readonly fileOf: (key: string) => string;
  /** Resolves when the files of evicted entries are removed. */
  readonly filesRemoved: () => Promise<void>;
}

async function openIndex(folder: string, maxBytes: number): Promise<CacheIndex> {
  const toPath = (key: string): string => path.join(folder, key.slice(0, 2), key);
  const removals = new Set<Promise<void>>();
  const remove = (key: string): void => {
    const removal = rm(toPath(key), { force: true })
      .catch(() => undefined)
      .finally(() => removals.delete(removal));
    removals.add(removal);
  };
  const entries = new LRUCache<string, CacheEntry>({
    max: maxImages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (_entry, key, reason) => {
      if (reason !== 'set') remove(key);
    },
  });
  for (const [key, entry] of await readEntries(folder)) entries.set(key, entry);
  return { entries, fileOf: toPath, filesRemoved: async () => void (await Promise.all(removals)) };
}

function hashName(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** At least one block, since the cache refuses entries without a size. */
function diskBytes(size: number): number {
  return Math.max(1, Math.ceil(size / blockBytes)) * blockBytes;
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
