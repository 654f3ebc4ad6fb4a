import sharp from 'sharp';
import { createTurns } from '../turns.ts';
import { decoded, decodingSeconds, describePicture, mostPixels } from './checkPicture.ts';
import { decodeNext } from './decodeNext.ts';

/** The widths that pictures are shown in: few, so that what was made for one screen serves the next. */
const shownWidths = [160, 320, 640, 1280] as const;
export type ShownWidth = (typeof shownWidths)[number];

/** Most pictures are no larger, and two of them take less memory than one of the largest. */
const usualPixels = 12_000_000;
const scaleNext = createTurns({ atOnce: 2 });

/** The next larger width that pictures are shown in, or the largest. */
export function shownWidthFor(wanted: number): ShownWidth {
  return shownWidths.find((width) => width >= wanted) ?? 1280;
}

/** What came from outside, written anew as a WebP of this width at most; never larger than it was. */
export async function scalePicture(bytes: Buffer, width: ShownWidth): Promise<Buffer> {
  const picture = await describePicture(bytes);
  const takeTurn = picture.width * picture.height > usualPixels ? decodeNext : scaleNext;
  return takeTurn(() => decoded(scaled(bytes, width)));
}

function scaled(bytes: Buffer, width: ShownWidth): Promise<Buffer> {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, sequentialRead: true })
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize({ width, height: 3 * width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
