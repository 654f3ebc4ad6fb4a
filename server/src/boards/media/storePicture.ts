import { createHash } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { checkPicture } from '../../integrations/images/checkPicture.ts';
import { noteFile, type KeptFile } from './keptFiles.sql.ts';

/** Where a picture is, by its content. */
export function fileKey(sha256: string): string {
  return `media/${sha256.slice(0, 2)}/${sha256}`;
}

/** Finds out what came, or throws `PictureRefused`. */
export async function describePicture(bytes: Buffer): Promise<KeptFile> {
  const { type, width, height } = await checkPicture(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, mimeType: type, bytes: bytes.length, width, height };
}

/**
 * Writes a picture, always: were one found on the disk already, it could just be being deleted. It is noted first and
 * outside any transaction, so that a process that dies in between leaves a file that is known, and later deleted.
 */
export async function storePicture(
  { db, files }: { readonly db: Postgres; readonly files: FileStore },
  file: KeptFile,
  bytes: Buffer,
): Promise<void> {
  await noteFile(db, file);
  await files.write(fileKey(file.sha256), bytes);
}
