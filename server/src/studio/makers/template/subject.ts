import sharp, { type Sharp } from 'sharp';
import { toHex, toLch, computeLuminance, toRgb, type Rgb, contrast, computeContrast } from '../../colors.ts';

export interface ProductImage extends Raster {
  /** Transparent around the product, on white, or with its surroundings. */
  readonly kind: 'cutout' | 'packshot' | 'photograph';
  readonly surround: string | null;
  /** Saturated colours, the most frequent first. */
  readonly colors: readonly string[];
  /** Average, from 0 to 1. */
  readonly luminance: number;
}

interface Raster {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

const grid = 48;
const maxSide = 1440;
const minSide = 140;
/** Larger factors look blurred. */
const maxEnlargement = 2.4;
/** Maximum side ratio of a photograph; longer ones are cropped. */
const maxStretch = 2.2;

export async function analyzeProductImage(bytes: Buffer): Promise<ProductImage | null> {
  try {
    const upright = sharp(bytes, { limitInputPixels: 60_000_000 })
      .rotate()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
    const raster = await readRaster(upright);
    return Math.max(raster.width, raster.height) < minSide ? null : await classify(raster);
  } catch {
    return null;
  }
}

async function readRaster(picture: Sharp): Promise<Raster> {
  const drawn = picture.toColorspace('srgb').ensureAlpha().raw();
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

function openRaster({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

async function classify(raster: Raster): Promise<ProductImage> {
  const pixels = await samplePixels(openRaster(raster), grid);
  const border = pixels.filter((_pixel, at) => isAtBorder(at));
  const opaque = pixels.filter(([, , , alpha]) => alpha > 128);
  if (opaque.length === 0) throw new Error('The picture is fully transparent.');
  const colors = frequentColors(opaque);
  if (border.filter(([, , , alpha]) => alpha < 32).length > border.length * 0.6) {
    const trimmed = await readRaster(openRaster(raster).trim({ background: '#00000000', threshold: 10 }));
    return { kind: 'cutout', ...trimmed, surround: null, colors, luminance: averageLuminance(opaque) };
  }
  const surround = evenColor(border);
  const flat = await readRaster(openRaster(raster).flatten({ background: '#ffffff' }));
  const around = surround === null ? null : toHex(surround);
  const analysis = { surround: around, colors, luminance: averageLuminance(pixels) };
  return surround !== null && Math.min(...surround) >= 228
    ? { kind: 'packshot', ...analysis, ...(await onWhite(flat, surround)) }
    : { kind: 'photograph', ...analysis, ...(await cropLong(flat, surround !== null)) };
}

function averageLuminance(pixels: readonly Pixel[]): number {
  const sum = pixels.reduce((all, [red, green, blue]) => all + computeLuminance([red, green, blue]), 0);
  return sum / pixels.length;
}

/** Turns the background pure white and trims it to a narrow margin. */
async function onWhite(flat: Raster, surround: Rgb): Promise<Raster> {
  const factors = [...surround.map((part) => 255 / Math.max(1, part - 2)), 1];
  const whitened = await readRaster(openRaster(flat).linear(factors, [0, 0, 0, 0]));
  const trimmed = await readRaster(openRaster(whitened).trim({ background: '#ffffff', threshold: 12 }));
  const edge = Math.round(Math.max(trimmed.width, trimmed.height) * 0.02);
  return readRaster(
    openRaster(trimmed).extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#ffffff' }),
  );
}

async function cropLong(flat: Raster, hasSurround: boolean): Promise<Raster> {
  const { width, height } = flat;
  if (hasSurround || Math.max(width / height, height / width) <= maxStretch) return flat;
  const [wide, high] = [Math.min(width, height * maxStretch), Math.min(height, width * maxStretch)];
  const size = { width: Math.round(wide), height: Math.round(high) };
  return readRaster(
    openRaster(flat).resize(size.width, size.height, { fit: 'cover', position: 'attention' }),
  );
}

/** The picture scaled to a square grid of pixels; it must have an alpha channel. */
async function samplePixels(picture: Sharp, side: number): Promise<Pixel[]> {
  const raw = await picture.resize(side, side, { fit: 'fill' }).raw().toBuffer();
  return Array.from({ length: side * side }, (_nothing, index): Pixel => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = raw.subarray(index * 4, index * 4 + 4);
    return [red, green, blue, alpha];
  });
}

function isAtBorder(index: number): boolean {
  const [column, row] = [index % grid, Math.floor(index / grid)];
  return column === 0 || row === 0 || column === grid - 1 || row === grid - 1;
}

function evenColor(pixels: readonly Pixel[]): Rgb | null {
  const middle = (channel: 0 | 1 | 2): number =>
    pixels.map((pixel) => pixel[channel]).toSorted((a, b) => a - b)[Math.floor(pixels.length / 2)] ?? 0;
  const color: Rgb = [middle(0), middle(1), middle(2)];
  const near = pixels.filter((pixel) =>
    color.every((part, channel) => Math.abs((pixel[channel] ?? 0) - part) <= 10),
  );
  return near.length >= pixels.length * 0.92 ? color : null;
}

/** Ranked by area and saturation. */
function frequentColors(pixels: readonly Pixel[]): string[] {
  const buckets = new Map<string, { weight: number; count: number; sum: [number, number, number] }>();
  for (const [red, green, blue] of pixels) {
    const { lightness, chroma, hue } = toLch(toHex([red, green, blue]));
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
    toHex([red / count, green / count, blue / count]),
  );
}

/** Fills a rectangle with the subject, cropped; if that would enlarge it too much, the whole subject on a blurred copy. */
export async function renderCovering(subject: ProductImage, width: number, height: number): Promise<Buffer> {
  const enlarged = Math.max(width / subject.width, height / subject.height);
  const shapes = width / height / (subject.width / subject.height);
  const cutsMuch = Math.max(shapes, 1 / shapes) > 1.25;
  if (subject.surround !== null && (cutsMuch || enlarged > maxEnlargement)) {
    return whole(subject, width, height, subject.surround);
  }
  if (enlarged > maxEnlargement) return onBlurredCopy(subject, width, height);
  return openRaster(subject)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function whole(
  subject: ProductImage,
  width: number,
  height: number,
  background: string,
): Promise<Buffer> {
  const size = containedSize(subject, width, height);
  const small = await openRaster(subject)
    .resize(size.width, size.height, { fit: 'fill' })
    .png({ compressionLevel: 2 })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: small }])
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Blurs a small copy, which is about a hundred times faster. */
async function onBlurredCopy(subject: ProductImage, width: number, height: number): Promise<Buffer> {
  const size = containedSize(subject, width * 0.86, height * 0.86);
  const [small, blurred] = await Promise.all([
    readRaster(openRaster(subject).resize(size.width, size.height, { fit: 'fill' })),
    readRaster(
      openRaster(subject)
        .resize(Math.ceil(width / 10), Math.ceil(height / 10), { fit: 'cover' })
        .blur(4)
        .modulate({ brightness: 0.82 }),
    ),
  ]);
  const raw = { width: small.width, height: small.height, channels: 4 } as const;
  return openRaster(blurred)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: small.pixels, raw }])
    .flatten()
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

export function containedSize(
  subject: ProductImage,
  width: number,
  height: number,
): { width: number; height: number } {
  const scale = Math.min(width / subject.width, height / subject.height, maxEnlargement);
  return {
    width: Math.max(1, Math.floor(subject.width * scale)),
    height: Math.max(1, Math.floor(subject.height * scale)),
  };
}

/** The whole subject at a size; a white background is tinted with the colour behind it. */
export async function renderContained(
  subject: ProductImage,
  width: number,
  height: number,
  back: string,
): Promise<Buffer> {
  const small = openRaster(subject).resize(width, height, { fit: 'fill' });
  if (subject.kind !== 'packshot') return small.png({ compressionLevel: 2 }).toBuffer();
  const tint = toRgb(back).map((part) => part / 255);
  return small.removeAlpha().linear(tint, [0, 0, 0]).png({ compressionLevel: 2 }).toBuffer();
}

export interface Logo {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly ground: string | null;
  /** Luminance of its visible pixels, from 0 to 1. */
  readonly luminances: readonly number[];
}

const sampleSide = 40;

export async function analyzeLogo(bytes: Buffer): Promise<Logo | null> {
  try {
    const png = await sharp(bytes, { limitInputPixels: 60_000_000 })
      .rotate()
      .resize(900, 900, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .ensureAlpha()
      .png()
      .toBuffer();
    const trimmed = await sharp(png).trim({ threshold: 10 }).png().toBuffer();
    const { width, height } = await sharp(trimmed).metadata();
    if (width < 4 || height < 4) return null;
    return { bytes: trimmed, width, height, ...(await readTones(png)) };
  } catch {
    return null;
  }
}

async function readTones(png: Buffer): Promise<Pick<Logo, 'ground' | 'luminances'>> {
  const pixels = await samplePixels(sharp(png), sampleSide);
  const colors = pixels.map(([red, green, blue, alpha]): Rgb | null =>
    alpha > 128 ? [red, green, blue] : null,
  );
  const visible = colors.filter((color) => color !== null);
  if (visible.length === 0) throw new Error('The logo is fully transparent.');
  const corners = [0, sampleSide - 1, sampleSide * (sampleSide - 1), sampleSide * sampleSide - 1].map(
    (at) => colors[at] ?? null,
  );
  const [corner = null] = corners;
  const ground = corner === null || corners.includes(null) ? null : toHex(corner);
  return { ground, luminances: visible.map(computeLuminance) };
}

/** The colour of the plate that makes a logo visible on a background; null if it needs none. */
export function plateFor({ ground, luminances }: Logo, back: string): string | null {
  if (ground !== null) return contrast(ground, back) < 1.04 ? null : ground;
  if (seenOn(luminances, back) >= 0.6) return null;
  return seenOn(luminances, '#ffffff') >= seenOn(luminances, '#16181c') ? '#ffffff' : '#16181c';
}

function seenOn(luminances: readonly number[], back: string): number {
  const behind = computeLuminance(toRgb(back));
  return (
    luminances.filter((luminance) => computeContrast(luminance, behind) >= 2.4).length / luminances.length
  );
}
