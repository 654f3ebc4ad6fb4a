import { renderAsync } from '@resvg/resvg-js';
import satori, { type SatoriOptions } from 'satori';
import sharp from 'sharp';
import { fontsOf } from './fonts.ts';
import { boxesIn, type Box, type Line, type Picture } from './picture.ts';
import { shapedLine } from './shaping.ts';
import { writableText, type Writable } from './typefaces.ts';

interface Element {
  readonly type: 'div' | 'img';
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Draws a picture as a PNG. It takes tens of milliseconds of the processor, so only a thread of its own does it. */
export async function renderPicture(picture: Picture): Promise<Buffer> {
  const { width, height, root, lines = [], allColors = false } = picture;
  const written = new Map(
    [...boxesIn(root)].map((box) => [box, writableText(box.text ?? '', box.weight ?? 400)]),
  );
  const fonts = fontsOf([...written.values()].flatMap((each) => each.fonts));
  const element = await elementOf(root, written);
  const options: SatoriOptions = { width, height, fonts, embedFont: true };
  const svg = await satori(element as Parameters<typeof satori>[0], options);
  const drawn = await renderAsync(await withLines(svg, lines), { font: { loadSystemFonts: false } });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten()
    .png(allColors ? { compressionLevel: 7 } : { palette: true, quality: 95, effort: 4 })
    .toBuffer();
}

async function elementOf(box: Box, written: ReadonlyMap<Box, Writable>): Promise<Element> {
  const { text = '', fonts = [] } = written.get(box) ?? {};
  const parts = await Promise.all((box.parts ?? []).map((part) => elementOf(part, written)));
  const photograph = box.photograph === undefined ? null : await photographOf(box, box.photograph);
  const pictured = box.image === undefined ? photograph : imageOf(box, box.image);
  const family = fonts.length === 0 ? {} : { fontFamily: fonts.map(({ name }) => name).join(', ') };
  return {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', ...box.style, ...family },
      children: [...(pictured === null ? parts : [pictured]), ...(text === '' ? [] : [text])],
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
