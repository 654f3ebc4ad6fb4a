import { createRequire } from 'node:module';
import type { Harfbuzz, HarfbuzzFont } from 'harfbuzzjs';
import { runsOf } from './directions.ts';
import type { Direction, Lettering } from './picture.ts';
import { writablePieces, type FontFile } from './typefaces.ts';
import { unpacked } from './woff.ts';

/** The package is a promise itself, which an import would wait for. */
const harfbuzz = createRequire(import.meta.url)('harfbuzzjs') as Promise<Harfbuzz>;

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

/**
 * Puts the letters of a line next to each other, joined and marked as their script wants it. The layout of boxes
 * bundles the same shaper, but takes up for down where it places marks.
 */
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
