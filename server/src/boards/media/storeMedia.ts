import { sanitizeForMessage } from '@magpie/contract/errors';
import type { DiskSpace } from '../../config/dataFolder.ts';
import type { Logger } from '../../config/log.ts';
import { runClaimLoop } from '../../db/postgres/claimLoop.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { InvalidImage } from '../../integrations/images/checkImage.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { videoExtensions } from '../../integrations/videos/checkVideo.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { type FileStore, StorageUnavailable, StorageRejected } from '../../integrations/storage/fileStore.ts';
import type { KeptFile } from './keptFiles.sql.ts';
import * as sql from './keptMedia.sql.ts';
import { describeFile, storePicture } from './storePicture.ts';

export interface MediaParts {
  readonly db: Postgres;
  readonly files: FileStore;
  readonly fetch: SafeFetch;
  readonly room: DiskSpace;
  readonly pictureBytes: number;
  /** 0 keeps no videos. */
  readonly videoBytes: number;
  /** Quota of all pictures of a person's or team's saved ads. */
  readonly account: AccountQuota;
  readonly log: Logger;
}

/** Parallel downloads: bounded by memory, but enough that a slow host does not block the others. */
const concurrency = 6;
/** Maximum duration of a run; remaining pictures wait for the next. */
const runMilliseconds = 8 * 60_000;
const fetchMilliseconds = { picture: 30_000, video: 120_000 };
/** Each is in memory as a whole. All that are claimed at once must end before their claims do. */
const takeVideoTurn = createConcurrencyLimit({ maxConcurrent: 2 });
/** Much longer than an attempt takes, so an expired claim means that its process died. */
const claimMinutes = 10;
const retryMinutes = [10, 60, 360];
const maxTries = retryMinutes.length + 1;

/** Prefers the original format over the smallest one. */
const accept = {
  picture: 'image/jpeg,image/png,image/gif,image/webp,image/avif;q=0.9',
  video: Object.keys(videoExtensions).join(','),
};

/** Stores due pictures until none is left or the time is up. Rejects at the end if a picture failed unexpectedly. */
export async function storeDueMedia(parts: MediaParts, stopping: AbortSignal): Promise<void> {
  await parts.account.beginRun();
  const bugs: unknown[] = [];
  await runClaimLoop<sql.ClaimedPicture>(
    {
      maxConcurrent: concurrency,
      maxMilliseconds: runMilliseconds,
      mayContinue: () => parts.room.enough(),
      claim: () => sql.claimDueImages(parts.db, claimMinutes),
      process: async (picture) => {
        try {
          await storeCopy(parts, picture, stopping);
        } catch (error) {
          if (error instanceof StorageUnavailable) throw error;
          bugs.push(error);
        }
      },
    },
    stopping,
  );
  if (bugs.length > 0) throw bugs[0];
}

async function storeCopy(parts: MediaParts, picture: sql.ClaimedPicture, stopping: AbortSignal) {
  const { db, log } = parts;
  try {
    if (picture.tries > maxTries) throw new InvalidImage('The process ended at every attempt.');
    await sql.markKept(db, picture, await fetchCopy(parts, picture, stopping));
  } catch (error) {
    if (stopping.aborted) return sql.releaseImageClaim(db, picture);
    if (error instanceof AccountFull) return sql.postponeImages(db, picture, error.message);
    // Unavailable storage does not count as a failed attempt; it ends the run.
    if (error instanceof StorageUnavailable) {
      await sql.releaseImageClaim(db, picture);
      throw error;
    }
    // Anything else is a bug: the picture stays claimed for a while, so that others are processed first.
    if (!isRefusal(error)) throw error;
    const retry = isTransient(error) ? (retryMinutes[picture.tries - 1] ?? null) : null;
    const level = error instanceof StorageRejected ? 'error' : 'debug';
    log[level](
      { savedAdId: picture.savedAdId, place: picture.place, retry, err: error.cause },
      error.message,
    );
    await sql.markImageFailed(db, picture, sanitizeForMessage(error.message, 500), retry);
  }
}

type Refusal = InvalidImage | FetchError | StorageRejected;

function isRefusal(error: unknown): error is Refusal {
  return [InvalidImage, FetchError, StorageRejected].some((kind) => error instanceof kind);
}

async function fetchCopy(parts: MediaParts, picture: sql.ClaimedPicture, stopping: AbortSignal) {
  const { url, scope, isVideo } = picture;
  if (isVideo && parts.videoBytes === 0) throw new InvalidImage('This server keeps no videos.');
  await parts.account.assertNotFull(scope);
  // For example, all ads of an advertiser share its logo.
  const known = await sql.findRecentlyFetched(parts.db, url);
  if (known !== undefined) {
    await parts.account.reserve(scope, known);
    return { sha256: known.sha256, fetched: false };
  }
  const store = async () => {
    const bytes = await fetchMedia(parts, picture, stopping);
    const file = await describeFile(bytes, isVideo);
    await parts.account.reserve(scope, file);
    await storePicture(parts, file, bytes);
    return { sha256: file.sha256, fetched: true };
  };
  return isVideo ? takeVideoTurn(store) : store();
}

class TransientRefusal extends InvalidImage {}

async function fetchMedia(
  { fetch, pictureBytes, videoBytes }: MediaParts,
  { url, isVideo }: sql.ClaimedPicture,
  signal: AbortSignal,
) {
  const kind = isVideo ? 'video' : 'picture';
  const limits = { maxBytes: isVideo ? videoBytes : pictureBytes, milliseconds: fetchMilliseconds[kind] };
  const { status, bytes } = await fetch(url, { ...limits, accept: accept[kind], signal });
  if (status === 200) return bytes;
  const Refusal = status >= 500 || [408, 425, 429].includes(status) ? TransientRefusal : InvalidImage;
  throw new Refusal(`The host answered with status ${status} instead of a ${kind}.`);
}

function isTransient(error: Refusal): boolean {
  if (error instanceof FetchError) return error.reason === 'time' || error.reason === 'unreachable';
  return error instanceof TransientRefusal || error instanceof StorageRejected;
}

export class AccountFull extends Error {
  override readonly name = 'AccountFull';
}

type AccountQuota = ReturnType<typeof accountQuota>;

/** How long a count is cached: counting a large account takes a second, and every saved ad starts a run. */
const recountMilliseconds = 5 * 60_000;
/** Below this share of free quota, an account is counted in each run, since its owner may have deleted ads. */
const nearlyFullShare = 0.1;

/** Two nodes may together exceed the quota by what they store between counts. */
export function accountQuota(db: Postgres, maxBytes: number, now = () => performance.now()) {
  const used = new Map<string, Promise<Usage>>();
  const count = async (scope: string): Promise<Usage> => {
    const until = now() + recountMilliseconds;
    return { bytes: await sql.usedBytes(db, scope), countedDigests: new Set(), until };
  };
  const usageOf = (scope: string): Promise<Usage> => {
    const counted = used.get(scope) ?? count(scope);
    used.set(scope, counted);
    counted.catch(() => used.delete(scope));
    return counted;
  };
  const full = (): AccountFull =>
    new AccountFull(
      `The pictures and videos of this account have reached the maximum of ${maxBytes / 1024 / 1024} MB; retrying in a day.`,
    );
  return {
    async beginRun(): Promise<void> {
      for (const [scope, counted] of used) {
        const { bytes, until } = await counted;
        if (now() >= until || bytes > (1 - nearlyFullShare) * maxBytes) used.delete(scope);
      }
    },
    /** So that nothing is fetched in vain. */
    async assertNotFull(scope: string): Promise<void> {
      if ((await usageOf(scope)).bytes >= maxBytes) throw full();
    },
    /** Throws if the file exceeds the quota. Identical content counts once. */
    async reserve(scope: string, { sha256, bytes }: Pick<KeptFile, 'sha256' | 'bytes'>): Promise<void> {
      const usage = await usageOf(scope);
      if (usage.countedDigests.has(sha256)) return;
      const isNew = !(await sql.hasContent(db, scope, sha256));
      if (usage.countedDigests.has(sha256)) return;
      if (isNew && usage.bytes + bytes > maxBytes) throw full();
      usage.countedDigests.add(sha256);
      if (isNew) usage.bytes += bytes;
    },
  };
}

interface Usage {
  bytes: number;
  readonly countedDigests: Set<string>;
  readonly until: number;
}
