import { mostPictureBytes } from '@magpie/contract';
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp';
import { MagpieError, type ErrorCode } from '@magpie/contract/errors';
import {
  checkPicture,
  decoded,
  decodingSeconds,
  mostPixels,
  PictureRefused,
} from '../integrations/images/checkPicture.ts';
import { decodeNext } from '../integrations/images/decodeNext.ts';
import type { PictureType } from '../integrations/images/pictureTypes.ts';

/** A picture as it is kept: its pixels, written anew, and nothing else of what came. */
export interface Prepared {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail: Buffer;
  readonly thumbnailType: string;
}

const longestSide = 4096;
const longestThumbnailSide = 480;

/**
 * Decodes a picture, turns it the way that it says, and writes its pixels anew in sRGB. Whatever else was in the file,
 * such as where it was taken, who took it, or a page hidden behind it, is not in the new one. Of a moving picture the
 * first frame is kept.
 *
 * @param refusal how what is no picture is refused
 */
export async function preparePicture(bytes: Buffer, refusal: ErrorCode = 'BAD_REQUEST'): Promise<Prepared> {
  try {
    if (isSvg(bytes)) throw new PictureRefused('An SVG can hold programs; export it as a PNG and keep that.');
    const { type } = await checkPicture(bytes);
    return await decodeNext(() => decoded(written(bytes, type)));
  } catch (error) {
    if (error instanceof PictureRefused) throw new MagpieError(refusal, error.message);
    throw error;
  }
}

/** Only for the sentence: what is none of the kinds that are kept is refused however it begins. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes.toString('utf8', 0, 4096);
  return /^\s*<[?!s]/i.test(start) && /<svg[\s>]/i.test(start);
}

async function written(bytes: Buffer, type: PictureType): Promise<Prepared> {
  const upright = reading(bytes).autoOrient().resize(within(longestSide));
  const { data, info } = await encoded(upright, type, (await sharp(bytes).metadata()).hasAlpha);
  const thumbnail = await reading(data).resize(within(longestThumbnailSide)).webp({ quality: 82 }).toBuffer();
  return {
    bytes: data,
    mimeType: `image/${info.format}`,
    width: info.width,
    height: info.height,
    thumbnail,
    thumbnailType: 'image/webp',
  };
}

function reading(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels }).timeout({
    seconds: decodingSeconds,
  });
}

function within(side: number): ResizeOptions {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true };
}

type Encoded = { readonly data: Buffer; readonly info: OutputInfo };

/** Drawings stay as sharp as they are; photographs, which are many times as large, lose what nobody sees. */
async function encoded(upright: Sharp, type: PictureType, hasAlpha: boolean): Promise<Encoded> {
  if (type === 'image/png' || type === 'image/gif') {
    const drawing = await upright.clone().png().toBuffer({ resolveWithObject: true });
    // Scaled down, a picture of few colours has many, and can become larger than what was sent.
    if (drawing.data.length <= mostPictureBytes) return drawing;
  }
  const photograph = hasAlpha
    ? upright.webp({ quality: 92 })
    : upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
  return photograph.toBuffer({ resolveWithObject: true });
}
