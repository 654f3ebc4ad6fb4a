import type { HarfbuzzFont } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { splitRuns } from './lettering.ts';
import type { Direction, StyledText } from './imageLayout.ts';
import { type FontFile, harfbuzz, openFace, splitByFont } from './typefaces.ts';

/** A glyph's outline and position in its line, as multiples of the font size. */
export interface Glyph {
  /** An SVG path with inverted y axis; `scale` converts its units to multiples of the font size. */
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
 * Shapes a line with ligatures and marks. satori bundles the same shaper, but inverts the vertical position of
 * marks.
 */
export function shapeLine(lettering: StyledText): ShapedLine {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const run of splitRuns(lettering.text, lettering.direction)) {
    const pieces = splitByFont(run.text, lettering);
    for (const { text, font } of run.direction === 'rtl' ? pieces.toReversed() : pieces) {
      const shaped = shapePiece(text, openFont(font), run.direction, lettering.spacing);
      glyphs.push(...shaped.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + width })));
      width += shaped.width;
    }
  }
  return { glyphs, width };
}

function shapePiece(text: string, { font, scale }: OpenFont, direction: Direction, spacing: number) {
  const buffer = harfbuzz.createBuffer();
  try {
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction);
    harfbuzz.shape(font, buffer);
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

/** Bounds the memory of the shaper. */
const maxOpenFonts = 60;
const openFonts = new LRUCache<string, OpenFont>({
  max: maxOpenFonts,
  dispose: ({ font }) => font.destroy(),
});

function openFont({ name, data }: FontFile): OpenFont {
  const known = openFonts.get(name);
  if (known !== undefined) return known;
  const face = openFace(data);
  const opened = { font: harfbuzz.createFont(face), scale: 1 / face.upem };
  // The font holds a reference.
  face.destroy();
  openFonts.set(name, opened);
  return opened;
}
