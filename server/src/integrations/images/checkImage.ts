import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { ImageType } from './imageTypes.ts';
import { createConcurrencyLimit } from '../concurrencyLimit.ts';

const takeTurn = createConcurrencyLimit({ maxConcurrent: 1 });

/** One at a time per process, since each may need the memory of the largest image. */
export function decodeInTurn<T>(work: () => Promise<T>): Promise<T> {
  return takeTurn(() => withDecodeErrors(work()));
}

/** The message is one sentence for the user. */
export class InvalidImage extends Error {
  override readonly name = 'InvalidImage';
}

export interface ImageInfo {
  readonly type: ImageType;
  /** After applying the EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

/** A decoded pixel takes four bytes: a small file could otherwise fill the memory. */
export const maxPixels = 50_000_000;
const decodingSeconds = 20;

/** Verifies an image by decoding it; the declared content type is ignored. */
export async function checkImage(bytes: Buffer): Promise<ImageInfo> {
  const picture = await readImageInfo(bytes);
  await decodeInTurn(() => decodeAll(bytes));
  return picture;
}

export async function readImageInfo(bytes: Buffer): Promise<ImageInfo> {
  const type = detectType(bytes);
  if (type === null) throw new InvalidImage('The file is not a JPEG, PNG, GIF, WebP or AVIF image.');
  const { mediaType, autoOrient } = await withDecodeErrors(
    sharp(bytes, { limitInputPixels: false }).metadata(),
  );
  if (mediaType !== type) throw damagedImage();
  const { width, height } = autoOrient;
  if (width * height > maxPixels) {
    throw new InvalidImage(
      `The image has ${width} × ${height} pixels; the limit is ${maxPixels / 1_000_000} million.`,
    );
  }
  return { type, width, height };
}

/** By magic bytes, so that nothing else reaches a decoder. */
function detectType(bytes: Buffer): ImageType | null {
  const start = bytes.toString('latin1', 0, 64);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp';
  return /^[^]{4}ftyp[^]*avi[fs]/.test(start) ? 'image/avif' : null;
}

/** Decodes to a few pixels, so that the whole file is read with little memory. */
function decodeAll(bytes: Buffer): Promise<Buffer> {
  return openImage(bytes, { sequentialRead: true }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
}

export function openImage(bytes: Buffer, options: SharpOptions = {}): Sharp {
  const limits = { failOn: 'truncated', limitInputPixels: maxPixels } as const;
  return sharp(bytes, { ...limits, ...options }).timeout({ seconds: decodingSeconds });
}

/** Replaces decoder errors, which are not useful to users. */
export async function withDecodeErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw damagedImage();
  }
}

function damagedImage(): InvalidImage {
  return new InvalidImage('The image is damaged and cannot be decoded.');
}
