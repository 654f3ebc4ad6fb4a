import { randomBytes } from 'node:crypto';
import { syncFolder } from '../../config/unix.ts';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { assertFileKey, type FileStore } from './fileStore.ts';
import { s3Store } from './s3Files.ts';

export function openFiles({ dataFolder, s3Url }: Pick<Config, 'dataFolder' | 's3Url'>): FileStore {
  return s3Url === null ? folderStore(path.join(dataFolder, 'files')) : s3Store(s3Url);
}

export function folderStore(folder: string): FileStore {
  const draftFolder = path.join(folder, '.writing');
  const toPath = (key: string): string => path.join(folder, assertFileKey(key));
  let swept: Promise<void> | undefined;
  return {
    async write(key, bytes) {
      const file = toPath(key);
      await createFolder(path.dirname(file));
      await createFolder(draftFolder);
      // A failed cleanup does no harm.
      await (swept ??= removeOldDrafts(draftFolder).catch(() => undefined));
      const draft = path.join(draftFolder, randomBytes(16).toString('hex'));
      try {
        await writeSynced(draft, bytes);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(file));
    },
    read: async (key) => nullIfMissing(readFile(toPath(key))),
    async open(key, range) {
      const handle = await nullIfMissing(open(toPath(key)));
      if (handle === null) return null;
      const bytes = range === undefined ? (await handle.stat()).size : range.end - range.start + 1;
      return { bytes, body: handle.createReadStream(range) };
    },
    async remove(key) {
      const file = toPath(key);
      await rm(file, { force: true });
      await nullIfMissing(syncFolder(path.dirname(file)));
    },
    // The data folder was checked at the start.
    check: () => Promise.resolve(),
  };
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents, and syncs them to survive a power failure. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

const draftMilliseconds = 86_400_000;

/** Removes drafts of killed processes. Recent ones may be in use by another node. */
async function removeOldDrafts(beingWritten: string): Promise<void> {
  for (const name of await readdir(beingWritten)) {
    const draft = path.join(beingWritten, name);
    const found = await nullIfMissing(stat(draft));
    if (found !== null && Date.now() - found.mtimeMs > draftMilliseconds) await rm(draft, { force: true });
  }
}
