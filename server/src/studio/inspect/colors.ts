const mostColors = 6;
/** Of a page's styles; more holds the colours of everything. */
const mostStyle = 300_000;

const hex = '#(?:[\\da-f]{8}|[\\da-f]{6}|[\\da-f]{3,4})\\b';
const call = '(?:rgb|hsl)a?\\([^()]{1,60}\\)';
const colorPattern = new RegExp(`${hex}|${call}`, 'gi');
/** What themes call the colours that a brand is known by. A theme may give the three numbers alone. */
const brandProperty = new RegExp(
  `--[\\w-]{0,60}(?:brand|primary|accent|main-?color|theme|button)[\\w-]{0,60}\\s{0,5}:\\s{0,5}(${hex}|${call}|\\d{1,3}(?:\\s?,\\s?\\d{1,3}){2})`,
  'gi',
);

interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A colour as #rrggbb; null for what is none. */
export function colorOf(text: string): string | null {
  const color = parsed(text.trim().toLowerCase());
  return color === null ? null : hexOf(color);
}

function parsed(text: string): Rgb | null {
  if (/^#[\da-f]{3,8}$/.test(text)) return fromHex(text.slice(1));
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  const [first = 0, second = 0, third = 0] = numbers;
  if (numbers.length < 3) return null;
  if (text.startsWith('hsl')) return fromHsl(first, second / 100, third / 100);
  if (!/^rgb|^\d/.test(text) || /%[\s,]/.test(text)) return null;
  return { red: first, green: second, blue: third };
}

function fromHex(digits: string): Rgb | null {
  if (![3, 4, 6, 8].includes(digits.length)) return null;
  const wide = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const part = (at: number): number => Number.parseInt(wide.slice(at, at + 2), 16);
  return { red: part(0), green: part(2), blue: part(4) };
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const turn = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return { red: part(0), green: part(8), blue: part(4) };
}

function hexOf({ red, green, blue }: Rgb): string {
  return `#${twoDigits(red)}${twoDigits(green)}${twoDigits(blue)}`;
}

function twoDigits(part: number): string {
  return Math.max(0, Math.min(255, Math.round(part)))
    .toString(16)
    .padStart(2, '0');
}

/** Black, white and greys, which stand on every page. */
function isGrey(color: string): boolean {
  const { red, green, blue } = fromHex(color.slice(1)) ?? { red: 0, green: 0, blue: 0 };
  return Math.max(red, green, blue) - Math.min(red, green, blue) < 24;
}

/** The colours that styles name for a brand, then those that are used most. */
export function colorsInStyles(styles: string): string[] {
  const searched = styles.slice(0, mostStyle);
  const named = [...searched.matchAll(brandProperty)].map(([, value = '']) => value);
  const counts = new Map<string, number>();
  for (const [value] of searched.matchAll(colorPattern)) {
    const color = colorOf(value);
    if (color !== null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const used = [...counts].filter(([, count]) => count > 1).toSorted(([, one], [, other]) => other - one);
  return [...named, ...used.map(([color]) => color)];
}

/** As #rrggbb, each once, without greys unless there is nothing else. */
export function chosenColors(said: readonly string[]): string[] {
  const all = [...new Set(said.map(colorOf))].filter((color) => color !== null);
  const bright = all.filter((color) => !isGrey(color));
  return (bright.length > 0 ? bright : all).slice(0, mostColors);
}
