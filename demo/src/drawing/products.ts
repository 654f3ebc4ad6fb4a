import type { Random } from '../random.ts';
import { type Colour, hex, shaded } from './colours.ts';
import type { Palette } from './palette.ts';
import drawings from './products.json' with { type: 'json' };
import type { Sheet } from './sheet.ts';

/** A drawn product. Its base is at (0, 0), and it is about 200 high or wide. */
export interface Product {
  readonly art: string;
  readonly width: number;
  readonly height: number;
}

export type DrawProduct = (sheet: Sheet, palette: Palette, random: Random) => Product;

/**
 * A drawing of `products.json`: SVG in which `{main}` is a colour of the palette, `{main-0.1}` a darker one, and
 * `{round main}`, `{flat main 0.2}` and `{fade main accent}` are gradients of the sheet.
 */
export function productDrawing(name: keyof typeof drawings): DrawProduct {
  const { width, height, art } = drawings[name];
  const template = art.join('');
  return (sheet, palette) => ({
    width,
    height,
    art: template.replaceAll(/\{([^}]+)\}/g, (_, fill: string) => toFill(fill, sheet, palette)),
  });
}

function toFill(fill: string, sheet: Sheet, palette: Palette): string {
  const [first = '', second = '', third = ''] = fill.split(' ');
  if (first === 'round') return sheet.round(toColour(second, palette));
  if (first === 'flat')
    return sheet.flat(toColour(second, palette), third === '' ? undefined : Number(third));
  if (first === 'fade') return sheet.fade(toColour(second, palette), toColour(third, palette));
  return hex(toColour(first, palette));
}

function toColour(text: string, palette: Palette): Colour {
  const [, name = '', shade = '0'] = /^([a-z]+)([+-].+)?$/.exec(text) ?? [];
  const colour = Object.entries(palette).find(([known]) => known === name)?.[1];
  if (colour === undefined) throw new Error(`products.json: '${text}' is not a colour of the palette.`);
  return shaded(colour, Number(shade));
}
