import { createHash } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { checkImage } from '../../integrations/images/checkImage.ts';
import { registerFile, type KeptFile } from './keptFiles.sql.ts';

export function fileKey(sha256: string): string {
  return `media/${sha256.slice(0, 2)}/${sha256}`;
}

/** Checks and describes a picture; throws `InvalidImage`. */
export async function describeFile(bytes: Buffer): Promise<KeptFile> {
  const { type, width, height } = await checkImage(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, mimeType: type, bytes: bytes.length, width, height };
}

/**
 * Always writes the picture: an existing file could be in the process of being deleted. It is registered first, outside
 * any transaction, so that a crash leaves a known file, which is deleted later.
 */
export async function storePicture(
  { db, files }: { readonly db: Postgres; readonly files: FileStore },
  file: KeptFile,
  bytes: Buffer,
): Promise<void> {
  await registerFile(db, file);
  await files.write(fileKey(file.sha256), bytes);
}
