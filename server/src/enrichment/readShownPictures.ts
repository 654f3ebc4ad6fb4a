import type { Catalog } from '../ads/catalog.ts';
import type { AdPicture } from '../ads/families/addPictures.ts';
import { findReadPictures, findUnreadPictures, type ReadPicture } from '../ads/pictureWords.ts';
import type { Logger } from '../config/log.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { recognizePicture } from '../integrations/images/pdq.ts';
import type { ShownPicture, ShownPictures } from '../integrations/images/shownPictures.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { FetchError } from '../integrations/safeFetch/target.ts';
import { readIfPossible, type PictureReader } from '../integrations/words/pictureReader.ts';

export interface ShownParts {
  readonly clickhouse: ClickHouse;
  readonly catalog: Pick<Catalog, 'addPictures' | 'addPictureWords'>;
  readonly shown: ShownPictures;
  readonly fetch: SafeFetch;
  readonly maxBytes: number;
  readonly openReader: () => PictureReader;
  readonly log: Logger;
}

/** What a run reads in less than a minute. */
const picturesPerRun = 60;
/** There is a run per minute. The hosts have just sent these pictures to be shown. */
export const maxFetchesPerRun = 20;
const fetchMilliseconds = 15_000;
const accept = 'image/webp,image/avif,image/jpeg,image/png,image/gif';

/**
 * Reads the words in pictures that the dashboard showed of ads that nobody saved, and adds them to these ads in the index. A
 * picture that several ads have is read once.
 */
export async function readShownPictures(parts: ShownParts, stopping: AbortSignal): Promise<void> {
  const pictures = parts.shown.take(picturesPerRun);
  if (pictures.length === 0) return;
  // The browser names the ad, so the index decides whether it is a picture of this ad.
  const unread = await findUnreadPictures(parts.clickhouse, pictures);
  const reader = parts.openReader();
  // Otherwise a stop waits for the picture that is being read.
  const stop = (): void => void reader.close();
  stopping.addEventListener('abort', stop);
  try {
    const { found, read } = await readAll(parts, reader, unread, stopping);
    if (stopping.aborted || found.length === 0) return;
    await parts.catalog.addPictures(found);
    await parts.catalog.addPictureWords(
      [...read.values()],
      found.map(({ hash }) => hash),
    );
  } finally {
    stopping.removeEventListener('abort', stop);
    await reader.close();
  }
}

/** One after another, so that one picture is decoded at a time. */
async function readAll(
  parts: ShownParts,
  reader: PictureReader,
  pictures: readonly ShownPicture[],
  stopping: AbortSignal,
) {
  const found: AdPicture[] = [];
  const read = new Map<string, ReadPicture>();
  let fetches = 0;
  for (const picture of pictures) {
    if (stopping.aborted) break;
    if (picture.bytes === null && fetches === maxFetchesPerRun) {
      parts.shown.putBack(picture);
      continue;
    }
    if (picture.bytes === null) fetches += 1;
    const bytes = picture.bytes ?? (await fetchPicture(parts, picture.address, stopping));
    const recognized = bytes === null ? null : await recognizePicture(bytes);
    if (bytes === null || recognized === null) continue;
    const { pdq, innerPdq } = recognized;
    found.push(...picture.hashes.map((hash) => ({ hash, pdq, innerPdq })));
    if (read.has(pdq) || (await findReadPictures(parts.clickhouse, [pdq])).has(pdq)) continue;
    const lines = await readIfPossible(reader, bytes, (error) => {
      if (!stopping.aborted) parts.log.warn({ pdq, err: error }, 'words of a picture not read');
    });
    if (lines !== null) read.set(pdq, { pdq, lines });
  }
  return { found, read };
}

/** Null if its host does not send it. */
async function fetchPicture(
  { fetch, maxBytes }: Pick<ShownParts, 'fetch' | 'maxBytes'>,
  address: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    const options = { maxBytes, milliseconds: fetchMilliseconds, accept, signal };
    const { status, bytes } = await fetch(address, options);
    return status === 200 ? bytes : null;
  } catch (error) {
    if (error instanceof FetchError || signal.aborted) return null;
    throw error;
  }
}
