import sharp from 'sharp';
import { createConcurrencyLimit } from '../concurrencyLimit.ts';
import { decoded, decodingSeconds, describePicture, mostPixels, PictureRefused } from './checkPicture.ts';

/** The widths that pictures are shown in: few, so that what was made for one screen serves the next. */
const shownWidths = [160, 320, 640, 1280] as const;
export type ShownWidth = (typeof shownWidths)[number];

/** Most pictures are no larger, and two of them take less memory than one of the largest. */
const usualPixels = 12_000_000;
/** An AVIF is decoded whole before it is scaled, slowly, and a large one can be made of a few bytes. */
const costOfAvif = 3;

// Of their own: whoever looks at large pictures holds up none that are kept.
const scaleNext = createConcurrencyLimit({ atOnce: 2 });
const scaleLargeNext = createConcurrencyLimit({ atOnce: 1 });

/** The next larger width that pictures are shown in, or the largest. */
export function shownWidthFor(wanted: number): ShownWidth {
  return shownWidths.find((width) => width >= wanted) ?? 1280;
}

/** What came from outside, written anew as a WebP of this width at most; never larger than it was. */
export async function scalePicture(bytes: Buffer, width: ShownWidth, signal: AbortSignal): Promise<Buffer> {
  const picture = await describePicture(bytes);
  const cost = picture.width * picture.height * (picture.type === 'image/avif' ? costOfAvif : 1);
  if (cost > mostPixels) {
    throw new PictureRefused(
      `The AVIF has ${picture.width} × ${picture.height} pixels, and one that is shown may have ${Math.floor(mostPixels / costOfAvif / 1_000_000)} million.`,
    );
  }
  const takeTurn = cost > usualPixels ? scaleLargeNext : scaleNext;
  return takeTurn(() => decoded(scaled(bytes, width)), signal);
}

function scaled(bytes: Buffer, width: ShownWidth): Promise<Buffer> {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, sequentialRead: true })
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
