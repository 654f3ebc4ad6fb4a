import type { FileStore } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import * as sql from './keptFiles.sql.ts';
import { fileKey } from './storePicture.ts';

/**
 * Deletes the pictures that no saved ad shows any more; how many. While somebody holds all files, as whoever writes
 * them to an archive does, it leaves the rest to its next turn.
 */
export async function deleteUnusedMedia(db: Postgres, files: FileStore): Promise<number> {
  const counts = { deleted: 0, used: 0 };
  for (const sha256 of await sql.listUnused(db)) {
    const became = await db.transaction((tx) => deleteOne(tx, files, sha256));
    if (became === 'held') break;
    counts[became] += 1;
  }
  return counts.deleted;
}

/** Locked while it is looked at and deleted: whoever wants to use it meanwhile waits, and then finds that it is gone. */
async function deleteOne(
  tx: Postgres,
  files: FileStore,
  sha256: string,
): Promise<'deleted' | 'used' | 'held'> {
  if (!(await sql.mayDelete(tx))) return 'held';
  await sql.lockFile(tx, sha256);
  if (!(await sql.deleteUnused(tx, sha256))) return 'used';
  await files.remove(fileKey(sha256));
  return 'deleted';
}
