import type { Catalog } from '../../ads/catalog.ts';
import { findReadPictures, type ReadPicture } from '../../ads/pictureWords.ts';
import type { Logger } from '../../config/log.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { readIfPossible, type PictureReader } from '../../integrations/words/pictureReader.ts';
import * as sql from './pictureWords.sql.ts';
import { fileKey } from './storePicture.ts';

interface ReadParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  readonly files: FileStore;
  readonly catalog: Pick<Catalog, 'addPictureWords'>;
  readonly openReader: () => PictureReader;
  readonly log: Logger;
}

/** Each batch starts a recording, which waits for others and invalidates cached responses. */
const picturesPerBatch = 50;
/** What is left waits for the next run. */
const maxMilliseconds = 8 * 60_000;

/**
 * Reads the words in the compared pictures of saved ads and adds them to these ads in the index. A picture that several ads
 * have is read once.
 */
export async function readPictures(parts: ReadParts, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + maxMilliseconds;
  const reader = parts.openReader();
  // Otherwise a stop waits for the picture that is being read.
  const stop = (): void => void reader.close();
  stopping.addEventListener('abort', stop);
  try {
    while (!stopping.aborted && performance.now() < end) {
      const batch = await sql.listUnread(parts.db, picturesPerBatch);
      if (batch.length === 0) return;
      const read = await readBatch(parts, reader, batch, stopping);
      if (stopping.aborted) return;
      const hashes = batch.filter(({ pdq }) => pdq !== null).map(({ hash }) => hash);
      if (hashes.length > 0) await parts.catalog.addPictureWords(read, hashes);
      await sql.markRead(
        parts.db,
        batch.map(({ savedAdId }) => savedAdId),
      );
    }
  } finally {
    stopping.removeEventListener('abort', stop);
    await reader.close();
  }
}

/** What was read in the pictures of the batch that were not read before. */
async function readBatch(
  parts: ReadParts,
  reader: PictureReader,
  batch: readonly sql.UnreadPicture[],
  stopping: AbortSignal,
): Promise<ReadPicture[]> {
  const files = new Map(batch.flatMap(({ pdq, sha256 }) => (pdq === null ? [] : [[pdq, sha256]])));
  const known = await findReadPictures(parts.clickhouse, [...files.keys()]);
  const read: ReadPicture[] = [];
  for (const [pdq, sha256] of files) {
    if (stopping.aborted) break;
    if (known.has(pdq)) continue;
    const lines = await readLines(parts, reader, sha256, stopping);
    if (lines !== null) read.push({ pdq, lines });
  }
  return read;
}

/** Null if the picture cannot be read; it is not tried again. */
async function readLines(
  { files, log }: ReadParts,
  reader: PictureReader,
  sha256: string,
  stopping: AbortSignal,
) {
  const bytes = await files.read(fileKey(sha256));
  if (bytes === null) return null;
  return readIfPossible(reader, bytes, (error) => {
    if (!stopping.aborted) log.warn({ sha256, err: error }, 'words of a picture not read');
  });
}
