/** The names that people most often write. */
const named: Readonly<Record<string, string>> = {
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
};

const mostColors = 8;

/** As `#rrggbb`, each once; what cannot be read as a colour is left out. */
export function hexColors(colors: readonly string[]): string[] {
  return [...new Set(colors.flatMap((color) => hexOf(color.trim().toLowerCase()) ?? []))].slice(
    0,
    mostColors,
  );
}

function hexOf(color: string): string | null {
  const [, digits] = /^#?([\da-f]{3,8})$/.exec(color) ?? [];
  if (digits !== undefined && (digits.length === 6 || digits.length === 8)) return `#${digits.slice(0, 6)}`;
  if (digits !== undefined && (digits.length === 3 || digits.length === 4)) {
    return `#${digits.slice(0, 3).replaceAll(/./g, '$&$&')}`;
  }
  const [, red, green, blue] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b[^)]*\)$/.exec(color) ?? [];
  if (red !== undefined && green !== undefined && blue !== undefined) {
    return `#${[red, green, blue].map(pairOf).join('')}`;
  }
  return named[color] ?? null;
}

function pairOf(part: string): string {
  return Math.min(Number(part), 255).toString(16).padStart(2, '0');
}
