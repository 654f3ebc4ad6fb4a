import type { Catalog } from '../../ads/catalog.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { InvalidImage } from '../../integrations/images/checkImage.ts';
import { hashPicture, minPictureQuality } from '../../integrations/images/pdq.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { pictureUrls } from '../saveAd.ts';
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
      const pdq = isMainPicture(picture) ? await readHash(parts, picture) : null;
      if (pdq !== null) found.push({ hash: picture.hash, pdq });
    }
    if (found.length > 0) await parts.catalog.addPictures(found);
    await sql.markCompared(
      parts.db,
      batch.map(({ savedAdId }) => savedAdId),
    );
  }
}

/** Not a logo, nor one of several cards, which are products that ads of other creatives show too. */
function isMainPicture({ ad, url }: sql.UncomparedPicture): boolean {
  return ad.cards.length < 2 && pictureUrls({ ...ad, cards: [] })[0] === url && ad.media.length > 0;
}

/** Null if the picture cannot be recognized. */
async function readHash({ db, files }: CompareParts, picture: sql.UncomparedPicture): Promise<string | null> {
  if (picture.pdq !== null) return picture.pdq;
  const bytes = await files.read(fileKey(picture.sha256));
  if (bytes === null) return null;
  try {
    const { pdq, quality } = await hashPicture(bytes);
    if (quality < minPictureQuality) return null;
    await sql.storeHash(db, picture.sha256, pdq);
    return pdq;
  } catch (error) {
    // It was decoded when it was stored, so it was damaged since.
    if (error instanceof InvalidImage) return null;
    throw error;
  }
}
