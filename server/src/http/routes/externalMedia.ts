import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type ImageWidth, imageWidths } from '@magpie/contract/limits';
import { createCounts } from '../../integrations/images/fairQueue.ts';
import { toFetchClientError, type GetImage, createImageProxy } from '../../integrations/images/imageProxy.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { SafeStream, StreamResponse } from '../../integrations/safeFetch/safeStream.ts';
import type { Authentication } from '../middleware/authenticate.ts';
import { onConnectionClose, abortOnDisconnect } from '../middleware/connections.ts';
import { limitCaller, type RateLimits } from '../middleware/rateLimit.ts';
import { assertOwnPage } from '../middleware/sameOrigin.ts';
import { hashContent, matchesEntityTag } from '../sendFile.ts';
import path from 'node:path';
import { bytesPerMegabyte, type Config } from '../../config/config.ts';
import { watchDiskSpace } from '../../config/dataFolder.ts';
import { isDemoAddress, withDemoImages, withDemoVideos } from '../../ingestion/demo/demoMedia.ts';
import { createImageCache } from '../../integrations/images/imageCache.ts';
import type { ShownPictures } from '../../integrations/images/shownPictures.ts';
import { type Resolve, resolveBySystem } from '../../integrations/safeFetch/connect.ts';
import { videoExtensions } from '../../integrations/videos/checkVideo.ts';
import { createSafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { createSafeStream } from '../../integrations/safeFetch/safeStream.ts';

export interface OutsideMedia {
  readonly showPicture: GetImage;
  readonly stream: SafeStream;
  /** Receives the shown pictures of ads; absent if their words are not read. */
  readonly shownPictures?: ShownPictures | undefined;
}

const secondsOfDay = 86_400;
const videoTypes: ReadonlySet<string> = new Set(Object.keys(videoExtensions));
const maxVideoBytes = 200 * 1024 * 1024;
const videoMilliseconds = 15_000;
const maxVideosPerPerson = 4;

/**
 * `GET /pictures?url=&width=&ad=` and `GET /videos?url=`. Only for signed-in people on pages of this site: another site
 * could otherwise use this proxy to fetch any URL.
 */
export function mountOutsideMedia(
  app: FastifyInstance,
  limits: RateLimits,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  media: OutsideMedia,
): void {
  const preHandler = [
    async (request: FastifyRequest) => assertOwnPage(request, publicUrl),
    assertCanRead,
    limitCaller(limits, 'pictures'),
  ];
  app.get('/pictures', { preHandler }, async (request, reply) => {
    const address = readUrl(request);
    const wanted = {
      address,
      width: readWidth(request),
      userId: request.caller.userId,
      signal: abortOnDisconnect(reply),
    };
    const picture = await showPicture(media, wanted, readAd(request));
    const etag = `"${hashContent(picture)}"`;
    setSecurityHeaders(reply).header('ETag', etag);
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/webp').send(picture);
  });
  const videos = createCounts();
  // For HEAD, a video would be fetched and discarded.
  app.get('/videos', { exposeHeadRoute: false, preHandler }, async (request, reply) => {
    const address = readUrl(request);
    onConnectionClose(reply.raw, takeVideoSlot(videos, request.caller.userId));
    return sendVideo(reply, await fetchVideo(media.stream, address, request, reply));
  });
}

/** @param hash of the ad that has the picture; null if it is not one of an ad */
async function showPicture(
  { showPicture: show, shownPictures }: OutsideMedia,
  wanted: Parameters<GetImage>[0],
  hash: string | null,
): Promise<Buffer> {
  const { address } = wanted;
  // Pictures of the demo have no words.
  if (hash === null || shownPictures === undefined || isDemoAddress(address)) return show(wanted);
  shownPictures.add(address, hash);
  try {
    return await show(wanted);
  } catch (error) {
    shownPictures.remove(address);
    throw error;
  }
}

async function assertCanRead({ caller }: FastifyRequest): Promise<void> {
  if (caller.scopes.has('read')) return;
  throw new MagpieError('FORBIDDEN', "This key lacks the scope 'read' that pictures need.");
}

function readUrl({ query }: FastifyRequest): string {
  const { url } = query as { url?: unknown };
  if (typeof url === 'string' && url !== '') return url;
  throw new MagpieError(
    'BAD_REQUEST',
    'The query parameter url must be given once, as an http or https address.',
  );
}

function readAd({ query }: FastifyRequest): string | null {
  const { ad } = query as { ad?: unknown };
  if (ad === undefined) return null;
  if (typeof ad === 'string' && /^[0-9a-f]{32}$/.test(ad)) return ad;
  throw new MagpieError('BAD_REQUEST', 'The query parameter ad must be the hash of an ad, or absent.');
}

function readWidth({ query }: FastifyRequest): ImageWidth {
  const { width = '1280' } = query as { width?: unknown };
  const found = imageWidths.find((one) => String(one) === width);
  if (found !== undefined) return found;
  throw new MagpieError('BAD_REQUEST', `The query parameter width must be one of ${imageWidths.join(', ')}.`);
}

/** The content is untrusted: it must never be treated as a page, or be embedded by other sites. */
function setSecurityHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('Cache-Control', `private, max-age=${secondsOfDay}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cross-Origin-Resource-Policy', 'same-origin');
}

function takeVideoSlot(videos: ReturnType<typeof createCounts>, userId: string): () => void {
  if (videos.of(userId) >= maxVideosPerPerson) {
    throw new MagpieError(
      'TOO_MANY_REQUESTS',
      `You are watching ${maxVideosPerPerson} videos already; close one first.`,
      { retryAfter: 1 },
    );
  }
  videos.add(userId, 1);
  return () => videos.add(userId, -1);
}

async function fetchVideo(
  stream: SafeStream,
  address: string,
  { headers: { range } }: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamResponse> {
  if (range !== undefined && !/^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)) {
    throw new MagpieError('BAD_REQUEST', 'The header Range must have one range, such as bytes=0-1023.');
  }
  const options = {
    accept: [...videoTypes].join(','),
    range,
    maxBytes: maxVideoBytes,
    milliseconds: videoMilliseconds,
    signal: abortOnDisconnect(reply),
  };
  try {
    return await stream(address, options);
  } catch (error) {
    throw error instanceof FetchError ? toFetchClientError(error) : error;
  }
}

function sendVideo(reply: FastifyReply, { status, headers, body }: StreamResponse): FastifyReply {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const range = /^bytes (?:\d+-\d+|\*)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  const isPart = status === 206 && range !== null;
  if (status === 416) {
    body.on('error', () => undefined).destroy();
    if (range !== null) reply.header('Content-Range', `bytes */${range[1]}`);
    throw new MagpieError('RANGE_NOT_SATISFIABLE', 'The video does not have the range of the header Range.');
  }
  if (type === undefined || !videoTypes.has(type) || !(status === 200 || isPart) || isTooLong(range?.[1])) {
    body.on('error', () => undefined).destroy();
    throw new MagpieError(
      'NOT_FOUND',
      `There is no MP4, WebM or QuickTime video of up to ${maxVideoBytes / 1024 / 1024} MB at this address.`,
    );
  }
  setSecurityHeaders(reply).type(type).code(status);
  const length = headers['content-length'];
  if (length !== undefined && /^\d{1,15}$/.test(length)) reply.header('Content-Length', length);
  if (isPart) reply.header('Content-Range', range[0]);
  if (isPart || headers['accept-ranges'] === 'bytes') reply.header('Accept-Ranges', 'bytes');
  return reply.send(body);
}

function isTooLong(total: string | undefined): boolean {
  return total !== undefined && Number(total) > maxVideoBytes;
}

export function createOutsideMedia(
  config: Config,
  resolve: Resolve = resolveBySystem,
  shownPictures?: ShownPictures,
): OutsideMedia {
  const reaching = { allow: config.fetchAllow, resolve };
  const cache = createImageCache({
    folder: path.join(config.dataFolder, 'shown-pictures'),
    maxBytes: config.pictureCacheMegabytes * bytesPerMegabyte,
    // Cached pictures can be fetched again, so they leave space for saved data.
    room: watchDiskSpace(config.dataFolder, 512 * bytesPerMegabyte),
  });
  return {
    showPicture: createImageProxy({
      fetch: withDemoImages(createSafeFetch(reaching)),
      isRenderedLocally: isDemoAddress,
      cache,
      maxBytes: config.pictureMegabytes * bytesPerMegabyte,
      onFetched: shownPictures && ((address, bytes) => shownPictures.addBytes(address, bytes)),
    }),
    shownPictures,
    stream: withDemoVideos(createSafeStream(reaching)),
  };
}
