import type { Random } from '../random.ts';
import { type Colour, hex, shaded } from './colours.ts';
import type { Palette } from './palette.ts';
import { box, disc, line, path, type Sheet } from './sheet.ts';
import type { DrawProduct } from './products.ts';

/** Screens with random content. */

const white = '#ffffff';

/** Fills 108 × 216 from the corner at (0, 0). */
type Screen = (sheet: Sheet, palette: Palette, random: Random) => string;

const bankScreen: Screen = (sheet, { main, accent, pale, ink }, random) =>
  [
    box(0, 0, 108, 216, 0, hex(pale)),
    box(10, 26, 88, 56, 9, sheet.fade(shaded(main, 0.06), shaded(main, -0.12))),
    disc(84, 68, 8, hex(accent)),
    box(18, 36, 34, 5, 2.5, white, 'opacity="0.85"'),
    line(
      `M10 130 ${Array.from({ length: 6 }, (_, at) => `L${10 + (at + 1) * 14} ${128 - at * 4 - random.below(16)}`).join(' ')}`,
      hex(main),
      4,
    ),
    ...[0, 1, 2].map(
      (row) =>
        disc(18, 156 + row * 20, 6, hex(row === 1 ? accent : main)) +
        box(32, 151 + row * 20, 40, 4.5, 2, hex(shaded(ink, 0.3))) +
        box(84, 152 + row * 20, 14, 5, 2, hex(shaded(ink, 0.5))),
    ),
  ].join('');

function phone(sheet: Sheet, ink: Colour, screen: string): string {
  return [
    box(-62, -244, 124, 244, 20, sheet.flat(shaded(ink, 0.05), 0.12)),
    `<svg x="-54" y="-230" width="108" height="216" viewBox="0 0 108 216">${screen}</svg>`,
    box(-18, -240, 36, 7, 3.5, hex(shaded(ink, 0.18))),
  ].join('');
}

function phoneWith(screen: Screen): DrawProduct {
  return (sheet, palette, random) => ({
    width: 124,
    height: 244,
    art: phone(sheet, palette.ink, screen(sheet, palette, random)),
  });
}

export const bankPhone = phoneWith(bankScreen);

export const gamePhone = phoneWith((sheet, { main, accent, pale }, random) => {
  const gem = (x: number, y: number): string => {
    const fill = random.pick([hex(accent), hex(main), '#f4c542', '#e2574c', '#5fb9a7', '#7d6be0']);
    return random.chance(0.5) ? disc(x, y, 9, fill) : path(`M${x} ${y - 11} l10 11 l-10 11 l-10 -11 z`, fill);
  };
  const gems = Array.from({ length: 20 }, (_, at) => gem(19 + (at % 4) * 23.5, 92 + Math.floor(at / 4) * 24));
  return [
    box(0, 0, 108, 216, 0, sheet.fade(shaded(main, -0.12), shaded(main, -0.3))),
    disc(54, 42, 28, sheet.glow(accent, 0.8)),
    path('M54 20 l7 15 l16 2 l-12 11 l3 16 l-14 -8 l-14 8 l3 -16 l-12 -11 l16 -2 z', '#f6cf55'),
    box(6, 78, 96, 130, 10, hex(pale), 'opacity="0.2"'),
    ...gems,
  ].join('');
});

export const laptop: DrawProduct = (sheet, { main, accent, pale, ink }, random) => {
  const bars = Array.from({ length: 7 }, (_, at) => {
    const height = 18 + at * 5 + random.below(26);
    return box(-44 + at * 17, -46 - height, 11, height, 3, hex(at === 5 ? accent : main));
  });
  return {
    width: 300,
    height: 196,
    art: [
      box(-126, -190, 252, 166, 11, hex(shaded(ink, 0.06))),
      box(-117, -181, 234, 148, 4, sheet.flat(pale, 0.04)),
      box(-117, -181, 46, 148, 4, hex(shaded(main, -0.16))),
      ...[0, 1, 2, 3, 4].map((row) =>
        box(-108, -164 + row * 22, 28, 6, 3, white, `opacity="${row === 1 ? 0.95 : 0.4}"`),
      ),
      ...[0, 1, 2].map(
        (at) =>
          box(-60 + at * 58, -170, 50, 30, 5, hex(shaded(pale, -0.05))) +
          box(-54 + at * 58, -160, 24, 8, 3, hex(at === 2 ? accent : main)),
      ),
      ...bars,
      line('M78 -60 l12 -14 l10 6 l12 -26', hex(accent), 4),
      path('M-150 -24 h300 l-14 20 q-4 4 -12 4 h-248 q-8 0 -12 -4 z', sheet.flat(shaded(pale, -0.14), 0.12)),
      box(-28, -24, 56, 6, 3, hex(shaded(ink, 0.4))),
    ].join(''),
  };
};

export const boardWindow: DrawProduct = (sheet, { main, accent, second, pale, ink }, random) => {
  const column = (at: number): string =>
    box(-126 + at * 86, -160, 78, 148, 7, hex(shaded(pale, -0.05))) +
    Array.from(
      { length: random.between(2, 3) },
      (_, row) =>
        box(-119 + at * 86, -150 + row * 44, 64, 37, 6, row === at ? sheet.flat(accent, 0.06) : white) +
        box(-112 + at * 86, -140 + row * 44, 38, 5, 2.5, hex(row === at ? pale : main)) +
        box(-112 + at * 86, -129 + row * 44, 24, 4, 2, hex(shaded(ink, 0.55))),
    ).join('');
  return {
    width: 284,
    height: 206,
    art: [
      box(-142, -206, 284, 206, 13, sheet.flat(pale, 0.03)),
      path('M-142 -174 v-19 q0 -13 13 -13 h258 q13 0 13 13 v19 z', sheet.flat(main, 0.08)),
      disc(-124, -190, 5, hex(second)),
      disc(-108, -190, 5, hex(second), 'opacity="0.7"'),
      disc(-92, -190, 5, hex(second), 'opacity="0.5"'),
      column(0),
      column(1),
      column(2),
    ].join(''),
  };
};
