import { randomBytes } from 'node:crypto';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './storedFiles.sql.ts';

/** The files of brand images and generated images. Each is of one image, and never changes. */
export interface StudioFiles {
  /**
   * Notes a file and writes it, outside any transaction; its key. The image that refers to it is written afterwards:
   * when that does not happen within an hour, the file is deleted.
   */
  store(bytes: Buffer, mimeType: string): Promise<string>;
  read(key: string): Promise<Buffer | null>;
  /** For `afterCommit`: deletes files that nothing refers to any more. What fails is logged, and left for housekeeping. */
  remove(keys: readonly string[]): Promise<void>;
}

interface StudioFilesParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Somebody waits for their end; when a whole team goes, housekeeping deletes the rest within minutes. */
const mostRemovedAtOnce = 100;

export function createStudioFiles({ db, files, log }: StudioFilesParts): StudioFiles {
  return {
    async store(bytes, mimeType) {
      const name = randomBytes(16).toString('hex');
      const key = `studio/${name.slice(0, 2)}/${name}`;
      await sql.noteFile(db, { key, mimeType, bytes: bytes.length });
      await files.write(key, bytes);
      return key;
    },
    read: (key) => files.read(key),
    async remove(keys) {
      try {
        for (const key of await unused(db, keys.slice(0, mostRemovedAtOnce))) {
          await db.transaction((tx) => deleteUnlessHeld(tx, files, key));
        }
      } catch (error) {
        log.warn({ err: error }, 'files that nothing refers to are left for housekeeping');
      }
    },
  };
}

/** A file is referred to once, by whoever stored it: what they have not done by now, they do not do. */
function unused(db: Postgres, keys: readonly string[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    await sql.lockFiles(tx, keys);
    return sql.unusedOf(tx, keys);
  });
}

/** While somebody holds all files, as a backup does, it is left for housekeeping. */
async function deleteUnlessHeld(tx: Postgres, files: FileStore, key: string): Promise<void> {
  if (!(await sql.mayDelete(tx))) return;
  // The note goes last: of a file that is still there, there is one.
  await files.remove(key);
  await sql.forgetFile(tx, key);
}

/** Deletes some of the files whose image is gone, or was not written within an hour; how many. */
export async function deleteUnusedFiles(db: Postgres, files: FileStore): Promise<number> {
  let deleted = 0;
  for (const key of await sql.listDue(db)) {
    if (await db.transaction((tx) => deleteUnlessUsed(tx, files, key))) deleted += 1;
  }
  return deleted;
}

/** Locked meanwhile: whoever comes to refer to it at the last moment waits, and then finds that it is gone. */
async function deleteUnlessUsed(tx: Postgres, files: FileStore, key: string): Promise<boolean> {
  if (!(await sql.mayDelete(tx))) return false;
  await sql.lockFiles(tx, [key]);
  if (await sql.forgetUnused(tx, key)) {
    await files.remove(key);
    return true;
  }
  await sql.noteUsed(tx, key);
  return false;
}
