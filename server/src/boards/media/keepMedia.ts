import type { Room } from '../../config/dataFolder.ts';
import { shown } from '@magpie/contract/errors';
import { type FileStore, StorageAway, StorageRefused } from '../../integrations/storage/fileStore.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { AccountFull, type AccountRoom } from './accountRoom.ts';
import { PictureRefused } from '../../integrations/images/checkPicture.ts';
import * as sql from './keptMedia.sql.ts';
import type { ClaimedPicture, Copy } from './keptMedia.sql.ts';
import { describePicture, storePicture } from './storePicture.ts';

/** What keeping pictures takes. */
export interface MediaParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly fetch: SafeFetch;
  readonly room: Room;
  /** Of one picture. */
  readonly pictureBytes: number;
  /** For all the pictures of a person's or a team's saved ads. */
  readonly account: AccountRoom;
  readonly log: Logger;
}

/** Few enough for the memory to hold, so many that a slow host does not keep the others waiting. */
const atOnce = 6;
/** A turn is that long at most; what it does not reach waits for the next. */
const turnMilliseconds = 8 * 60_000;
const fetchMilliseconds = 30_000;
/** Far more than a try takes: when it is over, whoever made it has died. */
const claimMinutes = 10;
/** After each try that failed for a reason that may pass. */
const retryMinutes = [10, 60, 360];
const mostTries = retryMinutes.length + 1;

/** What each kept picture is asked for as: what it is, rather than what is smallest. */
const accept = 'image/jpeg,image/png,image/gif,image/webp,image/avif;q=0.9';

/** Keeps the pictures that are due, until none is or the turn is over. */
export async function keepDueMedia(parts: MediaParts, stopping: AbortSignal): Promise<void> {
  await parts.account.beginTurn();
  const end = performance.now() + turnMilliseconds;
  const goesOn = async (): Promise<boolean> =>
    !stopping.aborted && performance.now() < end && (await parts.room.enough());
  const work = async (): Promise<void> => {
    while (await goesOn()) {
      const picture = await sql.claimDue(parts.db, claimMinutes);
      if (picture === undefined) return;
      await keep(parts, picture, stopping);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function keep(parts: MediaParts, picture: ClaimedPicture, stopping: AbortSignal): Promise<void> {
  const { db, log } = parts;
  try {
    if (picture.tries > mostTries)
      throw new PictureRefused('Each time that it was tried, the process ended.');
    await sql.markKept(db, picture, await copyOf(parts, picture, stopping));
  } catch (error) {
    if (stopping.aborted) return sql.releaseClaim(db, picture);
    if (error instanceof AccountFull) return sql.postpone(db, picture, error.message);
    // However long the files cannot be reached, no picture is given up for that; the turn is over.
    if (error instanceof StorageAway) {
      await sql.releaseClaim(db, picture);
      throw error;
    }
    // Anything else is our own fault: the picture stays claimed for a while, so that others have their turn.
    if (!isRefusal(error)) throw error;
    const retry = mayPass(error) ? (retryMinutes[picture.tries - 1] ?? null) : null;
    const level = error instanceof StorageRefused ? 'error' : 'debug';
    log[level](
      { savedAdId: picture.savedAdId, place: picture.place, retry, err: error.cause },
      error.message,
    );
    await sql.markFailed(db, picture, shown(error.message, 500), retry);
  }
}

type Refusal = PictureRefused | FetchRefused | StorageRefused;

function isRefusal(error: unknown): error is Refusal {
  return [PictureRefused, FetchRefused, StorageRefused].some((kind) => error instanceof kind);
}

/** The copy of a picture, which is on the disk from then on. */
async function copyOf(
  parts: MediaParts,
  { url, scope }: ClaimedPicture,
  stopping: AbortSignal,
): Promise<Copy> {
  await parts.account.refuseFull(scope);
  // The logo of an advertiser is on each of its ads.
  const known = await sql.recentlyFetched(parts.db, url);
  if (known !== undefined) {
    await parts.account.take(scope, known);
    return { sha256: known.sha256, fetched: false };
  }
  const bytes = await fetched(parts, url, stopping);
  const file = await describePicture(bytes);
  await parts.account.take(scope, file);
  await storePicture(parts, file, bytes);
  return { sha256: file.sha256, fetched: true };
}

/** An answer that is none for now. */
class MayPass extends PictureRefused {}

async function fetched(
  { fetch, pictureBytes }: MediaParts,
  url: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const limits = { mostBytes: pictureBytes, milliseconds: fetchMilliseconds };
  const { status, bytes } = await fetch(url, { ...limits, accept, signal });
  if (status === 200) return bytes;
  const Refusal = status >= 500 || [408, 425, 429].includes(status) ? MayPass : PictureRefused;
  throw new Refusal(`The host answered with status ${status} instead of a picture.`);
}

function mayPass(error: Refusal): boolean {
  if (error instanceof FetchRefused) return error.reason === 'time' || error.reason === 'unreachable';
  return error instanceof MayPass || error instanceof StorageRefused;
}
