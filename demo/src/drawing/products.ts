import type { Random } from '../random.ts';
import { type Colour, hex, shade, type Palette } from './palette.ts';
import drawings from './products.json' with { type: 'json' };
import { type Sheet, rect, disc, line, path } from './sheet.ts';

/** A drawn product. Its base is at (0, 0), and it is about 200 high or wide. */
export interface Product {
  readonly art: string;
  readonly width: number;
  readonly height: number;
}

export type DrawProduct = (sheet: Sheet, palette: Palette, random: Random) => Product;
type Draw = (sheet: Sheet, palette: Palette, random: Random) => readonly string[];

function product(width: number, height: number, draw: Draw): DrawProduct {
  return (...input) => ({ width, height, art: draw(...input).join('') });
}

/**
 * A drawing of `products.json`: SVG in which `{main}` is a colour of the palette, `{main-0.1}` a darker one, and
 * `{round main}`, `{flat main 0.2}` and `{fade main accent}` are gradients of the sheet.
 */
export function productDrawing(name: keyof typeof drawings): DrawProduct {
  const { width, height, art } = drawings[name];
  return product(width, height, (sheet, palette) =>
    art.map((part) => part.replaceAll(/\{([^}]+)\}/g, (_, fill: string) => toFill(fill, sheet, palette))),
  );
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
  const [, name = '', change = '0'] = /^([a-z]+)([+-].+)?$/.exec(text) ?? [];
  const colour = Object.entries(palette).find(([known]) => known === name)?.[1];
  if (colour === undefined) throw new Error(`products.json: '${text}' is not a colour of the palette.`);
  return shade(colour, Number(change));
}

const white = '#ffffff';

/** The screen fills 108 × 216 from the corner at (0, 0). */
function phoneWith(screen: Draw): DrawProduct {
  return product(124, 244, (sheet, palette, random) => {
    const shown = screen(sheet, palette, random).join('');
    return [
      rect(-62, -244, 124, 244, 20, sheet.flat(shade(palette.ink, 0.05), 0.12)),
      `<svg x="-54" y="-230" width="108" height="216" viewBox="0 0 108 216">${shown}</svg>`,
      rect(-18, -240, 36, 7, 3.5, hex(shade(palette.ink, 0.18))),
    ];
  });
}

export const bankPhone = phoneWith((sheet, { main, accent, pale, ink }, random) => [
  rect(0, 0, 108, 216, 0, hex(pale)),
  rect(10, 26, 88, 56, 9, sheet.fade(shade(main, 0.06), shade(main, -0.12))),
  disc(84, 68, 8, hex(accent)),
  rect(18, 36, 34, 5, 2.5, white, 'opacity="0.85"'),
  line(
    `M10 130 ${Array.from({ length: 6 }, (_, at) => `L${10 + (at + 1) * 14} ${128 - at * 4 - random.below(16)}`).join(' ')}`,
    hex(main),
    4,
  ),
  ...[0, 1, 2].map(
    (row) =>
      disc(18, 156 + row * 20, 6, hex(row === 1 ? accent : main)) +
      rect(32, 151 + row * 20, 40, 4.5, 2, hex(shade(ink, 0.3))) +
      rect(84, 152 + row * 20, 14, 5, 2, hex(shade(ink, 0.5))),
  ),
]);

export const gamePhone = phoneWith((sheet, { main, accent, pale }, random) => {
  const gem = (x: number, y: number): string => {
    const fill = random.pick([hex(accent), hex(main), '#f4c542', '#e2574c', '#5fb9a7', '#7d6be0']);
    return random.chance(0.5) ? disc(x, y, 9, fill) : path(`M${x} ${y - 11} l10 11 l-10 11 l-10 -11 z`, fill);
  };
  const gems = Array.from({ length: 20 }, (_, at) => gem(19 + (at % 4) * 23.5, 92 + Math.floor(at / 4) * 24));
  return [
    rect(0, 0, 108, 216, 0, sheet.fade(shade(main, -0.12), shade(main, -0.3))),
    disc(54, 42, 28, sheet.glow(accent, 0.8)),
    path('M54 20 l7 15 l16 2 l-12 11 l3 16 l-14 -8 l-14 8 l3 -16 l-12 -11 l16 -2 z', '#f6cf55'),
    rect(6, 78, 96, 130, 10, hex(pale), 'opacity="0.2"'),
    ...gems,
  ];
});

export const laptop = product(300, 196, (sheet, { main, accent, pale, ink }, random) => {
  const bars = Array.from({ length: 7 }, (_, at) => {
    const height = 18 + at * 5 + random.below(26);
    return rect(-44 + at * 17, -46 - height, 11, height, 3, hex(at === 5 ? accent : main));
  });
  return [
    rect(-126, -190, 252, 166, 11, hex(shade(ink, 0.06))),
    rect(-117, -181, 234, 148, 4, sheet.flat(pale, 0.04)),
    rect(-117, -181, 46, 148, 4, hex(shade(main, -0.16))),
    ...[0, 1, 2, 3, 4].map((row) =>
      rect(-108, -164 + row * 22, 28, 6, 3, white, `opacity="${row === 1 ? 0.95 : 0.4}"`),
    ),
    ...[0, 1, 2].map(
      (at) =>
        rect(-60 + at * 58, -170, 50, 30, 5, hex(shade(pale, -0.05))) +
        rect(-54 + at * 58, -160, 24, 8, 3, hex(at === 2 ? accent : main)),
    ),
    ...bars,
    line('M78 -60 l12 -14 l10 6 l12 -26', hex(accent), 4),
    path('M-150 -24 h300 l-14 20 q-4 4 -12 4 h-248 q-8 0 -12 -4 z', sheet.flat(shade(pale, -0.14), 0.12)),
    rect(-28, -24, 56, 6, 3, hex(shade(ink, 0.4))),
  ];
});

export const boardWindow = product(284, 206, (sheet, { main, accent, second, pale, ink }, random) => {
  const column = (at: number): string =>
    rect(-126 + at * 86, -160, 78, 148, 7, hex(shade(pale, -0.05))) +
    Array.from(
      { length: random.between(2, 3) },
      (_, row) =>
        rect(-119 + at * 86, -150 + row * 44, 64, 37, 6, row === at ? sheet.flat(accent, 0.06) : white) +
        rect(-112 + at * 86, -140 + row * 44, 38, 5, 2.5, hex(row === at ? pale : main)) +
        rect(-112 + at * 86, -129 + row * 44, 24, 4, 2, hex(shade(ink, 0.55))),
    ).join('');
  return [
    rect(-142, -206, 284, 206, 13, sheet.flat(pale, 0.03)),
    path('M-142 -174 v-19 q0 -13 13 -13 h258 q13 0 13 13 v19 z', sheet.flat(main, 0.08)),
    disc(-124, -190, 5, hex(second)),
    disc(-108, -190, 5, hex(second), 'opacity="0.7"'),
    disc(-92, -190, 5, hex(second), 'opacity="0.5"'),
    column(0),
    column(1),
    column(2),
  ];
});

export const plate = product(210, 205, (sheet, { main, second, accent, pale }, random) => {
  const bites = Array.from({ length: 7 }, (_, at) => {
    const angle = (at / 7) * 6.28 + random.next();
    return disc(
      Math.cos(angle) * 44,
      -100 + Math.sin(angle) * 44,
      random.between(9, 15),
      random.pick(['#d9483b', '#f0a63a', '#7fae4e', '#f3d27a', hex(accent)]),
    );
  });
  return [
    disc(0, -100, 102, sheet.flat(pale, 0.1)),
    disc(0, -100, 90, 'none', `stroke="${hex(main)}" stroke-width="4"`),
    disc(0, -100, 74, sheet.flat(second, 0.08)),
    ...bites,
    ...[0, 60, 120, 180, 240, 300].map((turn) =>
      path('M0 -6 q14 -20 0 -42 q-14 22 0 42', '#5d9b46', `transform="translate(0 -100) rotate(${turn})"`),
    ),
    disc(0, -100, 17, '#f0a63a'),
  ];
});

export const shoe = product(270, 130, (sheet, { main, second, accent, pale, ink }, random) => {
  const side = [
    path('M-30 -36 q44 10 92 -18 l14 16 q-46 26 -108 18 z', hex(accent)),
    [-2, 22, 46].map((x) => line(`M${x} -72 l-16 42`, hex(accent), 9)).join(''),
    path('M-64 -74 q30 54 96 46 l-4 10 q-84 8 -104 -48 z', hex(pale)),
  ];
  return [
    path(
      'M-122 -26 q-6 -58 2 -96 q4 -10 16 -6 q16 14 42 6 q12 -4 20 6 q30 42 78 54 q60 12 84 30 q8 6 8 18 z',
      sheet.fade(shade(main, 0.06), shade(main, -0.07)),
    ),
    path('M-122 -26 q-4 -40 -1 -66 q28 34 24 66 z', hex(shade(main, -0.1))),
    path('M62 -62 q50 10 66 36 h-92 q2 -30 26 -36', hex(shade(main, -0.06))),
    random.pick(side),
    path('M-120 -122 q4 -10 16 -6 q16 14 42 6 q6 -2 12 1 q-30 24 -70 8 z', hex(shade(ink, 0.08))),
    line('M-34 -106 l22 -15 M-20 -93 l23 -14 M-5 -82 l24 -13 M11 -73 l22 -13', hex(pale), 5),
    path(
      'M-130 -30 h258 q14 2 12 18 q-2 12 -18 12 H-116 q-16 0 -18 -14 q-1 -12 4 -16',
      sheet.flat(second, 0.14),
    ),
    path('M-133 -12 q0 12 17 12 H122 q15 0 18 -10 q-130 8 -273 -2', hex(accent)),
    line('M-110 -20 h226', hex(shade(second, -0.12)), 2),
  ];
});

export const shirt = product(210, 214, (sheet, { main, accent, pale }, random) => {
  const prints = [
    disc(0, -116, 24, hex(accent)) + path('M-24 -116 a24 24 0 0 0 48 0 z', hex(pale)),
    [0, 1, 2, 3, 4]
      .map((row) =>
        rect(-55, -128 + row * 26, 110, 9, 0, hex(row % 2 === 0 ? pale : accent), 'opacity="0.9"'),
      )
      .join(''),
    path('M-28 -96 L0 -142 L28 -96 z', hex(accent)),
    rect(-40, -128, 28, 34, 3, hex(shade(main, -0.08))),
  ];
  return [
    path(
      'M-34 -208 q34 22 68 0 l36 12 q12 4 18 16 l18 52 l-42 16 l-8 -24 V-6 q-56 12 -112 0 V-136 l-8 24 l-42 -16 l18 -52 q6 -12 18 -16 z',
      sheet.round(main),
    ),
    random.pick(prints),
    path('M-34 -208 q34 22 68 0 l-6 -3 q-28 14 -56 0 z', hex(shade(main, -0.14))),
    line('M-56 -136 q2 -18 -4 -34 M56 -136 q-2 -18 4 -34', hex(shade(main, -0.1)), 2.5),
    line('M-40 -40 q10 16 4 32 M38 -60 q-8 22 0 48', hex(shade(main, -0.08)), 3),
  ];
});
