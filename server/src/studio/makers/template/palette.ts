import type { SeededRandom } from './chance.ts';
import { contrast, lchToHex, toLch, mixColors, chooseReadable } from '../../colors.ts';

/** A background with matching colours. All text on it has a contrast of at least 4.5:1. */
export interface Surface {
  readonly back: string;
  /** For decoration: close to the background, so that text is readable on both. */
  readonly shade: string;
  readonly ink: string;
  readonly quiet: string;
  /** For small symbols: ticks, stars, rules. */
  readonly mark: string;
  readonly button: string;
  readonly onButton: string;
}

export type SurfacePalette = Readonly<Record<'light' | 'soft' | 'bold' | 'deep', Surface>>;

/** Fallback pairs if neither the product nor its picture has colours. */
const curated = [
  ['#1f6f5c', '#f2b84b'],
  ['#2b4ec7', '#ff8a5b'],
  ['#b23a48', '#f6c177'],
  ['#5b3fa8', '#f7b2c4'],
  ['#0f5d75', '#ffcf56'],
  ['#c2512d', '#22577a'],
  ['#2f3e46', '#e0a458'],
] as const;

/** Uses the product's colours, else those of its picture, else a fallback pair. For some seeds the second colour leads. */
export function choosePalette(
  own: readonly string[],
  ofPicture: readonly string[],
  chance: SeededRandom,
): SurfacePalette {
  const chosen = chance.pick('colors', curated);
  const [first, other] = choosePair(own) ?? choosePair(ofPicture) ?? chosen;
  const isTurned = chance.number('turned') < 0.3 && toLch(other).chroma >= 0.04;
  const [brand, second] = isTurned ? [other, first] : [first, other];
  const { chroma, hue } = toLch(brand);
  const surface = (back: string): Surface => buildSurface(back, brand, second);
  const tint = (lightness: number, most: number): string =>
    lchToHex({ lightness, chroma: Math.min(chroma, most), hue });
  return {
    light: surface(tint(0.985, 0.006)),
    soft: surface(tint(0.93, 0.045)),
    bold: surface(chooseBold(brand)),
    deep: surface(tint(0.24, 0.06)),
  };
}

function choosePair(colors: readonly string[]): readonly [string, string] | null {
  const known = colors.map((color) => color.toLowerCase()).filter((color) => /^#[0-9a-f]{6}$/.test(color));
  const brand = known.find((color) => toLch(color).chroma >= 0.04) ?? known[0];
  if (brand === undefined) return null;
  return [brand, known.find((color) => color !== brand && contrast(color, brand) >= 1.8) ?? brand];
}

/** Adjusts the lightness if it is extreme or in the range where no text colour has enough contrast. */
function chooseBold(brand: string): string {
  const { lightness, chroma, hue } = toLch(brand);
  const wanted = lightness > 0.9 ? 0.86 : lightness < 0.25 ? 0.25 : lightness;
  const clear = wanted > 0.58 && wanted < 0.7 ? (wanted < 0.64 ? 0.56 : 0.74) : wanted;
  return lchToHex({ lightness: clear, chroma, hue });
}

function buildSurface(back: string, brand: string, second: string): Surface {
  const isDark = contrast(back, '#ffffff') >= 4.5;
  const { chroma, hue } = toLch(brand);
  const wanted = lchToHex(
    isDark
      ? { lightness: 0.985, chroma: Math.min(chroma, 0.01), hue }
      : { lightness: 0.22, chroma: Math.min(chroma, 0.05), hue },
  );
  const shade = chooseShade(back, brand, isDark);
  const grounds = [back, shade];
  const ink = chooseReadable(grounds, wanted, 7);
  const seen = (color: string): boolean => grounds.every((ground) => contrast(color, ground) >= 3);
  const button = [second, brand, ink].find(seen) ?? ink;
  return {
    back,
    shade,
    ink,
    quiet: chooseReadable(grounds, mixColors(ink, back, 0.24), 4.6),
    mark: [brand, second, ink].find(seen) ?? ink,
    button,
    onButton: onButton(button),
  };
}

/** Shifts towards the text colour, which is more visible, unless contrast would be too low. */
function chooseShade(back: string, brand: string, isDark: boolean): string {
  const nearer = mixColors(back, isDark ? '#ffffff' : brand, isDark ? 0.12 : 0.16);
  const reads = contrast(nearer, isDark ? '#ffffff' : '#000000') >= 6;
  return reads ? nearer : mixColors(back, isDark ? '#000000' : '#ffffff', 0.08);
}

/** White if readable, since it looks best on most colours. */
function onButton(button: string): string {
  const { hue } = toLch(button);
  const white = contrast(button, '#ffffff') >= 4.5;
  return chooseReadable([button], white ? '#ffffff' : lchToHex({ lightness: 0.2, chroma: 0.03, hue }), 4.5);
}
