import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MagpieError, type ErrorCode } from '@magpie/contract/errors';
import type { ImageWidth } from '@magpie/contract/limits';
import { parseTarget, FetchError } from '../safeFetch/target.ts';
import type { SafeFetch } from '../safeFetch/safeFetch.ts';
import { InvalidImage, openImage, withDecodeErrors, readImageInfo, maxPixels } from './checkImage.ts';
import { createCounts, createFairQueue, type QueuedTask } from './fairQueue.ts';
import type { ImageCache } from './imageCache.ts';
import { createConcurrencyLimit } from '../concurrencyLimit.ts';

interface ImageRequest {
  readonly address: string;
  readonly width: ImageWidth;
  readonly userId: string;
  readonly signal: AbortSignal;
}

export type GetImage = (wanted: ImageRequest) => Promise<Buffer>;

interface ImageProxyParts {
  readonly fetch: SafeFetch;
  /** Whether `fetch` renders this URL itself, without a network request. */
  readonly isRenderedLocally: (address: string) => boolean;
  readonly cache: ImageCache;
  readonly maxBytes: number;
  /** Receives each fetched image before it is scaled. */
  readonly onFetched?: ((address: string, bytes: Buffer) => void) | undefined;
}

const fetchMilliseconds = 15_000;
const failureCacheMilliseconds = 60_000;
const maxCachedFailures = 10_000;
const accept = 'image/webp,image/avif,image/jpeg,image/png,image/gif';

const busy = (): MagpieError =>
  new MagpieError(
    'SERVICE_UNAVAILABLE',
    'You are waiting for too many images already; try again in a moment.',
    { retryAfter: 5 },
  );
const maxQueued = 120;
const externalSlots = { maxConcurrent: 8, maxPerHost: 4, maxPerUser: 3, maxQueued, busy };
const renderSlots = { maxConcurrent: 2, maxPerHost: 2, maxPerUser: 2, maxQueued, busy };

interface SharedImage extends QueuedTask {
  readonly name: string;
  readonly address: string;
  readonly width: ImageWidth;
}

type CreateImage = (picture: SharedImage, signal: AbortSignal) => Promise<Buffer>;

/** Fetches each external image once for concurrent requests, caches it, and does not retry a failed one for a while. */
export function createImageProxy(parts: ImageProxyParts): GetImage {
  const { fetch, isRenderedLocally, cache, maxBytes, onFetched } = parts;
  const failures = createFailureCache();
  const external = createFairQueue(externalSlots);
  const rendering = createFairQueue(renderSlots);
  /** The slot is held until the image is decoded, which limits the number of images in memory. */
  const made: CreateImage = (picture, signal) =>
    (isRenderedLocally(picture.address) ? rendering : external).run(
      picture,
      async () => {
        const bytes = await fetchImage(fetch, picture.address, maxBytes, signal);
        onFetched?.(picture.address, bytes);
        return scaleImage(bytes, picture.width, signal);
      },
      signal,
    );
  const make: CreateImage = async (picture, signal) => {
    const { name, address } = picture;
    const cached = await cache.get(name);
    if (cached?.isFresh === true) return cached.bytes;
    try {
      failures.throwIfCached(address);
      const bytes = await made(picture, signal);
      await cache.set(name, bytes);
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      const clientError = failures.record(address, error);
      if (cached === null) throw clientError;
      // Serve the stale image, and treat it as fresh so that the host is not requested again soon.
      if (clientError !== error) await cache.set(name, cached.bytes);
      return cached.bytes;
    }
  };
  return shareRequests(make, () => {
    external.startNext();
    rendering.startNext();
  });
}

async function fetchImage(fetch: SafeFetch, address: string, maxBytes: number, signal: AbortSignal) {
  const options = { maxBytes, milliseconds: fetchMilliseconds, accept, signal };
  const { status, bytes } = await fetch(address, options);
  if (status !== 200) throw new InvalidImage(`The host returned status ${status} instead of an image.`);
  return bytes;
}

function createFailureCache() {
  const known = new LRUCache<string, { code: ErrorCode; message: string }>({
    max: maxCachedFailures,
    ttl: failureCacheMilliseconds,
  });
  return {
    throwIfCached(address: string): void {
      const failure = known.get(hashUrl(address));
      if (failure !== undefined) throw new MagpieError(failure.code, failure.message);
    },
    /** Stores the failure and returns it as an error for the client; returns errors unrelated to the image unchanged. */
    record(address: string, error: unknown): unknown {
      const refusal = toClientError(error);
      if (refusal === null) return error;
      known.set(hashUrl(address), { code: refusal.code, message: refusal.message });
      return refusal;
    },
  };
}

/** URLs may be arbitrarily long. */
function hashUrl(address: string): string {
  return createHash('sha256').update(address).digest('base64url');
}

function toClientError(error: unknown): MagpieError | null {
  if (error instanceof InvalidImage) return new MagpieError('NOT_FOUND', error.message);
  return error instanceof FetchError ? toFetchClientError(error) : null;
}

export function toFetchClientError({ reason, message }: FetchError): MagpieError {
  if (reason === 'address') return new MagpieError('BAD_REQUEST', message);
  return new MagpieError(reason === 'time' ? 'GATEWAY_TIMEOUT' : 'NOT_FOUND', message);
}

function parseHost(address: string): string {
  try {
    return parseTarget(address).host;
  } catch (error) {
    throw error instanceof FetchError ? toFetchClientError(error) : error;
  }
}

/**
 * Shares work between concurrent requests for the same image, and aborts it when all of them have disconnected.
 *
 * @param onJoin called for each further request
 */
function shareRequests(make: CreateImage, onJoin: () => void): GetImage {
  const begin = (image: Omit<SharedImage, 'users'>) => {
    const [leave, users] = [new AbortController(), createCounts()];
    const work = { bytes: make({ ...image, users: users.all }, leave.signal), leave, users };
    const end = (): void => {
      if (pending.get(image.name) === work) pending.delete(image.name);
    };
    work.bytes.then(end, end);
    leave.signal.addEventListener('abort', end);
    pending.set(image.name, work);
    return work;
  };
  const pending = new Map<string, ReturnType<typeof begin>>();
  return async ({ address, width, userId, signal }) => {
    signal.throwIfAborted();
    const host = parseHost(address);
    const name = `${width}\n${address}`;
    const work = pending.get(name) ?? begin({ name, address, width, host });
    work.users.add(userId, 1);
    onJoin();
    const left = (): void => {
      work.users.add(userId, -1);
      if (work.users.all.size === 0) work.leave.abort(signal.reason);
    };
    signal.addEventListener('abort', left, { once: true });
    return work.bytes.finally(() => signal.removeEventListener('abort', left));
  };
}

/** Most images are smaller, and two of them need less memory than one of the largest. */
const smallImagePixels = 12_000_000;
/** An AVIF is decoded completely and slowly before scaling, and a few bytes can describe a large one. */
const avifCost = 3;

// Separate from `decodeInTurn`, so that viewing large images does not delay storing others.
const scaleNext = createConcurrencyLimit({ maxConcurrent: 2 });
const scaleLargeNext = createConcurrencyLimit({ maxConcurrent: 1 });

/** Re-encodes an untrusted image as WebP with at most this width; never enlarges it. */
async function scaleImage(bytes: Buffer, width: ImageWidth, signal: AbortSignal): Promise<Buffer> {
  const picture = await readImageInfo(bytes);
  const cost = picture.width * picture.height * (picture.type === 'image/avif' ? avifCost : 1);
  if (cost > maxPixels) {
    throw new InvalidImage(
      `The AVIF image has ${picture.width} × ${picture.height} pixels; the limit for AVIF is ${Math.floor(maxPixels / avifCost / 1_000_000)} million.`,
    );
  }
  const takeTurn = cost > smallImagePixels ? scaleLargeNext : scaleNext;
  return takeTurn(() => withDecodeErrors(resizeToWebp(bytes, width)), signal);
}

function resizeToWebp(bytes: Buffer, width: ImageWidth): Promise<Buffer> {
  return openImage(bytes, { sequentialRead: true })
    .autoOrient()
    .resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
