import { cssColor } from '@magpie/contract';

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const longest = 100;

/** Parses CSS colours, and hex digits or three numbers without a prefix, as themes write them. Null if it is no colour. */
export function colorOf(text: string): string | null {
  const color = text.slice(0, longest).trim();
  return cssColor(color) ?? cssColor(`#${color}`) ?? cssColor(`rgb(${color})`);
}

/** From `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const maxHexColors = 8;

/** Distinct colours as `#rrggbb`; invalid ones are dropped. */
export function hexColors(colors: readonly string[]): string[] {
  return [...new Set(colors.flatMap((color) => colorOf(color) ?? []))].slice(0, maxHexColors);
}
