import { renderAsync } from '@resvg/resvg-js';
import satori, { type SatoriOptions } from 'satori';
import sharp from 'sharp';
import type { Box, Line, Picture } from './picture.ts';
import { shapedLine } from './shaping.ts';
import { writableText } from './typefaces.ts';

interface Element {
  readonly type: 'div' | 'img';
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Draws a picture as a PNG. It takes tens of milliseconds of the processor, so only a thread of its own does it. */
export async function renderPicture(picture: Picture): Promise<Buffer> {
  const { width, height, root, lines = [], allColors = false } = picture;
  const element = await elementOf(root);
  const options: SatoriOptions = { width, height, fonts: [anyFont()] };
  const svg = await satori(element as Parameters<typeof satori>[0], options);
  const drawn = await renderAsync(await withLines(svg, lines), { font: { loadSystemFonts: false } });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten()
    .png(allColors ? { compressionLevel: 7 } : { palette: true, effort: 4 })
    .toBuffer();
}

/** The layout wants one, though it writes nothing. */
function anyFont(): SatoriOptions['fonts'][number] {
  const [font] = writableText('a', 400).fonts;
  if (font === undefined) throw new Error('there is no font for the letter a');
  return { name: font.name, data: font.data, style: 'normal', weight: 400 };
}

async function elementOf(box: Box): Promise<Element> {
  const parts = await Promise.all((box.parts ?? []).map(elementOf));
  const photograph = box.photograph === undefined ? null : await photographOf(box, box.photograph);
  const pictured = box.image === undefined ? photograph : imageOf(box, box.image);
  return {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', ...box.style },
      children: pictured === null ? parts : [pictured],
    },
  };
}

async function withLines(svg: string, lines: readonly Line[]): Promise<string> {
  const drawn = await Promise.all(lines.map(drawnLine));
  return svg.replace(/<\/svg>\s*$/, () => `${drawn.join('')}</svg>`);
}

async function drawnLine(line: Line): Promise<string> {
  const { glyphs, width } = await shapedLine(line);
  const left = line.x - { left: 0, center: 0.5, right: 1 }[line.align] * width * line.size;
  const letters = glyphs.map(
    ({ outline, scale, x, y }) => `<path transform="translate(${x} ${y}) scale(${scale})" d="${outline}"/>`,
  );
  const place = `translate(${left} ${line.baseline}) scale(${line.size} ${-line.size})`;
  return `<g fill="${line.color}" transform="${place}">${letters.join('')}</g>`;
}

function imageOf({ style }: Box, bytes: Uint8Array): Element {
  const { width, height } = style;
  const type = bytes[0] === 0xff ? 'jpeg' : 'png';
  const src = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return { type: 'img', key: null, props: { src, width, height, style: { width, height } } };
}

/** More pixels than any photograph has, and fewer than would fill the memory. */
const mostPixels = 100_000_000;

async function photographOf(box: Box, bytes: Uint8Array): Promise<Element | null> {
  const { style } = box;
  const [width, height] = [Number(style['width']), Number(style['height'])];
  try {
    const cut = await sharp(bytes, { limitInputPixels: mostPixels })
      .rotate()
      .resize(width, height, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 88 })
      .toBuffer();
    return imageOf(box, cut);
  } catch {
    return null;
  }
}
