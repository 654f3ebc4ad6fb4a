import type { Postgres } from '../../db/postgres/postgres.ts';
import type { PictureType } from '../../integrations/images/pictureTypes.ts';

export interface KeptFile {
  readonly sha256: string;
  readonly mimeType: PictureType;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Notes a file that is about to be written: should this process end before an ad refers to it, it is deleted. */
export async function noteFile(db: Postgres, file: KeptFile): Promise<void> {
  await db.query(
    `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sha256) DO UPDATE SET used_at = now()`,
    [file.sha256, file.mimeType, file.bytes, file.width, file.height],
  );
}

export async function findFile(db: Postgres, sha256: string): Promise<KeptFile | undefined> {
  const rows = await db.query<KeptFile>(
    `SELECT sha256, mime_type AS "mimeType", bytes, width, height FROM kept_files WHERE sha256 = $1`,
    [sha256],
  );
  return rows[0];
}

/** Longer than it takes from noting a file to an ad that refers to it. */
const isIdle = `used_at < now() - interval '1 hour'
  AND NOT EXISTS (SELECT FROM kept_media media WHERE media.sha256 = kept_files.sha256)`;

/** Files that no ad refers to. */
export async function listUnused(db: Postgres): Promise<string[]> {
  const rows = await db.query<{ sha256: string }>(
    `SELECT sha256 FROM kept_files WHERE ${isIdle} LIMIT 10000`,
  );
  return rows.map(({ sha256 }) => sha256);
}

const deletion = `hashtextextended('deletion of kept files', 0)`;

/** Until the transaction ends, no file is deleted; one whose deletion is under way is waited for. */
export async function holdFiles(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${deletion})`);
}

/** Whether nobody holds the files, who then waits until the transaction ends, nor deletes any. */
export async function mayDelete(tx: Postgres): Promise<boolean> {
  const rows = await tx.query<{ may: boolean }>(`SELECT pg_try_advisory_xact_lock(${deletion}) AS may`);
  return rows[0]?.may === true;
}

/** Until the transaction ends, nobody begins to use the file. */
export async function lockFile(tx: Postgres, sha256: string): Promise<void> {
  await tx.query(`SELECT FROM kept_files WHERE sha256 = $1 FOR UPDATE`, [sha256]);
}

/** Whether it was there and no ad refers to it. */
export async function deleteUnused(tx: Postgres, sha256: string): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM kept_files WHERE sha256 = $1 AND ${isIdle} RETURNING sha256`, [
    sha256,
  ]);
  return rows.length > 0;
}
