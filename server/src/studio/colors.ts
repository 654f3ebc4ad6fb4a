/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The names that people most often write. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    black: '#000000',
    white: '#ffffff',
    gray: '#808080',
    grey: '#808080',
    silver: '#c0c0c0',
    red: '#ff0000',
    maroon: '#800000',
    orange: '#ffa500',
    gold: '#ffd700',
    yellow: '#ffff00',
    olive: '#808000',
    lime: '#00ff00',
    green: '#008000',
    teal: '#008080',
    cyan: '#00ffff',
    blue: '#0000ff',
    navy: '#000080',
    purple: '#800080',
    violet: '#ee82ee',
    magenta: '#ff00ff',
    pink: '#ffc0cb',
    beige: '#f5f5dc',
    brown: '#a52a2a',
    turquoise: '#40e0d0',
    coral: '#ff7f50',
  }),
);

const number = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`;
const comma = String.raw`\s*[\s,]\s*`;
const opacity = String.raw`(?:\s*[,/]\s*[\d.]{1,20}%?)?`;
/** A theme may give the three numbers alone. */
const rgb = new RegExp(`^(?:rgba?\\(\\s*)?${number}${comma}${number}${comma}${number}${opacity}\\s*\\)?$`);
const hsl = new RegExp(
  `^hsla?\\(\\s*${number}(?:deg)?${comma}${number}%?${comma}${number}%?${opacity}\\s*\\)$`,
);
const longest = 100;

/** A colour as `#rrggbb`, whether it is written in hexadecimal digits, as rgb or hsl, or by its name; null for what is none. */
export function colorOf(text: string): string | null {
  const color = text.slice(0, longest).trim().toLowerCase();
  const [, digits] = /^#?([\da-f]{3,8})$/.exec(color) ?? [];
  if (digits !== undefined) return fromDigits(digits);
  const [, red, green, blue] = rgb.exec(color) ?? [];
  if (red !== undefined) return hexOf([Number(red), Number(green), Number(blue)]);
  const [, hue, saturation, lightness] = hsl.exec(color) ?? [];
  if (hue !== undefined)
    return hexOf(fromHsl(Number(hue), Number(saturation) / 100, Number(lightness) / 100));
  return named.get(color) ?? null;
}

/** Of a colour as `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(parts: Rgb): string {
  const bytes = parts.map((part) => Math.max(0, Math.min(255, Math.round(part))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function fromDigits(digits: string): string | null {
  if (![3, 4, 6, 8].includes(digits.length)) return null;
  const wide = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${wide.slice(0, 6)}`;
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const turn = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [part(0), part(8), part(4)];
}
