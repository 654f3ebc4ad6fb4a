import { createHash } from 'node:crypto';
import { MagpieError, type ErrorCode } from '@magpie/contract/errors';
import { FetchRefused } from '../safeFetch/fetchRefused.ts';
import type { SafeFetch } from '../safeFetch/safeFetch.ts';
import { targetOf } from '../safeFetch/target.ts';
import { PictureRefused } from './checkPicture.ts';
import { createFairQueue, type Wish } from './fairQueue.ts';
import type { ImageCache } from './imageCache.ts';
import { scalePicture, type ShownWidth } from './scalePicture.ts';

interface WantedPicture {
  readonly address: string;
  readonly width: ShownWidth;
  readonly userId: string;
  /** Aborted when whoever asked has left. */
  readonly signal: AbortSignal;
}

/** A picture from an address outside, as a WebP of this width at most. */
export type ShowPicture = (wanted: WantedPicture) => Promise<Buffer>;

export interface ShownPicturesParts {
  readonly fetch: SafeFetch;
  /** Whether `fetch` answers an address itself, without going out. */
  readonly isDrawnHere: (address: string) => boolean;
  readonly cache: ImageCache;
  /** Of what is fetched. */
  readonly mostBytes: number;
}

const fetchMilliseconds = 15_000;
const failuresKeptMilliseconds = 60_000;
const mostFailures = 10_000;
const accept = 'image/webp,image/avif,image/jpeg,image/png,image/gif';

const busy = (): MagpieError =>
  new MagpieError('SERVICE_UNAVAILABLE', 'You wait for too many pictures already; try again in a moment.', {
    retryAfter: 5,
  });
const mostWaiting = 120;
const outsidePlaces = { atOnce: 8, ofHost: 4, ofPerson: 3, mostWaiting, busy };
const drawingPlaces = { atOnce: 2, ofHost: 2, ofPerson: 2, mostWaiting, busy };

/** What is made once for all who ask for it meanwhile. */
interface Picture extends Wish {
  readonly name: string;
  readonly address: string;
  readonly width: ShownWidth;
}

type Make = (picture: Picture, signal: AbortSignal) => Promise<Buffer>;

/** Shows pictures of other hosts: fetched once however many ask for one, kept, and not asked for again for a while where there is none. */
export function createImageProxy({
  fetch,
  isDrawnHere,
  cache,
  mostBytes,
}: ShownPicturesParts): ShowPicture {
  const failures = rememberedFailures();
  const outside = createFairQueue(outsidePlaces);
  const drawing = createFairQueue(drawingPlaces);
  /** The place is kept until the picture is decoded: no more of them are in memory than there are places. */
  const made: Make = (picture, signal) =>
    (isDrawnHere(picture.address) ? drawing : outside).take(
      picture,
      async () =>
        scalePicture(await fetched(fetch, picture.address, mostBytes, signal), picture.width, signal),
      signal,
    );
  const make: Make = async (picture, signal) => {
    const { name, address } = picture;
    const held = await cache.find(name);
    if (held?.isFresh === true) return held.bytes;
    try {
      failures.throwKnown(address);
      const bytes = await made(picture, signal);
      await cache.keep(name, bytes);
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      const told = failures.note(address, error);
      if (held === null) throw told;
      // Better an old picture than none; its host is left alone for as long as if it had sent this one again.
      if (told !== error) await cache.keep(name, held.bytes);
      return held.bytes;
    }
  };
  return shared(make, () => {
    outside.serve();
    drawing.serve();
  });
}

async function fetched(
  fetch: SafeFetch,
  address: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const options = { mostBytes, milliseconds: fetchMilliseconds, accept, signal };
  const { status, bytes } = await fetch(address, options);
  if (status !== 200)
    throw new PictureRefused(`The host answers with status ${status} in place of a picture.`);
  return bytes;
}

interface Failures {
  /** Throws what was told the last time, if that is not long ago. */
  throwKnown(address: string): void;
  /** Remembers why there is no picture, and gives it in the words for whoever asks; what says nothing about the picture as it is. */
  note(address: string, error: unknown): unknown;
}

function rememberedFailures(): Failures {
  /** The oldest first. */
  const known = new Map<string, { code: ErrorCode; message: string; until: number }>();
  const dropOld = (): void => {
    for (const [key, { until }] of known) {
      if (until > performance.now() && known.size < mostFailures) return;
      known.delete(key);
    }
  };
  return {
    throwKnown(address) {
      dropOld();
      const failure = known.get(digestOf(address));
      if (failure !== undefined) throw new MagpieError(failure.code, failure.message);
    },
    note(address, error) {
      const refusal = refusalToTell(error);
      if (refusal === null) return error;
      const { code, message } = refusal;
      dropOld();
      known.delete(digestOf(address));
      known.set(digestOf(address), { code, message, until: performance.now() + failuresKeptMilliseconds });
      return refusal;
    },
  };
}

/** Addresses are as long as strangers like. */
function digestOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url');
}

/** Null for what says nothing about the picture. */
function refusalToTell(error: unknown): MagpieError | null {
  if (error instanceof PictureRefused) return new MagpieError('NOT_FOUND', error.message);
  return error instanceof FetchRefused ? refusalOfFetch(error) : null;
}

/** Why nothing came from an address that somebody gave, for whoever asked. */
export function refusalOfFetch({ reason, message }: FetchRefused): MagpieError {
  if (reason === 'address') return new MagpieError('BAD_REQUEST', message);
  return new MagpieError(reason === 'time' ? 'GATEWAY_TIMEOUT' : 'NOT_FOUND', message);
}

function hostOf(address: string): string {
  try {
    return targetOf(address).host;
  } catch (error) {
    throw error instanceof FetchRefused ? refusalOfFetch(error) : error;
  }
}

interface Work {
  readonly picture: Promise<Buffer>;
  readonly leave: AbortController;
  /** How often each person asks for it now. */
  readonly people: Map<string, number>;
}

/**
 * The same picture is made once for all who ask for it meanwhile, and not further when all of them have left.
 *
 * @param onJoin told when somebody more asks for one
 */
function shared(make: Make, onJoin: () => void): ShowPicture {
  const underWay = new Map<string, Work>();
  const begin = (picture: Omit<Picture, 'people'>): Work => {
    const [leave, people] = [new AbortController(), new Map<string, number>()];
    const work = { picture: make({ ...picture, people }, leave.signal), leave, people };
    const end = (): void => {
      if (underWay.get(picture.name) === work) underWay.delete(picture.name);
    };
    work.picture.then(end, end);
    leave.signal.addEventListener('abort', end);
    underWay.set(picture.name, work);
    return work;
  };
  return async ({ address, width, userId, signal }) => {
    signal.throwIfAborted();
    const host = hostOf(address);
    const name = `${width}\n${address}`;
    const work = underWay.get(name) ?? begin({ name, address, width, host });
    count(work.people, userId, 1);
    onJoin();
    const left = (): void => {
      count(work.people, userId, -1);
      if (work.people.size === 0) work.leave.abort(signal.reason);
    };
    signal.addEventListener('abort', left, { once: true });
    return work.picture.finally(() => signal.removeEventListener('abort', left));
  };
}

function count(people: Map<string, number>, userId: string, by: number): void {
  const times = (people.get(userId) ?? 0) + by;
  if (times === 0) people.delete(userId);
  else people.set(userId, times);
}
