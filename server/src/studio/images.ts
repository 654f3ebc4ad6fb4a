import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { maxImageBytes } from '@magpie/contract';
import { MagpieError, type ErrorCode } from '@magpie/contract/errors';
import { openImage } from '../integrations/images/checkImage.ts';
import { createCounts } from '../integrations/images/fairQueue.ts';
import type { ImageType } from '../integrations/images/imageTypes.ts';
import { reencode } from '../integrations/images/reencode.ts';
import { FetchError } from '../integrations/safeFetch/target.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import { createConcurrencyLimit } from '../integrations/concurrencyLimit.ts';

export interface PreparedImage {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail: Buffer;
  readonly thumbnailType: string;
}

const maxSide = 4096;
const maxThumbnailSide = 480;

/**
 * Decodes a picture, applies its orientation, and re-encodes it in sRGB. This drops metadata (location, author) and
 * anything hidden in the file. Of an animation only the first frame remains.
 *
 * @param refusal error code for files that are no picture
 */
export function reencodeImage(bytes: Buffer, refusal?: ErrorCode): Promise<PreparedImage> {
  return reencode(bytes, (type) => encodeWithThumbnail(bytes, type), refusal);
}

async function encodeWithThumbnail(bytes: Buffer, type: ImageType): Promise<PreparedImage> {
  const upright = openImage(bytes).autoOrient().resize(fitInside(maxSide));
  const { data, info } = await encodeImage(upright, type, (await sharp(bytes).metadata()).hasAlpha);
  const thumbnail = await openImage(data)
    .resize(fitInside(maxThumbnailSide))
    .webp({ quality: 82 })
    .toBuffer();
  return {
    bytes: data,
    mimeType: `image/${info.format}`,
    width: info.width,
    height: info.height,
    thumbnail,
    thumbnailType: 'image/webp',
  };
}

function fitInside(side: number): ResizeOptions {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true };
}

/** Drawings stay lossless; photographs, which are much larger, are compressed. */
async function encodeImage(upright: Sharp, type: ImageType, hasAlpha: boolean) {
  if (type === 'image/png' || type === 'image/gif') {
    const drawing = await upright.clone().png().toBuffer({ resolveWithObject: true });
    // Scaling adds colours, so the PNG can become larger than the upload.
    if (drawing.data.length <= maxImageBytes) return drawing;
  }
  const photograph = hasAlpha
    ? upright.webp({ quality: 92 })
    : upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
  return photograph.toBuffer({ resolveWithObject: true });
}

/** Error codes for URLs that callers give: a bad URL, unusable content, or no response. */
export const fetchErrorCodes = {
  address: 'BAD_REQUEST',
  redirects: 'BAD_REQUEST',
  size: 'UNPROCESSABLE_CONTENT',
  encoding: 'UNPROCESSABLE_CONTENT',
  time: 'GATEWAY_TIMEOUT',
  unreachable: 'GATEWAY_TIMEOUT',
} as const satisfies Record<FetchError['reason'], string>;

const fetchMilliseconds = 15_000;
/** Prefers the original format over the smallest one. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif;q=0.9';

/** Fetches a picture: 400 if the address is not allowed, 422 if it is no picture, 504 if the host does not respond. */
export async function fetchImage(fetch: SafeFetch, url: string): Promise<PreparedImage> {
  const limits = { maxBytes: maxImageBytes, milliseconds: fetchMilliseconds };
  const { status, bytes } = await fetch(url, { ...limits, accept }).catch((error: unknown) => {
    throw error instanceof FetchError ? new MagpieError(fetchErrorCodes[error.reason], error.message) : error;
  });
  if (status === 200) return reencodeImage(bytes, 'UNPROCESSABLE_CONTENT');
  throw new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `The host responded with status ${status} instead of a picture.`,
  );
}

/** Limits picture work in total, and per user, so that none takes all slots; 503 if no slot is free. */
export function createUserConcurrencyLimit({ total, perUser }: { total: number; perUser: number }) {
  const takeSlot = createConcurrencyLimit({
    maxConcurrent: total,
    queue: {
      maxQueued: 0,
      busy: () => busy('Too many pictures are being processed right now; try again in a moment.'),
    },
  });
  const taken = createCounts();
  return async <Value>(userId: string, work: () => Promise<Value>): Promise<Value> => {
    if (taken.of(userId) >= perUser) {
      throw busy(
        `At most ${perUser} pictures per person are processed at the same time; try again in a moment.`,
      );
    }
    taken.add(userId, 1);
    try {
      return await takeSlot(work);
    } finally {
      taken.add(userId, -1);
    }
  };
}

function busy(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
