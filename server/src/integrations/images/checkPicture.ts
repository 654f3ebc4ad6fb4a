import sharp from 'sharp';
import { decodeNext } from './decodeNext.ts';
import type { PictureType } from './pictureTypes.ts';

/** Why something that was fetched is not kept, in one sentence. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

export interface Picture {
  readonly type: PictureType;
  /** As it is shown, turned the way that it says. */
  readonly width: number;
  readonly height: number;
}

/** Decoded, one of them takes four bytes: a small file could otherwise fill the memory. */
export const mostPixels = 50_000_000;
export const decodingSeconds = 20;

/** Finds out what a picture is by decoding it, whatever its sender called it. */
export async function checkPicture(bytes: Buffer): Promise<Picture> {
  const picture = await describePicture(bytes);
  await decodeNext(() => decoded(decodeAll(bytes)));
  return picture;
}

/** What a picture says that it is; whether the rest can be decoded is still to be seen. */
export async function describePicture(bytes: Buffer): Promise<Picture> {
  const type = typeOf(bytes);
  if (type === null) throw new PictureRefused('What came is no JPEG, PNG, GIF, WebP or AVIF picture.');
  const { mediaType, autoOrient } = await decoded(sharp(bytes, { limitInputPixels: false }).metadata());
  if (mediaType !== type) throw notWhole();
  const { width, height } = autoOrient;
  if (width * height > mostPixels) {
    throw new PictureRefused(
      `The picture has ${width} × ${height} pixels, and one may have ${mostPixels / 1_000_000} million.`,
    );
  }
  return { type, width, height };
}

/** By the bytes that each kind begins with. What is none of them never reaches a decoder. */
function typeOf(bytes: Buffer): PictureType | null {
  const start = bytes.toString('latin1', 0, 64);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp';
  return /^[^]{4}ftyp[^]*avi[fs]/.test(start) ? 'image/avif' : null;
}

/** Down to a few pixels, so that the whole is read and little of it is held. */
function decodeAll(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, sequentialRead: true })
    .timeout({ seconds: decodingSeconds })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** What a decoder says about broken bytes is for its developers. */
export async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw notWhole();
  }
}

function notWhole(): PictureRefused {
  return new PictureRefused('What came is broken: it cannot be decoded to its end.');
}
