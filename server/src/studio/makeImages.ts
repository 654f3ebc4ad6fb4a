import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Room } from '../config/dataFolder.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import { StorageAway } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { lockScopes } from '../rpc/scopes.ts';
import type { PictureSource } from './aiImages.sql.ts';
import { fileOfBrandImage } from './brandImages.sql.ts';
import { fetchPicture } from './fetchPicture.ts';
import * as sql from './makeImages.sql.ts';
import type { ClaimedImage } from './makeImages.sql.ts';
import { type Made, type Maker, MakingFailed, type Order } from './makers/maker.ts';
import { preparePicture } from './pictures.ts';
import type { StudioFiles } from './storedFiles.ts';
import { refuseWithoutRoomToKeep, refuseWithoutRoomToMake } from './studioRoom.ts';

/** What making images takes. */
export interface MakingParts {
  readonly db: Postgres;
  readonly files: StudioFiles;
  /** Throws while no file can be kept, so that nothing is made, and paid for, in vain. */
  readonly checkStorage: () => Promise<void>;
  readonly fetch: SafeFetch;
  readonly makers: readonly Maker[];
  /** What the images of one person or team may come to. */
  readonly mostBytes: number;
  readonly room: Room;
  readonly pace: Pace;
  readonly log: Logger;
}

/** How long is waited between two times. */
interface Pace {
  /** In which whoever makes an image says that they still do, and notices that it was cancelled. */
  readonly renewMilliseconds: number;
  /** In which it is looked whether another image waits, while some are made. */
  readonly lookMilliseconds: number;
  /** In which a storage is tried that went away while an image was made. */
  readonly storageMilliseconds: number;
}

export const usualPace: Pace = { renewMilliseconds: 1000, lookMilliseconds: 500, storageMilliseconds: 1000 };

/** On one node: a template takes a whole processor for a second or two; a service outside is waited for. */
const atOnce: Readonly<Record<Maker['maker'], number>> = { template: 1, endpoint: 4 };
/** Many times as long as it takes to say that it is still being made. */
const claimSeconds = 30;
/** After each try that failed for a reason that may pass. */
const retryMilliseconds = [2000, 10_000];
const mostTries = retryMilliseconds.length + 1;
/** A service that asks for longer is asked again after this all the same. */
const longestRetryMilliseconds = 60_000;
/** For so many of these times is a storage waited for that went away while an image was made. */
const storageTimes = 30;
/** After which an image is tried again for which there was no storage. */
const awayMilliseconds = 60_000;

/** An image in the making. */
interface Work {
  readonly image: ClaimedImage;
  progress: number;
  /** Aborted when it is no longer ours, or we stop. */
  readonly ending: AbortController;
}

/** Makes the images that wait, until none does. Several nodes do so at once: claims keep them apart. */
export async function makeDueImages(parts: MakingParts, stopping: AbortSignal): Promise<void> {
  if (!(await sql.isAnyDue(parts.db))) return;
  await parts.checkStorage();
  const works = new Map<Promise<void>, Work>();
  const renewing = setInterval(() => void renew(parts, [...works.values()]), parts.pace.renewMilliseconds);
  // Each image in the making listens to it, and Node takes more than ten for a leak.
  setMaxListeners(0, stopping);
  try {
    await makeWhileAnyWaits(parts, works, stopping);
  } finally {
    await Promise.all(works.keys());
    clearInterval(renewing);
  }
}

async function makeWhileAnyWaits(
  parts: MakingParts,
  works: Map<Promise<void>, Work>,
  stopping: AbortSignal,
): Promise<void> {
  const known = {
    /** Until when those that failed for now are waited for. */
    retryAt: 0,
    /** Then nothing is begun until the storage was looked at again, with the next run. */
    storageIsAway: false,
  };
  const note = (outcome: Outcome): void => {
    if (outcome === 'storage away') known.storageIsAway = true;
    else known.retryAt = Math.max(known.retryAt, performance.now() + outcome);
  };
  const goesOn = (): boolean => !stopping.aborted && !known.storageIsAway;
  while (goesOn() && (await parts.room.enough())) {
    const others = [...works.values()];
    const image = await claimNext(parts, others);
    if (image !== undefined) {
      const work: Work = { image, progress: image.progress, ending: new AbortController() };
      const making = makeOne(parts, work, stopping)
        .then(note)
        .finally(() => works.delete(making));
      works.set(making, work);
    } else if (others.length > 0 || performance.now() < known.retryAt || (await sql.isAnyDue(parts.db))) {
      // The last of these: another node was just taking the one whose turn it was.
      await Promise.race([...works.keys(), pause(parts.pace.lookMilliseconds)]);
    } else return;
  }
}

/** The image whose turn it is, among those for whose maker there is a place. */
async function claimNext({ db }: MakingParts, works: readonly Work[]): Promise<ClaimedImage | undefined> {
  const makers = (Object.keys(atOnce) as Maker['maker'][]).filter(
    (maker) => works.filter(({ image }) => image.maker === maker).length < atOnce[maker],
  );
  return makers.length === 0 ? undefined : sql.claimImage(db, { makers, seconds: claimSeconds });
}

/** Says of each that it is still being made, and ends the work on those that are no longer ours. */
async function renew({ db, log }: MakingParts, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  try {
    const images = works.map(({ image: { id, claim }, progress }) => ({ id, claim, progress }));
    const held = new Set(await sql.renewClaims(db, images, claimSeconds));
    for (const { image, ending } of works) {
      if (!held.has(image.claim)) ending.abort(new Error(`image ${image.id} is no longer ours`));
    }
  } catch (error) {
    log.warn({ err: error }, 'that images are being made could not be noted, which is tried again');
  }
}

/** Milliseconds after which an image is tried again, or 0. */
type Outcome = number | 'storage away';

/** Makes an image to its end, whichever that is. Never rejects. */
async function makeOne(parts: MakingParts, work: Work, stopping: AbortSignal): Promise<Outcome> {
  const stop = (): void => work.ending.abort(stopping.reason);
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    return await outcomeOf(parts, work, stopping);
  } catch (error) {
    parts.log.error(
      { imageId: work.image.id, err: error },
      'an image stays as it is until its claim has run out',
    );
    return 0;
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

async function outcomeOf(parts: MakingParts, work: Work, stopping: AbortSignal): Promise<Outcome> {
  const { image, ending } = work;
  let isMade = false;
  try {
    const result = await made(parts, work);
    isMade = true;
    await finish(parts, work, result);
  } catch (error) {
    if (stopping.aborted) await sql.releaseImage(parts.db, image, 0);
    // Somebody cancelled or deleted it, or it is another's by now: there is nothing to note.
    else if (ending.signal.aborted) return 0;
    else if (error instanceof StorageAway) return giveBack(parts, image, isMade, error);
    else return noteFailure(parts, image, error);
  }
  return 0;
}

/** Nobody's mistake, so no try is counted; except when it was made in vain, for which somebody outside may be paid. */
async function giveBack(
  parts: MakingParts,
  image: ClaimedImage,
  isMade: boolean,
  error: StorageAway,
): Promise<Outcome> {
  if (isMade) await noteFailure(parts, image, error);
  else await sql.releaseImage(parts.db, image, awayMilliseconds);
  return 'storage away';
}

interface MadeBy extends Made {
  readonly model: string;
}

async function made(parts: MakingParts, work: Work): Promise<MadeBy> {
  const { image, ending } = work;
  if (image.tries > mostTries) {
    throw failure('This image was tried three times, and the last time the process that made it ended.');
  }
  const maker = parts.makers.find((one) => one.maker === image.maker);
  if (maker === undefined) throw failure('The service that was to make this image is no longer configured.');
  await refuseWithoutRoomToMake(parts.db, image, parts.mostBytes);
  const order = await unlessAborted(orderOf(parts, image), ending.signal);
  const tell = (progress: number): void => {
    // The last step is ours: to check it and put it away.
    work.progress = Math.max(work.progress, Math.round(Math.min(progress, 1) * 90) / 100);
  };
  const making = maker.make(order, tell, ending.signal);
  return { ...(await unlessAborted(making, ending.signal)), model: maker.model };
}

/** Whatever a maker is in the middle of, nobody waits for what nobody wants. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, aborted]);
}

async function orderOf(parts: MakingParts, image: ClaimedImage): Promise<Order> {
  const { aspectRatio, seed, layout, prompt, workOrder } = image;
  const { creative, negativePrompt } = workOrder;
  // A service outside is told in words alone.
  const isShown = image.maker === 'template';
  const [picture, logo] = await Promise.all([
    isShown ? pictureFrom(parts, workOrder.picture) : null,
    isShown ? pictureFrom(parts, workOrder.logo) : null,
  ]);
  return { aspectRatio, seed, layout, prompt, negativePrompt, creative, picture, logo };
}

/** The brand image, or else what is at the address. Without either the image is made all the same. */
async function pictureFrom(
  { db, files, fetch, log }: MakingParts,
  { brandImageId, url }: PictureSource,
): Promise<Buffer | null> {
  const key = brandImageId === null ? undefined : await fileOfBrandImage(db, brandImageId);
  const kept = key === undefined ? null : await files.read(key);
  if (kept !== null || url === null) return kept;
  try {
    return (await fetchPicture(fetch, url)).bytes;
  } catch (error) {
    if (!(error instanceof MagpieError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    log.debug({ err: error }, 'an image is made without a picture that cannot be fetched');
    return null;
  }
}

/** Checks what was made, puts it away, and says so, if it is still wanted. */
async function finish(
  parts: MakingParts,
  { image, ending: { signal } }: Work,
  { bytes, layout, model }: MadeBy,
): Promise<void> {
  const { db, files, mostBytes } = parts;
  const picture = await preparePicture(bytes);
  const { width, height } = picture;
  const fileKey = await storedIn(parts, picture.bytes, picture.mimeType, signal);
  const keys = [fileKey];
  try {
    const thumbnailKey = await storedIn(parts, picture.thumbnail, picture.thumbnailType, signal);
    keys.push(thumbnailKey);
    const isOurs = await db.transaction(async (tx) => {
      await lockScopes(tx, [image.scope]);
      const size = picture.bytes.length + picture.thumbnail.length;
      await refuseWithoutRoomToKeep(tx, image.scope, size, mostBytes);
      return sql.markSucceeded(tx, image, { model, layout, width, height, fileKey, thumbnailKey });
    });
    if (!isOurs) await files.remove(keys);
  } catch (error) {
    await files.remove(keys);
    throw error;
  }
}

async function storedIn(
  { files, pace }: MakingParts,
  bytes: Buffer,
  mimeType: string,
  signal: AbortSignal,
): Promise<string> {
  // By the clock: a storage that is silent takes long for each try.
  const end = performance.now() + storageTimes * pace.storageMilliseconds;
  for (;;) {
    try {
      return await files.store(bytes, mimeType);
    } catch (error) {
      if (!(error instanceof StorageAway) || performance.now() > end) throw error;
      await pause(pace.storageMilliseconds, undefined, { signal });
    }
  }
}

/** What a failure comes to: another try after these milliseconds, or, for 0, the end of it. */
async function noteFailure({ db, log }: MakingParts, image: ClaimedImage, error: unknown): Promise<number> {
  const { message, mayPass, retryAfter } = toldAs(error);
  const retry = mayPass ? retryMilliseconds[image.tries - 1] : undefined;
  const details = { imageId: image.id, tries: image.tries, err: error };
  if (error instanceof MakingFailed || error instanceof MagpieError)
    log.info(details, 'an image was not made');
  else log.error(details, 'an image could not be made');
  if (retry === undefined) {
    await sql.markFailed(db, image, shown(message, 500));
    return 0;
  }
  const milliseconds = Math.min(retryAfter ?? retry, longestRetryMilliseconds);
  await sql.postponeImage(db, image, milliseconds);
  return milliseconds;
}

function toldAs(error: unknown): Pick<MakingFailed, 'message' | 'mayPass' | 'retryAfter'> {
  if (error instanceof MakingFailed) return error;
  if (error instanceof StorageAway) {
    return { message: error.message, mayPass: true, retryAfter: awayMilliseconds };
  }
  if (error instanceof MagpieError) {
    const { message, code } = error;
    return { message, mayPass: code === 'SERVICE_UNAVAILABLE', retryAfter: null };
  }
  const message =
    'The image could not be made, and the log of this service says why; try again, or differently.';
  return { message, mayPass: true, retryAfter: null };
}

function failure(message: string): MakingFailed {
  return new MakingFailed(message, { mayPass: false });
}
