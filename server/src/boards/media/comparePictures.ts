import type { Catalog } from '../../ads/catalog.ts';
import type { AdPicture } from '../../ads/families/addPictures.ts';
import { mainPictureUrl } from '../../ads/mainPicture.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { recognizePicture, type PictureHashes } from '../../integrations/images/pdq.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import * as sql from './comparedPictures.sql.ts';
import { fileKey } from './storePicture.ts';

interface CompareParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly catalog: Pick<Catalog, 'addPictures'>;
}

/** Each batch starts a recording, which waits for others and invalidates cached responses. */
const picturesPerBatch = 200;
/** The job also fetches pictures, whose addresses may expire. */
const maxMilliseconds = 60_000;

/**
 * Adds the stored pictures of saved ads to their creatives in the index, so that ads with nearly equal pictures are one family.
 * What is left after a minute waits for the next run.
 */
export async function comparePictures(parts: CompareParts, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + maxMilliseconds;
  while (!stopping.aborted && performance.now() < end) {
    const batch = await sql.listUncompared(parts.db, picturesPerBatch);
    if (batch.length === 0) return;
    const found: AdPicture[] = [];
    for (const picture of batch) {
      const isMainPicture = mainPictureUrl(picture.ad) === picture.url;
      const hashes = isMainPicture ? await readHashes(parts, picture) : null;
      if (hashes !== null) found.push({ hash: picture.hash, ...hashes });
    }
    if (found.length > 0) await parts.catalog.addPictures(found);
    await sql.markCompared(
      parts.db,
      batch.map(({ savedAdId }) => savedAdId),
    );
  }
}

/** Null if the picture cannot be recognized. Another ad may have the same file. */
async function readHashes(
  { db, files }: CompareParts,
  { sha256, pdq, innerPdq }: sql.UncomparedPicture,
): Promise<PictureHashes | null> {
  const known = pdq === null ? null : { pdq, innerPdq };
  // Earlier versions stored the hash of the whole picture only.
  if (known !== null && innerPdq !== null) return known;
  const bytes = await files.read(fileKey(sha256));
  if (bytes === null) return known;
  const hashes = await recognizePicture(bytes);
  if (hashes !== null) await sql.storeHashes(db, sha256, hashes);
  return hashes;
}
