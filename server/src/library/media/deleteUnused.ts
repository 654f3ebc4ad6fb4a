import type { FileStore } from '../../kernel/files.ts';
import type { Postgres } from '../../kernel/postgres/postgres.ts';
import * as sql from './keptFiles.sql.ts';
import { fileKey } from './storePicture.ts';

/**
 * Deletes the pictures that no saved ad shows any more; how many. Each is locked while it is looked at and deleted:
 * whoever wants to use it meanwhile waits, and then finds that it is gone.
 */
export async function deleteUnusedMedia(db: Postgres, files: FileStore): Promise<number> {
  let deleted = 0;
  for (const sha256 of await sql.listUnused(db)) {
    await db.transaction(async (tx) => {
      await sql.lockFile(tx, sha256);
      if (!(await sql.deleteUnused(tx, sha256))) return;
      await files.remove(fileKey(sha256));
      deleted += 1;
    });
  }
  return deleted;
}
