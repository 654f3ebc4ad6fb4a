import { randomBytes } from 'node:crypto';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './storedFiles.sql.ts';

export type StudioFiles = ReturnType<typeof createStudioFiles>;

/** The request waits for the deletion; housekeeping deletes the rest within minutes. */
const maxRemovedAtOnce = 100;

/** Files of brand images and generated images. A file belongs to one image and is immutable. */
export function createStudioFiles({ db, files, log }: { db: Postgres; files: FileStore; log: Logger }) {
  return {
    /** Writes a file outside any transaction; deleted if no image refers to it within an hour. Returns its key. */
    async store(bytes: Buffer, mimeType: string): Promise<string> {
      const name = randomBytes(16).toString('hex');
      const key = `studio/${name.slice(0, 2)}/${name}`;
      await sql.insertFile(db, { key, mimeType, bytes: bytes.length });
      await files.write(key, bytes);
      return key;
    },
    read: (key: string) => files.read(key),
    /** For `afterCommit`: deletes unused files. Failures are logged and left for housekeeping. */
    async remove(keys: readonly string[]): Promise<void> {
      try {
        for (const key of await lockAndFilterUnused(db, keys.slice(0, maxRemovedAtOnce))) {
          await db.transaction((tx) => deleteUnlessLocked(tx, files, key));
        }
      } catch (error) {
        log.warn({ err: error }, 'unused files not deleted');
      }
    },
  };
}

/** Only the caller that stored a file refers to it, so a file that is unused now stays unused. */
function lockAndFilterUnused(db: Postgres, keys: readonly string[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    await sql.lockFiles(tx, keys);
    return sql.filterUnused(tx, keys);
  });
}

/** While deletion is locked, as during a backup, the file is left for housekeeping. */
async function deleteUnlessLocked(tx: Postgres, files: FileStore, key: string): Promise<void> {
  if (!(await sql.tryLockDeletion(tx))) return;
  // The row goes last, so that every existing file has one.
  await files.remove(key);
  await sql.deleteFileRow(tx, key);
}

export async function deleteUnusedFiles(db: Postgres, files: FileStore): Promise<number> {
  let deleted = 0;
  for (const key of await sql.listFilesToDelete(db)) {
    if (await db.transaction((tx) => deleteUnlessUsed(tx, files, key))) deleted += 1;
  }
  return deleted;
}

/** Locks the file, so that a transaction about to refer to it waits and then fails. */
async function deleteUnlessUsed(tx: Postgres, files: FileStore, key: string): Promise<boolean> {
  if (!(await sql.tryLockDeletion(tx))) return false;
  await sql.lockFiles(tx, [key]);
  if (await sql.deleteUnusedRow(tx, key)) {
    await files.remove(key);
    return true;
  }
  await sql.clearDeleteAt(tx, key);
  return false;
}
