/** OKLCH: lightness 0 to 1, chroma 0 to about 0.2, hue in degrees. */
export interface Colour {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export const colour = (l: number, c: number, h: number): Colour => ({ l, c, h: ((h % 360) + 360) % 360 });

/** Changes the lightness. */
export function shaded({ l, c, h }: Colour, more: number): Colour {
  return colour(Math.min(0.99, Math.max(0.06, l + more)), c, h);
}

/** For SVG. */
export function hex({ l, c, h }: Colour): string {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  return `#${channels.map(toHexByte).join('')}`;
}

function toHexByte(linear: number): string {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
