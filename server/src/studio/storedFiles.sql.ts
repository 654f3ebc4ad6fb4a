import type { Postgres } from '../db/postgres/postgres.ts';
import type { Maker } from './makers/maker.ts';

export interface StoredFile {
  readonly key: string;
  readonly mimeType: string;
  readonly bytes: number;
}

export async function insertFile(db: Postgres, { key, mimeType, bytes }: StoredFile): Promise<void> {
  await db.query(`INSERT INTO studio_files (key, mime_type, bytes) VALUES ($1, $2, $3)`, [
    key,
    mimeType,
    bytes,
  ]);
}

const isUnused = `NOT EXISTS (SELECT FROM brand_images WHERE file_key = studio_files.key)
  AND NOT EXISTS (SELECT FROM brand_images WHERE thumbnail_key = studio_files.key)
  AND NOT EXISTS (SELECT FROM ai_images WHERE file_key = studio_files.key)
  AND NOT EXISTS (SELECT FROM ai_images WHERE thumbnail_key = studio_files.key)`;

/** Waits for transactions that are about to refer to these files. */
export async function lockFiles(tx: Postgres, keys: readonly string[]): Promise<void> {
  await tx.query(`SELECT FROM studio_files WHERE key = ANY ($1) ORDER BY key FOR UPDATE`, [keys]);
}

export async function filterUnused(db: Postgres, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `SELECT key FROM studio_files WHERE key = ANY ($1) AND ${isUnused}`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

export async function deleteFileRow(db: Postgres, key: string): Promise<void> {
  await db.query(`DELETE FROM studio_files WHERE key = $1`, [key]);
}

const deletion = `hashtextextended('deletion of studio files', 0)`;

/** Prevents deletion of files until the transaction ends; waits for deletions in progress. */
export async function lockStudioFileDeletion(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${deletion})`);
}

/** False if deletion is locked; if true, `lockStudioFileDeletion` waits until this transaction ends. */
export async function tryLockDeletion(tx: Postgres): Promise<boolean> {
  const rows = await tx.query<{ may: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(${deletion}) AS may`,
  );
  return rows[0]?.may === true;
}

/** A batch of files whose image was deleted, or was not written in time. */
export async function listFilesToDelete(db: Postgres): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `SELECT key FROM studio_files WHERE delete_at <= now() ORDER BY delete_at LIMIT 500`,
  );
  return rows.map(({ key }) => key);
}

export async function deleteUnusedRow(tx: Postgres, key: string): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM studio_files WHERE key = $1 AND delete_at <= now() AND ${isUnused} RETURNING key`,
    [key],
  );
  return rows.length > 0;
}

/** A used file is not checked again until its image is deleted. */
export async function clearDeleteAt(tx: Postgres, key: string): Promise<void> {
  await tx.query(`UPDATE studio_files SET delete_at = NULL WHERE key = $1 AND NOT (${isUnused})`, [key]);
}

export async function sumUsedBytes(db: Postgres, scope: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `WITH images AS (SELECT file_key, thumbnail_key FROM brand_images WHERE scope = $1
                     UNION ALL
                     SELECT file_key, thumbnail_key FROM ai_images WHERE scope = $1)
     SELECT coalesce(sum(bytes), 0)::bigint AS bytes
     FROM studio_files
     WHERE key IN (SELECT file_key FROM images UNION ALL SELECT thumbnail_key FROM images)`,
    [scope],
  );
  return row?.bytes ?? 0;
}

export interface AverageImageSize {
  readonly maker: Maker['maker'];
  readonly images: number;
  readonly bytes: number;
}

export function averageImageSizes(db: Postgres, scope: string): Promise<AverageImageSize[]> {
  return db.query<AverageImageSize>(
    `SELECT maker, count(*) AS images, avg(file.bytes + thumbnail.bytes)::bigint AS bytes
     FROM ai_images image
     JOIN studio_files file ON file.key = image.file_key
     JOIN studio_files thumbnail ON thumbnail.key = image.thumbnail_key
     WHERE scope = $1
     GROUP BY maker`,
    [scope],
  );
}

/** Queued and running images of a scope by maker; only those before the given id, if any. */
export function unfinishedByMaker(
  db: Postgres,
  scope: string,
  before: number | null,
): Promise<Pick<AverageImageSize, 'maker' | 'images'>[]> {
  return db.query<Pick<AverageImageSize, 'maker' | 'images'>>(
    `SELECT maker, count(*) AS images FROM ai_images
     WHERE scope = $1 AND status IN ('queued', 'running') AND ($2::bigint IS NULL OR id < $2)
     GROUP BY maker`,
    [scope, before],
  );
}

export interface LinkedFileRow extends StoredFile {
  readonly name: string | null;
}

export type ImageKind = 'brand' | 'ai';
export type ImageVariant = 'file' | 'thumbnail';

const tables: Readonly<Record<ImageKind, { readonly table: string; readonly name: string }>> = {
  brand: { table: 'brand_images', name: 'image.name' },
  ai: { table: 'ai_images', name: 'NULL::text' },
};

/** Also marks its files for deletion; returns their keys, or undefined if there is no such image. */
export async function deleteImage(tx: Postgres, kind: ImageKind, id: number): Promise<string[] | undefined> {
  const [row] = await tx.query<{ keys: string[] }>(
    `WITH gone AS (
       DELETE FROM ${tables[kind].table} WHERE id = $1
       RETURNING array_remove(ARRAY[file_key, thumbnail_key], NULL) AS keys
     ), left_over AS (
       UPDATE studio_files SET delete_at = now() FROM gone WHERE key = ANY (gone.keys)
     )
     SELECT keys FROM gone`,
    [id],
  );
  return row?.keys;
}

export interface LinkedImage {
  readonly kind: ImageKind;
  readonly id: number;
  readonly variant: ImageVariant;
}

const columns: Readonly<Record<ImageVariant, string>> = { file: 'file_key', thumbnail: 'thumbnail_key' };

export async function findLinkedFile(
  db: Postgres,
  image: LinkedImage,
  scopes: readonly string[],
): Promise<LinkedFileRow | undefined> {
  const { table, name } = tables[image.kind];
  const rows = await db.query<LinkedFileRow>(
    `SELECT file.key, file.mime_type AS "mimeType", file.bytes, ${name} AS name
     FROM ${table} image JOIN studio_files file ON file.key = image.${columns[image.variant]}
     WHERE image.id = $1 AND image.scope = ANY ($2)`,
    [image.id, scopes],
  );
  return rows[0];
}
