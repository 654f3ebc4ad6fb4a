import type { Catalog } from '../../ads/catalog.ts';
import { mainPictureUrl } from '../../ads/mainPicture.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { recognizePicture } from '../../integrations/images/pdq.ts';
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
    const found: { hash: string; pdq: string }[] = [];
    for (const picture of batch) {
      const isMainPicture = mainPictureUrl(picture.ad) === picture.url;
      const pdq = isMainPicture ? await readHash(parts, picture) : null;
      if (pdq !== null) found.push({ hash: picture.hash, pdq });
    }
    if (found.length > 0) await parts.catalog.addPictures(found);
    await sql.markCompared(
      parts.db,
      batch.map(({ savedAdId }) => savedAdId),
    );
  }
}

/** Null if the picture cannot be recognized. */
async function readHash({ db, files }: CompareParts, picture: sql.UncomparedPicture): Promise<string | null> {
  if (picture.pdq !== null) return picture.pdq;
  const bytes = await files.read(fileKey(picture.sha256));
  if (bytes === null) return null;
  const pdq = await recognizePicture(bytes);
  if (pdq !== null) await sql.storeHash(db, picture.sha256, pdq);
  return pdq;
}
