import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MediaType } from './mediaTypes.ts';

export interface KeptFile {
  readonly sha256: string;
  readonly mimeType: MediaType;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Registers a file before it is written, so that it is deleted if the process ends before an ad refers to it. */
export async function registerFile(db: Postgres, file: KeptFile) {
  await db.query(
    `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sha256) DO UPDATE SET used_at = now()`,
    [file.sha256, file.mimeType, file.bytes, file.width, file.height],
  );
}

export async function findFile(db: Postgres, sha256: string) {
  const rows = await db.query<KeptFile>(
    `SELECT sha256, mime_type AS "mimeType", bytes, width, height FROM kept_files WHERE sha256 = $1`,
    [sha256],
  );
  return rows[0];
}

/** Longer than the time between registering a file and referring to it. */
const isIdle = `used_at < now() - interval '1 hour'
  AND NOT EXISTS (SELECT FROM kept_media media WHERE media.sha256 = kept_files.sha256)`;

export async function listUnused(db: Postgres) {
  const rows = await db.query<{ sha256: string }>(
    `SELECT sha256 FROM kept_files WHERE ${isIdle} LIMIT 10000`,
  );
  return rows.map(({ sha256 }) => sha256);
}

const deletionLock = `hashtextextended('deletion of kept files', 0)`;

/** Prevents deletions of files until the transaction ends; waits for a running deletion. */
export async function preventFileDeletion(tx: Postgres) {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${deletionLock})`);
}

/** Tries to lock deletions until the transaction ends; false if an export prevents them or another deletion runs. */
export async function tryDeletionLock(tx: Postgres) {
  const rows = await tx.query<{ may: boolean }>(`SELECT pg_try_advisory_xact_lock(${deletionLock}) AS may`);
  return rows[0]?.may === true;
}

export async function lockFile(tx: Postgres, sha256: string) {
  await tx.query(`SELECT FROM kept_files WHERE sha256 = $1 FOR UPDATE`, [sha256]);
}

/** Returns false if the file does not exist or an ad refers to it. */
export async function deleteUnused(tx: Postgres, sha256: string) {
  const rows = await tx.query(`DELETE FROM kept_files WHERE sha256 = $1 AND ${isIdle} RETURNING sha256`, [
    sha256,
  ]);
  return rows.length > 0;
}
