import sharp from 'sharp';
import { contrast, computeContrast, toHex, computeLuminance, toRgb, type Rgb } from '../../colors.ts';
import { samplePixels } from './subject.ts';

export interface Logo {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** Its background colour; null if transparent. */
  readonly ground: string | null;
  /** Luminance of its visible pixels, from 0 to 1. */
  readonly luminances: readonly number[];
}

const grid = 40;

/** Null if the logo is unreadable or fully transparent. */
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
  const pixels = await samplePixels(sharp(png), grid);
  const colors = pixels.map(([red, green, blue, alpha]): Rgb | null =>
    alpha > 128 ? [red, green, blue] : null,
  );
  const visible = colors.filter((color) => color !== null);
  if (visible.length === 0) throw new Error('The logo is fully transparent.');
  const corners = [0, grid - 1, grid * (grid - 1), grid * grid - 1].map((at) => colors[at] ?? null);
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
