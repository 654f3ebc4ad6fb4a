import type { Random } from '../random.ts';

/** OKLCH: lightness 0 to 1, chroma 0 to about 0.2, hue in degrees. */
export interface Colour {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export const colour = (l: number, c: number, h: number): Colour => ({ l, c, h: ((h % 360) + 360) % 360 });

export function shade({ l, c, h }: Colour, more: number): Colour {
  return colour(Math.min(0.99, Math.max(0.06, l + more)), c, h);
}

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

export interface Palette {
  readonly wall: Colour;
  readonly floor: Colour;
  readonly main: Colour;
  /** Caps, straps, soles, labels. */
  readonly second: Colour;
  readonly accent: Colour;
  readonly pale: Colour;
  readonly ink: Colour;
}

export const looks = ['pastel', 'deep', 'vivid', 'cream', 'duo', 'night', 'sun', 'stone'] as const;
type Look = (typeof looks)[number];

type Mix = (hue: number, other: number) => Pick<Palette, 'wall' | 'floor' | 'main' | 'second' | 'accent'>;

const mixes: Readonly<Record<Look, Mix>> = {
  pastel: (hue, other) => ({
    wall: colour(0.89, 0.055, hue),
    floor: colour(0.82, 0.07, hue),
    main: colour(0.6, 0.15, hue),
    second: colour(0.95, 0.02, hue),
    accent: colour(0.72, 0.15, other),
  }),
  deep: (hue, other) => ({
    wall: colour(0.36, 0.085, hue),
    floor: colour(0.28, 0.075, hue),
    main: colour(0.74, 0.13, hue),
    second: colour(0.93, 0.04, other),
    accent: colour(0.78, 0.14, other),
  }),
  vivid: (hue, other) => ({
    wall: colour(0.68, 0.165, hue),
    floor: colour(0.6, 0.165, hue),
    main: colour(0.95, 0.025, hue),
    second: colour(0.42, 0.12, hue),
    accent: colour(0.82, 0.15, other),
  }),
  cream: (hue, other) => ({
    wall: colour(0.93, 0.03, 82),
    floor: colour(0.86, 0.042, 72),
    main: colour(0.55, 0.13, hue),
    second: colour(0.8, 0.07, 72),
    accent: colour(0.68, 0.14, other),
  }),
  duo: (hue, other) => ({
    wall: colour(0.8, 0.11, other),
    floor: colour(0.73, 0.12, other),
    main: colour(0.5, 0.15, hue),
    second: colour(0.95, 0.03, other),
    accent: colour(0.88, 0.12, 95),
  }),
  night: (hue, other) => ({
    wall: colour(0.22, 0.035, hue),
    floor: colour(0.16, 0.03, hue),
    main: colour(0.62, 0.17, hue),
    second: colour(0.34, 0.04, hue),
    accent: colour(0.78, 0.15, other),
  }),
  sun: (hue, other) => ({
    wall: colour(0.86, 0.13, 88),
    floor: colour(0.8, 0.145, 78),
    main: colour(0.52, 0.15, hue),
    second: colour(0.97, 0.02, 90),
    accent: colour(0.66, 0.17, other),
  }),
  stone: (hue, other) => ({
    wall: colour(0.84, 0.012, hue),
    floor: colour(0.75, 0.015, hue),
    main: colour(0.45, 0.09, hue),
    second: colour(0.9, 0.012, hue),
    accent: colour(0.66, 0.16, other),
  }),
};

export function createPalette(look: Look, hue: number, random: Random): Palette {
  const other = hue + random.pick([40, 150, 180, 205, -45]);
  const mixed = mixes[look](hue + random.between(-10, 10), other);
  return {
    ...mixed,
    main: sunny(mixed.main),
    pale: colour(0.97, 0.012, hue),
    ink: colour(0.24, 0.035, hue),
  };
}

/** Lightens dark yellow, which looks muddy. */
function sunny({ l, c, h }: Colour): Colour {
  return h > 65 && h < 125 && l < 0.74 ? colour(l + 0.16, c, h) : colour(l, c, h);
}
