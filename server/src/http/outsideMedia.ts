import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { shownWidthFor } from '../integrations/images/scalePicture.ts';
import { refusalOfFetch, type ShowPicture } from '../integrations/images/imageProxy.ts';
import { FetchRefused } from '../integrations/safeFetch/fetchRefused.ts';
import type { SafeStream, Streamed } from '../integrations/safeFetch/safeStream.ts';
import type { Authentication } from './authentication.ts';
import { onLeaving, whenLeft } from './connections.ts';
import { tooOften } from './plan.ts';
import { refuseOtherPages } from './sameOrigin.ts';

/** Pictures and videos of other hosts, for whoever looks at ads here. */
export interface OutsideMedia {
  readonly showPicture: ShowPicture;
  readonly stream: SafeStream;
  readonly limiter: RateLimiter;
  readonly limit: LimitRule;
}

const secondsOfDay = 86_400;
const videoTypes: ReadonlySet<string> = new Set(['video/mp4', 'video/webm', 'video/quicktime']);
const mostVideoBytes = 200 * 1024 * 1024;
const videoMilliseconds = 15_000;
const videosOfPerson = 4;

/**
 * `GET /pictures?url=&width=` and `GET /videos?url=`. They are for people who are signed in, on pages of this site alone:
 * another site could otherwise have whatever it likes fetched from here.
 */
export function mountOutsideMedia(
  app: FastifyInstance,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  media: OutsideMedia,
): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    refuseOtherPages(request, publicUrl);
    await countCaller(media, request, reply);
    return addressIn(request);
  };
  app.get('/pictures', async (request, reply) => {
    const address = await admit(request, reply);
    const picture = await media.showPicture({
      address,
      width: shownWidthFor(widthIn(request)),
      userId: request.caller.userId,
      signal: whenLeft(reply),
    });
    return protect(reply).type('image/webp').send(picture);
  });
  const places = placesOfPeople();
  // Asked for its head alone, a video would be fetched and thrown away.
  app.get('/videos', { exposeHeadRoute: false }, async (request, reply) => {
    const address = await admit(request, reply);
    onLeaving(reply.raw, places.take(request.caller.userId));
    return sendVideo(reply, await videoAt(media.stream, address, request, reply));
  });
}

async function countCaller(
  { limiter, limit }: OutsideMedia,
  { caller }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!caller.scopes.has('read'))
    throw new MagpieError('FORBIDDEN', "This key lacks the scope 'read' that pictures need.");
  const verdict = await limiter.take(limit, caller.userId);
  reply.headers(limitHeaders(limit, verdict));
  if (!verdict.allowed) throw tooOften(limit, verdict);
}

function addressIn({ query }: FastifyRequest): string {
  const { url } = query as { url?: unknown };
  if (typeof url === 'string' && url !== '') return url;
  throw new MagpieError('BAD_REQUEST', 'The query parameter url is given once, as an http or https address.');
}

function widthIn({ query }: FastifyRequest): number {
  const { width = '1280' } = query as { width?: unknown };
  if (typeof width === 'string' && /^[1-9]\d{0,4}$/.test(width)) return Number(width);
  throw new MagpieError('BAD_REQUEST', 'The query parameter width is a whole number of pixels, such as 320.');
}

/** The bytes came from strangers: nothing in them may ever be taken for a page, or be shown on one of another site. */
function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', `private, max-age=${secondsOfDay}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cross-Origin-Resource-Policy', 'same-origin');
}

/** A video holds a connection for as long as it is looked at. */
function placesOfPeople(): { take(userId: string): () => void } {
  const taken = new Map<string, number>();
  const change = (userId: string, by: number): void => {
    const count = (taken.get(userId) ?? 0) + by;
    if (count === 0) taken.delete(userId);
    else taken.set(userId, count);
  };
  return {
    take(userId) {
      if ((taken.get(userId) ?? 0) >= videosOfPerson) {
        throw new MagpieError(
          'TOO_MANY_REQUESTS',
          `You are looking at ${videosOfPerson} videos already; close one first.`,
          { retryAfter: 1 },
        );
      }
      change(userId, 1);
      return () => change(userId, -1);
    },
  };
}

async function videoAt(
  stream: SafeStream,
  address: string,
  { headers: { range } }: FastifyRequest,
  reply: FastifyReply,
): Promise<Streamed> {
  if (range !== undefined && !/^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)) {
    throw new MagpieError('BAD_REQUEST', 'The header Range asks for one part, such as bytes=0-1023.');
  }
  const options = {
    accept: [...videoTypes].join(','),
    range,
    mostBytes: mostVideoBytes,
    milliseconds: videoMilliseconds,
    signal: whenLeft(reply),
  };
  try {
    return await stream(address, options);
  } catch (error) {
    throw error instanceof FetchRefused ? refusalOfFetch(error) : error;
  }
}

function sendVideo(reply: FastifyReply, { status, headers, body }: Streamed): FastifyReply {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const range = /^bytes (?:\d+-\d+|\*)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  const isPart = status === 206 && range !== null;
  if (status === 416) {
    body.on('error', () => undefined).destroy();
    if (range !== null) reply.header('Content-Range', `bytes */${range[1]}`);
    throw new MagpieError(
      'RANGE_NOT_SATISFIABLE',
      'The video has no such part as the header Range asks for.',
    );
  }
  if (type === undefined || !videoTypes.has(type) || !(status === 200 || isPart) || isTooLong(range?.[1])) {
    body.on('error', () => undefined).destroy();
    throw new MagpieError(
      'NOT_FOUND',
      `There is no MP4, WebM or QuickTime video of up to ${mostVideoBytes / 1024 / 1024} MB at this address.`,
    );
  }
  protect(reply).type(type).code(status);
  const length = headers['content-length'];
  if (length !== undefined && /^\d{1,15}$/.test(length)) reply.header('Content-Length', length);
  if (isPart) reply.header('Content-Range', range[0]);
  if (isPart || headers['accept-ranges'] === 'bytes') reply.header('Accept-Ranges', 'bytes');
  return reply.send(body);
}

function isTooLong(total: string | undefined): boolean {
  return total !== undefined && Number(total) > mostVideoBytes;
}
