import { cssColor } from '@magpie/contract';

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const longest = 100;

/** Parses CSS colours, and hex digits or three numbers without a prefix, as themes write them. Null if it is no colour. */
export function parseColor(text: string): string | null {
  const color = text.slice(0, longest).trim();
  return cssColor(color) ?? cssColor(`#${color}`) ?? cssColor(`rgb(${color})`);
}

export function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const maxHexColors = 8;

/** Distinct colours as `#rrggbb`; invalid ones are dropped. */
export function hexColors(colors: readonly string[]): string[] {
  return [...new Set(colors.flatMap((color) => parseColor(color) ?? []))].slice(0, maxHexColors);
}

export function toHex(rgb: Rgb): string {
  const parts = rgb.map((part) => Math.min(255, Math.max(0, Math.round(part))));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function toLinear(part: number): number {
  const value = part / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance (WCAG 2), from 0 to 1. */
export function computeLuminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Contrast ratio (WCAG 2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  return computeContrast(computeLuminance(toRgb(one)), computeLuminance(toRgb(other)));
}

export function computeContrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export function mixColors(first: string, second: string, share: number): string {
  const [a, b] = [toRgb(first), toRgb(second)];
  const at = (index: 0 | 1 | 2): number => a[index] + (b[index] - a[index]) * share;
  return toHex([at(0), at(1), at(2)]);
}

/** The wanted colour if it is readable on all backgrounds, else the nearest readable shade, else black or white. */
export function chooseReadable(backs: readonly string[], wanted: string, least: number): string {
  const reads = (color: string): boolean => backs.every((back) => contrast(back, color) >= least);
  for (let share = 0; share < 1; share += 0.05) {
    const found = [mixColors(wanted, '#000000', share), mixColors(wanted, '#ffffff', share)].find(reads);
    if (found !== undefined) return found;
  }
  const worst = (color: string): number => Math.min(...backs.map((back) => contrast(back, color)));
  return worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff';
}

/** OKLCH: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

export function toLch(hex: string): Lch {
  const [red, green, blue] = toRgb(hex).map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  const a = 1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short;
  const b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short;
  return {
    lightness: 0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Reduces chroma until the colour is in the sRGB gamut. */
export function lchToHex({ lightness, chroma, hue }: Lch): string {
  for (let tried = chroma; tried > 0.001; tried *= 0.92) {
    const rgb = lchToRgb({ lightness, chroma: tried, hue });
    if (rgb.every((part) => part >= -0.5 && part <= 255.5)) return toHex(rgb);
  }
  return toHex(lchToRgb({ lightness, chroma: 0, hue }));
}

function lchToRgb({ lightness, chroma, hue }: Lch): Rgb {
  const [a, b] = [Math.cos((hue * Math.PI) / 180) * chroma, Math.sin((hue * Math.PI) / 180) * chroma];
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    encodeChannel(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
    encodeChannel(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
    encodeChannel(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short),
  ];
}

function encodeChannel(value: number): number {
  return 255 * (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
}
