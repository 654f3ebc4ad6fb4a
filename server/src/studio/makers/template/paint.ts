import sharp from 'sharp';
import type { Box, ImageLayout } from '../../../integrations/drawing/imageLayout.ts';
import { computeContrast, computeLuminance, toRgb, type Rgb } from '../../colors.ts';
import { getBottom, getRight, type SceneParts, type Rect, type Scene, type SceneShape } from './scene.ts';
import { renderContained, renderCovering } from './subject.ts';

export async function paintScene(scene: Scene, { shapes, lines }: SceneParts): Promise<ImageLayout> {
  const { width, height } = scene.frame;
  const boxes: Box[] = [];
  let photograph: Buffer | null = null;
  for (const shape of shapes) {
    if (shape.kind === 'veil') {
      boxes.push(await veil(shape, photograph));
      continue;
    }
    const painting = await toBox(scene, shape);
    if (shape.kind === 'subject' && shape.fit === 'cover') photograph = painting.image ?? null;
    boxes.push(painting.box);
  }
  const root = { style: { width, height, position: 'relative' }, parts: boxes };
  return { width, height, root, lines, isFullColor: true };
}

type Solid = Exclude<SceneShape, { kind: 'veil' }>;

async function toBox(scene: Scene, shape: Solid): Promise<{ readonly box: Box; readonly image?: Buffer }> {
  if (shape.kind === 'box') return { box: toClippedBox(shape) };
  const rect = roundRect(shape.rect);
  if (shape.kind === 'logo') {
    return {
      box: { style: absolutePosition(rect), ...(scene.logo === null ? {} : { image: scene.logo.bytes }) },
    };
  }
  if (scene.subject === null) return { box: { style: absolutePosition(rect) } };
  const make = shape.fit === 'cover' ? renderCovering : renderContained;
  const image = await make(scene.subject, rect.width, rect.height, shape.back);
  return { image, box: { style: { ...absolutePosition(rect), ...shape.radius, overflow: 'hidden' }, image } };
}

function absolutePosition({ left, top, width, height }: Rect): Record<string, string | number> {
  return { position: 'absolute', left, top, width, height };
}

/** Pictures need whole pixels. */
function roundRect({ left, top, width, height }: Rect): Rect {
  const [x, y] = [Math.round(left), Math.round(top)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.round(left + width) - x),
    height: Math.max(1, Math.round(top + height) - y),
  };
}

function toClippedBox({ rect, style, clip }: Extract<SceneShape, { kind: 'box' }>): Box {
  if (clip === undefined) return { style: { ...absolutePosition(rect), ...style } };
  const within = { ...rect, left: rect.left - clip.left, top: rect.top - clip.top };
  return {
    style: { ...absolutePosition(clip), overflow: 'hidden' },
    parts: [{ style: { ...absolutePosition(within), ...style } }],
  };
}

/** Text on a photograph needs 4.5:1 on all sampled pixels; the rest is tolerance. */
const minContrast = 4.6;
const thinnest = 0.5;

/** An overlay that is uniform behind the text and fades out beyond it. */
async function veil(shape: Extract<SceneShape, { kind: 'veil' }>, photograph: Buffer | null): Promise<Box> {
  const { rect, texts, color, inks, side } = shape;
  const behind = photograph === null ? [] : await pixelsIn(photograph, texts);
  const strength = densityFor(behind, color, inks);
  const tone = (share: number): string => `rgba(${toRgb(color).join(',')},${(strength * share).toFixed(3)})`;
  const reach = {
    top: getBottom(texts) / rect.height,
    bottom: 1 - texts.top / rect.height,
    left: getRight(texts) / rect.width,
    right: 1 - texts.left / rect.width,
  }[side];
  const even = Math.min(100, (reach + 0.05) * 100);
  const gone = Math.min(130, even + 34);
  const direction = { top: 'to bottom', bottom: 'to top', left: 'to right', right: 'to left' }[side];
  const stops = [
    `${tone(1)} 0%`,
    `${tone(1)} ${even}%`,
    `${tone(0.72)} ${even + (gone - even) * 0.3}%`,
    `${tone(0.28)} ${even + (gone - even) * 0.65}%`,
    `${tone(0)} ${gone}%`,
  ];
  const backgroundImage = `linear-gradient(${direction}, ${stops.join(', ')})`;
  return { style: { ...absolutePosition(rect), backgroundImage } };
}

/** The lowest opacity at which all text is readable. */
export function densityFor(behind: readonly Rgb[], color: string, inks: readonly string[]): number {
  const veiled = toRgb(color);
  const written = inks.map((ink) => computeLuminance(toRgb(ink)));
  const reads = (share: number): boolean =>
    behind.every((pixel) => {
      const at = (channel: 0 | 1 | 2): number => pixel[channel] + (veiled[channel] - pixel[channel]) * share;
      const luminance = computeLuminance([at(0), at(1), at(2)]);
      return written.every((ink) => computeContrast(ink, luminance) >= minContrast);
    });
  for (let share = thinnest; share < 1; share += 0.03) if (reads(share)) return share;
  return 1;
}

async function pixelsIn(photograph: Buffer, area: Rect): Promise<Rgb[]> {
  const { left, top, width, height } = roundRect(area);
  const raw = await sharp(photograph)
    .extract({ left, top, width, height })
    .resize(64, 64, { fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return Array.from({ length: raw.length / 3 }, (_nothing, index): Rgb => {
    const [red = 0, green = 0, blue = 0] = raw.subarray(index * 3, index * 3 + 3);
    return [red, green, blue];
  });
}
