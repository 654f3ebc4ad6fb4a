import { colorOf, rgbOf } from '../colors.ts';

const maxColors = 6;
/** In UTF-16 units; longer styles contain unrelated colours. */
const maxStyleLength = 300_000;

const hex = '#(?:[\\da-f]{8}|[\\da-f]{6}|[\\da-f]{3,4})\\b';
const call = '(?:rgb|hsl)a?\\([^()]{1,60}\\)';
const colorPattern = new RegExp(`${hex}|${call}`, 'gi');
/** Custom properties that themes use for brand colours; the value may be three bare numbers. */
const brandProperty = new RegExp(
  `--[\\w-]{0,60}(?:brand|primary|accent|main-?color|theme|button)[\\w-]{0,60}\\s{0,5}:\\s{0,5}(${hex}|${call}|\\d{1,3}(?:\\s?,\\s?\\d{1,3}){2})`,
  'gi',
);

/** Black, white and greys, which every page has. */
function isGrey(color: string): boolean {
  const parts = rgbOf(color);
  return Math.max(...parts) - Math.min(...parts) < 24;
}

/** Brand colours by property name, then the most frequent colours. */
export function colorsInStyles(styles: string): string[] {
  const searched = styles.slice(0, maxStyleLength);
  const named = [...searched.matchAll(brandProperty)].map(([, value = '']) => value);
  const counts = new Map<string, number>();
  for (const [value] of searched.matchAll(colorPattern)) {
    const color = colorOf(value);
    if (color !== null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const used = [...counts].filter(([, count]) => count > 1).toSorted(([, one], [, other]) => other - one);
  return [...named, ...used.map(([color]) => color)];
}

/** Distinct colours as `#rrggbb`, without greys unless there are no others. */
export function pickColors(said: readonly string[]): string[] {
  const all = [...new Set(said.map(colorOf))].filter((color) => color !== null);
  const bright = all.filter((color) => !isGrey(color));
  return (bright.length > 0 ? bright : all).slice(0, maxColors);
}
