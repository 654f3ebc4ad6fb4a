import { createRequire } from 'node:module';
import { runsOf } from './directions.ts';
import type { Direction, Lettering } from './picture.ts';
import { writablePieces, type FontFile } from './typefaces.ts';
import { unpacked } from './woff.ts';

/** A letter's outline, and where it stands in its line; lengths are multiples of the letters' size. */
export interface Glyph {
  /** As SVG has it, the other way up, in units of which `scale` makes multiples of the size. */
  readonly outline: string;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface ShapedLine {
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

/** Puts the letters of a line next to each other, joined and marked as their script wants it. */
export async function shapedLine(lettering: Lettering): Promise<ShapedLine> {
  const shaper = await harfbuzz;
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const run of runsOf(lettering.text, lettering.direction)) {
    const pieces = writablePieces(run.text, lettering.weight, lettering.language);
    for (const { text, font } of run.direction === 'rtl' ? pieces.toReversed() : pieces) {
      const shaped = shapedPiece(shaper, text, fontOf(shaper, font), run.direction, lettering.spacing);
      glyphs.push(...shaped.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + width })));
      width += shaped.width;
    }
  }
  return { glyphs, width };
}

function shapedPiece(
  shaper: Harfbuzz,
  text: string,
  { font, scale }: OpenFont,
  direction: Direction,
  spacing: number,
): ShapedLine {
  const buffer = shaper.createBuffer();
  try {
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction);
    shaper.shape(font, buffer);
    let width = 0;
    const letters = buffer.json();
    const glyphs = letters.map(({ g, cl, ax, dx, dy }, index) => {
      const glyph = { outline: font.glyphToPath(g), scale, x: width + dx * scale, y: dy * scale };
      width += ax * scale + (letters[index + 1]?.cl === cl ? 0 : spacing);
      return glyph;
    });
    return { glyphs, width };
  } finally {
    buffer.destroy();
  }
}

interface OpenFont {
  readonly font: HarfbuzzFont;
  readonly scale: number;
}

const open = new Map<string, OpenFont>();

/** They stay open as long as the thread lives, which is not long. */
function fontOf(shaper: Harfbuzz, { name, data }: FontFile): OpenFont {
  const known = open.get(name);
  if (known !== undefined) return known;
  const face = shaper.createFace(shaper.createBlob(unpacked(data)), 0);
  const opened = { font: shaper.createFont(face), scale: 1 / face.upem };
  open.set(name, opened);
  return opened;
}

/** What is used here of a package that has no types. */
interface Harfbuzz {
  createBlob(bytes: Uint8Array): object;
  createFace(blob: object, index: number): { readonly upem: number };
  createFont(face: object): HarfbuzzFont;
  createBuffer(): {
    addText(text: string): void;
    guessSegmentProperties(): void;
    setDirection(direction: Direction): void;
    json(): { g: number; cl: number; ax: number; dx: number; dy: number }[];
    destroy(): void;
  };
  shape(font: HarfbuzzFont, buffer: object): void;
}

interface HarfbuzzFont {
  glyphToPath(glyph: number): string;
}

/** The layout bundles the same, but draws marks that stand above a letter below it, as it takes up for down. */
const harfbuzz = createRequire(import.meta.url)('harfbuzzjs') as Promise<Harfbuzz>;
