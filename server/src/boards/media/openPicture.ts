import type { FileStore, OpenFile } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { findFile } from './keptFiles.sql.ts';
import { extensions } from '../../integrations/images/pictureTypes.ts';
import { fileKey } from './storePicture.ts';

interface KeptPicture {
  readonly type: string;
  readonly bytes: number;
  /** Null when it was deleted just now. */
  open(): Promise<OpenFile | null>;
}

/** Finds kept pictures by their content and the ending of their kind; null when there is none. */
export function openPicture(
  db: Postgres,
  files: FileStore,
): (sha256: string, extension: string) => Promise<KeptPicture | null> {
  return async (sha256, extension) => {
    const file = await findFile(db, sha256);
    if (file === undefined || extensions[file.mimeType] !== extension) return null;
    return { type: file.mimeType, bytes: file.bytes, open: () => files.open(fileKey(sha256)) };
  };
}
