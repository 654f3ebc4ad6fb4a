import { renderAsync } from '@resvg/resvg-js';
import satori, { type Font, type SatoriOptions } from 'satori';
import sharp from 'sharp';
import { boxesIn, type Box, type Picture } from './picture.ts';
import { writableText, type FontFile, type Writable } from './typefaces.ts';

interface Element {
  readonly type: 'div' | 'img';
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Draws a picture as a PNG. It takes tens of milliseconds of the processor, so only a thread of its own does it. */
export async function renderPicture({ width, height, root }: Picture): Promise<Buffer> {
  const written = new Map(
    [...boxesIn(root)].map((box) => [box, writableText(box.text ?? '', weightOf(box))]),
  );
  const fonts = fontsOf([...written.values()].flatMap((each) => each.fonts));
  const element = await elementOf(root, written);
  const options: SatoriOptions = { width, height, fonts, embedFont: true };
  const svg = await satori(element as Parameters<typeof satori>[0], options);
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten()
    .png({ palette: true, quality: 95, effort: 4 })
    .toBuffer();
}

function weightOf({ weight = 400 }: Box): 400 | 700 {
  return weight;
}

/** The layout wants a font even where nothing is written. */
function fontsOf(files: readonly FontFile[]): Font[] {
  const all = files.length > 0 ? files : writableText('a', 400).fonts;
  const byName = new Map(all.map((file) => [file.name, file]));
  return [...byName.values()].map(({ name, data }) => ({ name, data, style: 'normal', weight: 400 }));
}

async function elementOf(box: Box, written: ReadonlyMap<Box, Writable>): Promise<Element> {
  const { text = '', fonts = [] } = written.get(box) ?? {};
  const parts = await Promise.all((box.parts ?? []).map((part) => elementOf(part, written)));
  const photograph = box.photograph === undefined ? null : await photographOf(box, box.photograph);
  const family = fonts.length === 0 ? {} : { fontFamily: fonts.map(({ name }) => name).join(', ') };
  return {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', ...box.style, ...family },
      children: [...(photograph === null ? parts : [photograph]), ...(text === '' ? [] : [text])],
    },
  };
}

/** More pixels than any photograph has, and fewer than would fill the memory. */
const mostPixels = 100_000_000;

async function photographOf({ style }: Box, bytes: Uint8Array): Promise<Element | null> {
  const [width, height] = [Number(style['width']), Number(style['height'])];
  try {
    const cut = await sharp(bytes, { limitInputPixels: mostPixels })
      .rotate()
      .resize(width, height, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 88 })
      .toBuffer();
    const src = `data:image/jpeg;base64,${cut.toString('base64')}`;
    return { type: 'img', key: null, props: { src, width, height, style: { width, height } } };
  } catch {
    return null;
  }
}
