import { renderAsync } from '@resvg/resvg-js';
import satori, { type SatoriOptions } from 'satori';
import sharp from 'sharp';
import { measureText, type MeasuredText } from './measure.ts';
import type { Box, Line, ImageLayout, StyledText } from './imageLayout.ts';
import { shapeLine } from './shaping.ts';
import { keepSupported } from './typefaces.ts';

export type RenderTask = { readonly picture: ImageLayout } | { readonly texts: readonly StyledText[] };

export interface RenderResult {
  readonly png?: Uint8Array;
  readonly measured?: readonly MeasuredText[];
}

/** Runs in a worker, because an image takes tens of milliseconds of CPU time. */
export default async function handleTask(task: RenderTask): Promise<RenderResult> {
  return 'picture' in task
    ? { png: await renderImage(task.picture) }
    : { measured: task.texts.map(measureText) };
}

interface Element {
  readonly type: 'div' | 'img';
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

async function renderImage(layout: ImageLayout): Promise<Buffer> {
  const { width, height, root, lines = [], isFullColor = false } = layout;
  const element = await toElement(root);
  const options: SatoriOptions = { width, height, fonts: [anyFont()] };
  const svg = await satori(element as Parameters<typeof satori>[0], options);
  const drawn = await renderAsync(withLines(svg, lines), { font: { loadSystemFonts: false } });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten()
    .png(isFullColor ? { compressionLevel: 7 } : { palette: true, effort: 4 })
    .toBuffer();
}

/** satori requires a font, though it renders no text here. */
function anyFont(): SatoriOptions['fonts'][number] {
  const [font] = keepSupported({ text: 'a', weight: 400 }).fonts;
  if (font === undefined) throw new Error('No font has the letter a.');
  return { name: font.name, data: font.data, style: 'normal', weight: 400 };
}

async function toElement(box: Box): Promise<Element> {
  const parts = await Promise.all((box.parts ?? []).map(toElement));
  const photograph = box.photograph === undefined ? null : await toPhotographElement(box, box.photograph);
  const imageElement = box.image === undefined ? photograph : toImageElement(box, box.image);
  return {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', ...box.style },
      children: imageElement === null ? parts : [imageElement],
    },
  };
}

function withLines(svg: string, lines: readonly Line[]): string {
  return svg.replace(/<\/svg>\s*$/, () => `${lines.map(renderLine).join('')}</svg>`);
}

function renderLine(line: Line): string {
  const { glyphs, width } = shapeLine(line);
  const left = line.x - { left: 0, center: 0.5, right: 1 }[line.align] * width * line.size;
  const letters = glyphs.map(
    ({ outline, scale, x, y }) => `<path transform="translate(${x} ${y}) scale(${scale})" d="${outline}"/>`,
  );
  const place = `translate(${left} ${line.baseline}) scale(${line.size} ${-line.size})`;
  return `<g fill="${line.color}" transform="${place}">${letters.join('')}</g>`;
}

function toImageElement({ style }: Box, bytes: Uint8Array): Element {
  const { width, height } = style;
  const type = bytes[0] === 0xff ? 'jpeg' : 'png';
  const src = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return { type: 'img', key: null, props: { src, width, height, style: { width, height } } };
}

/** Above any photograph, and below what would fill the memory. */
const maxPixels = 100_000_000;

async function toPhotographElement(box: Box, bytes: Uint8Array): Promise<Element | null> {
  const { style } = box;
  const [width, height] = [Number(style['width']), Number(style['height'])];
  try {
    const cut = await sharp(bytes, { limitInputPixels: maxPixels })
      .rotate()
      .resize(width, height, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 88 })
      .toBuffer();
    return toImageElement(box, cut);
  } catch {
    return null;
  }
}
