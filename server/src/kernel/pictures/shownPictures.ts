import { parsedUrl } from '@magpie/contract';
import { MagpieError } from '../errors.ts';
import { FetchRefused } from '../safeFetch/fetchRefused.ts';
import type { SafeFetch } from '../safeFetch/safeFetch.ts';
import { createTurns } from '../turns.ts';
import { PictureRefused } from './checkPicture.ts';
import type { PictureCache } from './pictureCache.ts';
import { scalePicture, type ShownWidth } from './scalePicture.ts';

/** A picture from an address outside, as a WebP of this width at most. */
export type ShowPicture = (address: string, width: ShownWidth, signal: AbortSignal) => Promise<Buffer>;

export interface ShownPicturesParts {
  readonly fetch: SafeFetch;
  readonly cache: PictureCache;
  /** Of what is fetched. */
  readonly mostBytes: number;
}

const fetchesAtOnce = 8;
const fetchesOfHost = 4;
const mostWaiting = 1000;
const fetchMilliseconds = 15_000;
const failuresKeptMilliseconds = 60_000;
const mostFailures = 10_000;
const accept = 'image/webp,image/avif,image/jpeg,image/png,image/gif';

/** Shows pictures of other hosts: fetched once however many ask for one, kept, and not asked for again for a while where there is none. */
export function createShownPictures({ fetch, cache, mostBytes }: ShownPicturesParts): ShowPicture {
  const failures = rememberedFailures();
  const takeTurn = fetchTurns();
  const make = async (address: string, width: ShownWidth, signal: AbortSignal): Promise<Buffer> => {
    const name = `${width}\n${address}`;
    const held = await cache.find(name);
    if (held !== null) return held;
    failures.throwKnown(address);
    try {
      const bytes = await takeTurn(address, () => fetched(fetch, address, mostBytes, signal), signal);
      const picture = await scalePicture(bytes, width);
      await cache.keep(name, picture);
      return picture;
    } catch (error) {
      throw failures.note(address, error);
    }
  };
  return shared(make);
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

const busy = (): MagpieError =>
  new MagpieError('SERVICE_UNAVAILABLE', 'Too many pictures are waited for; try again in a moment.', {
    retryAfter: 5,
  });

/** Few at a time, and fewer of one host, so that a slow one does not hold up the others. */
function fetchTurns(): (
  address: string,
  work: () => Promise<Buffer>,
  signal: AbortSignal,
) => Promise<Buffer> {
  const overall = createTurns({ atOnce: fetchesAtOnce, queue: { mostWaiting, busy } });
  const hosts = new Map<string, { turns: ReturnType<typeof createTurns>; asking: number }>();
  return async (address, work, signal) => {
    const name = parsedUrl(address)?.host ?? '';
    const host = hosts.get(name) ?? {
      turns: createTurns({ atOnce: fetchesOfHost, queue: { mostWaiting, busy } }),
      asking: 0,
    };
    hosts.set(name, host);
    host.asking += 1;
    try {
      return await host.turns(() => overall(work, signal), signal);
    } finally {
      host.asking -= 1;
      if (host.asking === 0) hosts.delete(name);
    }
  };
}

interface Failures {
  /** Throws what was told the last time, if that is not long ago. */
  throwKnown(address: string): void;
  /** Remembers why there is no picture, and tells it in the words for whoever asks. */
  note(address: string, error: unknown): unknown;
}

function rememberedFailures(): Failures {
  const known = new Map<string, { refusal: MagpieError; until: number }>();
  return {
    throwKnown(address) {
      const failure = known.get(address);
      if (failure !== undefined && performance.now() < failure.until) throw failure.refusal;
    },
    note(address, error) {
      const refusal = refusalOf(error);
      if (refusal === null) return error;
      if (known.size >= mostFailures) known.clear();
      known.set(address, { refusal, until: performance.now() + failuresKeptMilliseconds });
      return refusal;
    },
  };
}

/** Null for what says nothing about the picture. */
function refusalOf(error: unknown): MagpieError | null {
  if (error instanceof PictureRefused) return new MagpieError('NOT_FOUND', error.message);
  return error instanceof FetchRefused ? refusalOfFetch(error) : null;
}

/** Why nothing came from an address that somebody gave, for whoever asked. */
export function refusalOfFetch({ reason, message }: FetchRefused): MagpieError {
  if (reason === 'address') return new MagpieError('BAD_REQUEST', message);
  return new MagpieError(reason === 'time' ? 'GATEWAY_TIMEOUT' : 'NOT_FOUND', message);
}

interface Work {
  readonly picture: Promise<Buffer>;
  readonly leave: AbortController;
  asking: number;
}

/** The same picture is made once for all who ask for it meanwhile, and not further when all of them have left. */
function shared(make: ShowPicture): ShowPicture {
  const underWay = new Map<string, Work>();
  const begin = (name: string, address: string, width: ShownWidth): Work => {
    const leave = new AbortController();
    const work = { picture: make(address, width, leave.signal), leave, asking: 0 };
    const end = (): void => {
      if (underWay.get(name) === work) underWay.delete(name);
    };
    work.picture.then(end, end);
    leave.signal.addEventListener('abort', end);
    underWay.set(name, work);
    return work;
  };
  return async (address, width, signal) => {
    signal.throwIfAborted();
    const name = `${width}\n${address}`;
    const work = underWay.get(name) ?? begin(name, address, width);
    work.asking += 1;
    const left = (): void => {
      work.asking -= 1;
      if (work.asking === 0) work.leave.abort(new Error('Nobody waits for this picture any more.'));
    };
    signal.addEventListener('abort', left, { once: true });
    return work.picture.finally(() => signal.removeEventListener('abort', left));
  };
}
