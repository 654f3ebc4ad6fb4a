import { cssColor } from '@magpie/contract';

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

const longest = 100;

/** A colour as `#rrggbb`, in all forms of CSS and as themes write it, digits or three numbers alone; null for what is none. */
export function colorOf(text: string): string | null {
  const color = text.slice(0, longest).trim();
  return cssColor(color) ?? cssColor(`#${color}`) ?? cssColor(`rgb(${color})`);
}

/** Of a colour as `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
