import sharp from 'sharp';
import { createConcurrencyLimit } from '../concurrencyLimit.ts';
import { withDecodeErrors, decodingSeconds, readImageInfo, maxPixels, InvalidImage } from './checkImage.ts';

/** Few widths, so that different screens share cached images. */
const imageWidths = [160, 320, 640, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Most images are smaller, and two of them need less memory than one of the largest. */
const smallImagePixels = 12_000_000;
/** An AVIF is decoded completely and slowly before scaling, and a few bytes can describe a large one. */
const avifCost = 3;

// Separate from `decodeNext`, so that viewing large images does not delay storing others.
const scaleNext = createConcurrencyLimit({ maxConcurrent: 2 });
const scaleLargeNext = createConcurrencyLimit({ maxConcurrent: 1 });

export function imageWidthFor(wanted: number): ImageWidth {
  return imageWidths.find((width) => width >= wanted) ?? 1280;
}

/** Re-encodes an untrusted image as WebP with at most this width; never enlarges it. */
export async function scaleImage(bytes: Buffer, width: ImageWidth, signal: AbortSignal): Promise<Buffer> {
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
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, sequentialRead: true })
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
