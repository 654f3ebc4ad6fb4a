import sharp from 'sharp';
import { hexOf, lchOf, luminanceOf, rgbOf, type Rgb } from './color.ts';

/** The picture of a product, looked at. */
export interface Subject {
  /** Cut out of what was around it, or on white, or with everything that is around it. */
  readonly kind: 'cutout' | 'packshot' | 'photograph';
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** What it is surrounded by, where that is all of one colour. */
  readonly surround: string | null;
  /** The most frequent first, of those that are colourful. */
  readonly colors: readonly string[];
  /** From 0 to 1, on the whole. */
  readonly luminance: number;
}

const grid = 48;
const longestSide = 1800;
/** More than this and a picture looks washed out. */
const mostEnlarged = 2.4;

/** Null for what cannot be read, or shows nothing. */
export async function subjectOf(bytes: Buffer): Promise<Subject | null> {
  try {
    const upright = await sharp(bytes, { limitInputPixels: 60_000_000 })
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
    return await looked(upright);
  } catch {
    return null;
  }
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

async function looked(upright: Buffer): Promise<Subject> {
  const pixels = await pixelsOf(upright);
  const border = pixels.filter((_pixel, at) => isAtBorder(at));
  const opaque = pixels.filter(([, , , alpha]) => alpha > 128);
  const colors = frequentColors(opaque);
  const luminance = average(opaque.map(([red, green, blue]) => luminanceOf([red, green, blue])));
  if (border.filter(([, , , alpha]) => alpha < 32).length > border.length * 0.6) {
    const trimmed = await sharp(upright).trim({ background: '#00000000', threshold: 10 }).png().toBuffer();
    return { kind: 'cutout', ...(await sizeOf(trimmed)), surround: null, colors, luminance };
  }
  const surround = evenColor(border);
  const flat = await sharp(upright)
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (surround !== null && Math.min(...surround) >= 228) {
    return {
      kind: 'packshot',
      ...(await onWhite(flat, surround)),
      surround: hexOf(surround),
      colors,
      luminance,
    };
  }
  const around = surround === null ? null : hexOf(surround);
  return { kind: 'photograph', ...(await sizeOf(flat)), surround: around, colors, luminance };
}

async function sizeOf(bytes: Buffer): Promise<Pick<Subject, 'bytes' | 'width' | 'height'>> {
  const { width, height } = await sharp(bytes).metadata();
  return { bytes, width, height };
}

/** Its surroundings made wholly white and cut away, but for a narrow edge. */
async function onWhite(flat: Buffer, surround: Rgb): Promise<Pick<Subject, 'bytes' | 'width' | 'height'>> {
  const whitened = await sharp(flat)
    .linear(
      surround.map((part) => 255 / Math.max(1, part - 2)),
      [0, 0, 0],
    )
    .png({ compressionLevel: 1 })
    .toBuffer();
  const trimmed = await sharp(whitened).trim({ background: '#ffffff', threshold: 12 }).png().toBuffer();
  const { width, height } = await sizeOf(trimmed);
  const edge = Math.round(Math.max(width, height) * 0.02);
  const edged = sharp(trimmed).extend({
    top: edge,
    bottom: edge,
    left: edge,
    right: edge,
    background: '#ffffff',
  });
  return sizeOf(await edged.png().toBuffer());
}

async function pixelsOf(bytes: Buffer): Promise<Pixel[]> {
  const raw = await sharp(bytes).ensureAlpha().resize(grid, grid, { fit: 'fill' }).raw().toBuffer();
  return Array.from({ length: grid * grid }, (_nothing, index): Pixel => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = raw.subarray(index * 4, index * 4 + 4);
    return [red, green, blue, alpha];
  });
}

function isAtBorder(index: number): boolean {
  const [column, row] = [index % grid, Math.floor(index / grid)];
  return column === 0 || row === 0 || column === grid - 1 || row === grid - 1;
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0.5 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The colour of all but a few of these, if they have one. */
function evenColor(pixels: readonly Pixel[]): Rgb | null {
  const middle = (channel: 0 | 1 | 2): number =>
    pixels.map((pixel) => pixel[channel]).toSorted((a, b) => a - b)[Math.floor(pixels.length / 2)] ?? 0;
  const color: Rgb = [middle(0), middle(1), middle(2)];
  const near = pixels.filter((pixel) =>
    color.every((part, channel) => Math.abs((pixel[channel] ?? 0) - part) <= 10),
  );
  return near.length >= pixels.length * 0.92 ? color : null;
}

/** By how much of the picture is about of that colour, and how colourful it is. */
function frequentColors(pixels: readonly Pixel[]): string[] {
  const buckets = new Map<string, { weight: number; count: number; sum: [number, number, number] }>();
  for (const [red, green, blue] of pixels) {
    const { lightness, chroma, hue } = lchOf(hexOf([red, green, blue]));
    if (chroma < 0.045 || lightness < 0.18 || lightness > 0.93) continue;
    const key = `${Math.round(hue / 30) % 12} ${Math.round(lightness * 4)}`;
    const bucket = buckets.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    bucket.weight += chroma;
    bucket.count += 1;
    bucket.sum = [bucket.sum[0] + red, bucket.sum[1] + green, bucket.sum[2] + blue];
    buckets.set(key, bucket);
  }
  const enough = [...buckets.values()].filter(({ count }) => count >= pixels.length * 0.01);
  const sorted = enough.toSorted((a, b) => b.weight - a.weight).slice(0, 4);
  return sorted.map(({ count, sum: [red, green, blue] }) =>
    hexOf([red / count, green / count, blue / count]),
  );
}

/** The subject filling a rectangle, cut where least is lost; where that would enlarge it too much, whole before itself blurred. */
export async function covering(subject: Subject, width: number, height: number): Promise<Buffer> {
  const enlarged = Math.max(width / subject.width, height / subject.height);
  const shapes = width / height / (subject.width / subject.height);
  const cutsMuch = Math.max(shapes, 1 / shapes) > 1.25;
  if (subject.surround !== null && (cutsMuch || enlarged > mostEnlarged)) {
    return whole(subject, width, height, subject.surround);
  }
  if (enlarged > mostEnlarged) return beforeItself(subject, width, height);
  return sharp(subject.bytes)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function whole(subject: Subject, width: number, height: number, background: string): Promise<Buffer> {
  const size = containedSize(subject, width, height);
  const small = await sharp(subject.bytes).resize(size.width, size.height, { fit: 'fill' }).png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: small }])
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function beforeItself(subject: Subject, width: number, height: number): Promise<Buffer> {
  const size = containedSize(subject, width * 0.86, height * 0.86);
  const small = await sharp(subject.bytes).resize(size.width, size.height, { fit: 'fill' }).png().toBuffer();
  const blurred = await sharp(subject.bytes)
    .resize(width, height, { fit: 'cover' })
    .blur(40)
    .modulate({ brightness: 0.82 })
    .png()
    .toBuffer();
  return sharp(blurred)
    .composite([{ input: small }])
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** How large the whole subject is in a rectangle. */
export function containedSize(
  subject: Subject,
  width: number,
  height: number,
): { width: number; height: number } {
  const scale = Math.min(width / subject.width, height / subject.height, mostEnlarged);
  return {
    width: Math.max(1, Math.floor(subject.width * scale)),
    height: Math.max(1, Math.floor(subject.height * scale)),
  };
}

/** The whole subject at a size; what was on white takes on what is behind it. */
export async function contained(
  subject: Subject,
  width: number,
  height: number,
  back: string,
): Promise<Buffer> {
  const small = sharp(subject.bytes).resize(width, height, { fit: 'fill' });
  if (subject.kind !== 'packshot') return small.png().toBuffer();
  const tint = rgbOf(back).map((part) => part / 255);
  return small.removeAlpha().linear(tint, [0, 0, 0]).png().toBuffer();
}
