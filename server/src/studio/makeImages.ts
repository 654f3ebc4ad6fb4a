import { setTimeout as pause } from 'node:timers/promises';
import type { DiskSpace } from '../config/dataFolder.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { StorageUnavailable } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import { type InProgress, runClaimLoop, withLease } from '../db/postgres/claimLoop.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { lockScopes } from '../rpc/scopes.ts';
import { buildOrder } from './imageOrder.ts';
import * as sql from './makeImages.sql.ts';
import type { ClaimedImage } from './makeImages.sql.ts';
import type { ShownImages } from './aiImages.sql.ts';
import { type MadeImage, type Maker, MakingFailed } from './makers/maker.ts';
import { reencodeImage } from './images.ts';
import type { StudioFiles } from './storedFiles.ts';
import { assertStorageToMake, assertWithinQuota } from './storageQuota.ts';

export interface MakingParts {
  readonly db: Postgres;
  readonly files: StudioFiles;
  /** Throws while storage is unavailable, so that no image is made and paid for in vain. */
  readonly checkStorage: () => Promise<void>;
  readonly fetch: SafeFetch;
  readonly makers: readonly Maker[];
  readonly maxBytes: number;
  readonly room: DiskSpace;
  readonly pace: typeof defaultPace;
  readonly log: Logger;
}

export const defaultPace = {
  /** How often claims are renewed and cancellations detected. */
  renewMilliseconds: 1000,
  /** How often the queue is polled while images are being made. */
  pollMilliseconds: 500,
  storageMilliseconds: 1000,
};

/** Per node. A template uses one CPU core for a second or two; an external service only waits. */
const concurrency: Readonly<Record<Maker['maker'], number>> = { template: 1, endpoint: 4 };
/** Much longer than the renewal interval, so that a short delay does not lose a claim. */
const claimSeconds = 30;
const retryMilliseconds = [2000, 10_000];
const maxTries = retryMilliseconds.length + 1;
/** Upper bound for the `Retry-After` of a service. */
const maxRetryMilliseconds = 60_000;
/** Number of intervals to wait for storage once an image is made. */
const storageAttempts = 30;
const storageRetryMilliseconds = 60_000;

interface Work {
  readonly image: ClaimedImage;
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
}

/** Makes queued images until none is left. Claims prevent two nodes from making the same image. */
export async function makeDueImages(parts: MakingParts, stopping: AbortSignal): Promise<void> {
  if (!(await sql.hasDueImages(parts.db))) return;
  await parts.checkStorage();
  let retryAt = 0;
  /** If true, no image is started until the next run has checked storage. */
  let isStorageUnavailable = false;
  await runClaimLoop<ClaimedImage>(
    {
      maxConcurrent: concurrency.template + concurrency.endpoint,
      pollMilliseconds: parts.pace.pollMilliseconds,
      mayContinue: () => !isStorageUnavailable && parts.room.enough(),
      // Another node may hold a row lock on the image that is next.
      expectsMore: () => performance.now() < retryAt || sql.hasDueImages(parts.db),
      claim: (images) => claimNext(parts, images),
      process: async (image) => {
        const outcome = await makeOne(parts, image, stopping);
        if (outcome === 'storage unavailable') isStorageUnavailable = true;
        else retryAt = Math.max(retryAt, performance.now() + outcome);
      },
    },
    stopping,
  );
}

async function claimNext({ db }: MakingParts, images: readonly InProgress<ClaimedImage>[]) {
  const makers = (Object.keys(concurrency) as Maker['maker'][]).filter(
    (maker) => images.filter(({ item }) => item.maker === maker).length < concurrency[maker],
  );
  return makers.length === 0 ? undefined : sql.claimImage(db, makers, claimSeconds);
}

/** Milliseconds after which an image is tried again, or 0. */
type Outcome = number | 'storage unavailable';

async function makeOne(parts: MakingParts, image: ClaimedImage, stopping: AbortSignal): Promise<Outcome> {
  const { db, log, pace } = parts;
  let { progress } = image;
  const onProgress = (share: number): void => {
    // The last 10% are checking and storing the image.
    progress = Math.max(progress, Math.round(Math.min(share, 1) * 90) / 100);
  };
  const lease = {
    everyMilliseconds: pace.renewMilliseconds,
    renew: () => sql.renewImageClaim(db, image, progress, claimSeconds),
    item: `image ${image.id}`,
    log,
  };
  try {
    return await withLease(lease, stopping, (signal) =>
      makeAndStore(parts, { image, onProgress, signal }, stopping),
    );
  } catch (error) {
    log.error(
      { imageId: image.id, err: error },
      'image outcome not recorded; it is retried when its claim expires',
    );
    return 0;
  }
}

async function makeAndStore(parts: MakingParts, work: Work, stopping: AbortSignal): Promise<Outcome> {
  const { image, signal } = work;
  let isMade = false;
  try {
    const result = await runMaker(parts, work);
    isMade = true;
    await finish(parts, work, result);
  } catch (error) {
    if (stopping.aborted) await sql.releaseImage(parts.db, image, 0, false);
    // The image was cancelled or deleted, or another node claimed it: there is nothing to record.
    else if (signal.aborted) return 0;
    else if (error instanceof StorageUnavailable) return releaseForStorage(parts, image, isMade, error);
    else return recordFailure(parts, image, error);
  }
  return 0;
}

/** Does not count as a try unless the image was already made, since an external service may charge for it. */
async function releaseForStorage(
  parts: MakingParts,
  image: ClaimedImage,
  isMade: boolean,
  error: StorageUnavailable,
): Promise<Outcome> {
  if (isMade) await recordFailure(parts, image, error);
  else await sql.releaseImage(parts.db, image, storageRetryMilliseconds, false);
  return 'storage unavailable';
}

interface MakerResult extends MadeImage {
  readonly model: string;
  readonly shown: ShownImages;
}

async function runMaker(parts: MakingParts, work: Work): Promise<MakerResult> {
  const { image, onProgress, signal } = work;
  if (image.tries > maxTries) {
    throw new MakingFailed(
      'This image failed three times; the last time, the process that made it was stopped.',
    );
  }
  const maker = parts.makers.find((one) => one.maker === image.maker);
  if (maker === undefined)
    throw new MakingFailed('The service for this image is no longer configured; create the image again.');
  await assertStorageToMake(parts.db, image, parts.maxBytes);
  const order = await rejectOnAbort(buildOrder(parts, image), signal);
  const making = maker.make(order, onProgress, signal);
  const shown = { picture: order.picture !== null, logo: order.logo !== null };
  return { ...(await rejectOnAbort(making, signal)), model: maker.model, shown };
}

/** Does not wait for makers that ignore the signal. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, aborted]);
}

async function finish(parts: MakingParts, { image, signal }: Work, { bytes, ...made }: MakerResult) {
  const { db, files, maxBytes } = parts;
  const picture = await reencodeImage(bytes);
  const { width, height } = picture;
  const fileKey = await storeWithRetry(parts, picture.bytes, picture.mimeType, signal);
  const keys = [fileKey];
  try {
    const thumbnailKey = await storeWithRetry(parts, picture.thumbnail, picture.thumbnailType, signal);
    keys.push(thumbnailKey);
    const holdsClaim = await db.transaction(async (tx) => {
      await lockScopes(tx, [image.scope]);
      const size = picture.bytes.length + picture.thumbnail.length;
      // A finished image takes precedence over unfinished ones.
      await assertWithinQuota(tx, maxBytes, { scope: image.scope, unfinished: 0, bytes: size });
      return sql.markSucceeded(tx, image, { ...made, width, height, fileKey, thumbnailKey });
    });
    if (!holdsClaim) await files.remove(keys);
  } catch (error) {
    await files.remove(keys);
    throw error;
  }
}

async function storeWithRetry(
  { files, pace }: MakingParts,
  bytes: Buffer,
  mimeType: string,
  signal: AbortSignal,
): Promise<string> {
  // A deadline instead of a count, since each attempt may itself take long.
  const end = performance.now() + storageAttempts * pace.storageMilliseconds;
  for (;;) {
    try {
      return await files.store(bytes, mimeType);
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || performance.now() > end) throw error;
      await pause(pace.storageMilliseconds, undefined, { signal });
    }
  }
}

/** Returns the delay before the next try, or 0 if the image failed for good. */
async function recordFailure({ db, log }: MakingParts, image: ClaimedImage, error: unknown): Promise<number> {
  const { message, isRetryable, retryAfter } = failureDetails(error);
  const retry = isRetryable ? retryMilliseconds[image.tries - 1] : undefined;
  const details = { imageId: image.id, tries: image.tries, err: error };
  if (error instanceof MakingFailed || error instanceof MagpieError) log.info(details, 'image failed');
  else log.error(details, 'image failed unexpectedly');
  if (retry === undefined) {
    await sql.markImageFailed(db, image, sanitizeForMessage(message, 500));
    return 0;
  }
  const milliseconds = Math.min(retryAfter ?? retry, maxRetryMilliseconds);
  await sql.releaseImage(db, image, milliseconds, true);
  return milliseconds;
}

function failureDetails(error: unknown): Pick<MakingFailed, 'message' | 'isRetryable' | 'retryAfter'> {
  if (error instanceof MakingFailed) return error;
  if (error instanceof StorageUnavailable) {
    return { message: error.message, isRetryable: true, retryAfter: storageRetryMilliseconds };
  }
  if (error instanceof MagpieError) {
    const { message, code } = error;
    return { message, isRetryable: code === 'SERVICE_UNAVAILABLE', retryAfter: null };
  }
  const message =
    'The image could not be made because of an internal error, which is in the server log; try again.';
  return { message, isRetryable: true, retryAfter: null };
}
