import type { FileStore } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import * as sql from './keptFiles.sql.ts';
import { fileKey } from './storePicture.ts';

/**
 * Deletes pictures that no saved ad uses; returns how many. Stops while an export prevents deletions; the next run
 * continues.
 */
export async function deleteUnusedMedia(db: Postgres, files: FileStore): Promise<number> {
  const counts = { deleted: 0, used: 0 };
  for (const sha256 of await sql.listUnused(db)) {
    const outcome = await db.transaction((tx) => deleteOne(tx, files, sha256));
    if (outcome === 'held') break;
    counts[outcome] += 1;
  }
  return counts.deleted;
}

/** Locks the file during the check and the deletion: a concurrent user waits and then finds it deleted. */
async function deleteOne(
  tx: Postgres,
  files: FileStore,
  sha256: string,
): Promise<'deleted' | 'used' | 'held'> {
  if (!(await sql.tryDeletionLock(tx))) return 'held';
  await sql.lockFile(tx, sha256);
  if (!(await sql.deleteUnused(tx, sha256))) return 'used';
  await files.remove(fileKey(sha256));
  return 'deleted';
}
