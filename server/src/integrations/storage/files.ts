import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { checkedKey, type FileStore } from './fileStore.ts';
import { s3Store } from './s3Files.ts';

/** The files of this instance: in a folder of its own, or in storage that several nodes share. */
export function openFiles({ dataFolder, s3Url }: Pick<Config, 'dataFolder' | 's3Url'>): FileStore {
  return s3Url === null ? folderStore(path.join(dataFolder, 'files')) : s3Store(s3Url);
}

/** Files in a folder, which is made when the first is written. */
export function folderStore(folder: string): FileStore {
  const beingWritten = path.join(folder, '.writing');
  const fileOf = (key: string): string => path.join(folder, checkedKey(key));
  let swept: Promise<void> | undefined;
  return {
    async write(key, bytes) {
      const file = fileOf(key);
      await makeFolder(path.dirname(file));
      await makeFolder(beingWritten);
      // What cannot be swept away is in nobody's way.
      await (swept ??= sweep(beingWritten).catch(() => undefined));
      const draft = path.join(beingWritten, randomBytes(16).toString('hex'));
      try {
        await writeSynced(draft, bytes);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(file));
    },
    read: async (key) => unlessMissing(readFile(fileOf(key))),
    async open(key) {
      const handle = await unlessMissing(open(fileOf(key)));
      return handle === null ? null : { bytes: (await handle.stat()).size, body: handle.createReadStream() };
    },
    async remove(key) {
      const file = fileOf(key);
      await rm(file, { force: true });
      await unlessMissing(syncFolder(path.dirname(file)));
    },
    // The data folder was tried when it was opened.
    check: () => Promise.resolve(),
  };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
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

/** Makes a folder and those above it that are missing, so that they are there after a power cut too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const draftMilliseconds = 86_400_000;

/** A process that was killed leaves its draft. Another node may be writing into the same folder now. */
async function sweep(beingWritten: string): Promise<void> {
  for (const name of await readdir(beingWritten)) {
    const draft = path.join(beingWritten, name);
    const found = await unlessMissing(stat(draft));
    if (found !== null && Date.now() - found.mtimeMs > draftMilliseconds) await rm(draft, { force: true });
  }
}
