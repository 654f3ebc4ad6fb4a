import type { FileStore, OpenFile } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { findFile } from './keptFiles.sql.ts';
import { imageExtensions } from '../../integrations/images/imageTypes.ts';
import { fileKey } from './storePicture.ts';

export interface KeptPicture {
  readonly type: string;
  readonly bytes: number;
  /** Null if it was just deleted. */
  open(): Promise<OpenFile | null>;
}

/** Finds stored pictures by digest and file extension; null if none exists. */
export function openPicture(
  db: Postgres,
  files: FileStore,
): (sha256: string, extension: string) => Promise<KeptPicture | null> {
  return async (sha256, extension) => {
    const file = await findFile(db, sha256);
    if (file === undefined || imageExtensions[file.mimeType] !== extension) return null;
    return { type: file.mimeType, bytes: file.bytes, open: () => files.open(fileKey(sha256)) };
  };
}
