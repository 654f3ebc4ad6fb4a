import type { Random } from '../random.ts';
import { type Colour, hex, shaded } from './colours.ts';
import type { Palette } from './palette.ts';
import { box, disc, line, path, placed, type Sheet } from './sheet.ts';
import type { DrawThing } from './thing.ts';

/** Products of services and apps: phones, windows, cards. */

const white = '#ffffff';

type Screen = (sheet: Sheet, palette: Palette, random: Random) => string;

/** Each fills 108 × 216 from the corner at (0, 0). */
const appScreens: Readonly<Record<'bank' | 'lessons', Screen>> = {
  bank: (sheet, { main, accent, pale, ink }, random) =>
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
    ].join(''),
  lessons: (sheet, { main, accent, pale, ink }) =>
    [
      box(0, 0, 108, 216, 0, hex(pale)),
      box(0, 0, 108, 92, 0, sheet.fade(shaded(accent, 0.04), accent)),
      disc(54, 58, 24, hex(main)),
      path('M47 46 l22 12 l-22 12 z', hex(pale)),
      ...[0, 1, 2].map(
        (row) =>
          box(10, 104 + row * 34, 88, 27, 7, hex(shaded(pale, -0.06))) +
          disc(25, 117 + row * 34, 8, hex(row === 0 ? main : shaded(main, 0.2))) +
          box(40, 110 + row * 34, 44, 5, 2.5, hex(shaded(ink, 0.25))) +
          box(40, 120 + row * 34, 28, 4, 2, hex(shaded(ink, 0.5))),
      ),
    ].join(''),
};

function phone(sheet: Sheet, ink: Colour, screen: string): string {
  return [
    box(-62, -244, 124, 244, 20, sheet.flat(shaded(ink, 0.05), 0.12)),
    `<svg x="-54" y="-230" width="108" height="216" viewBox="0 0 108 216">${screen}</svg>`,
    box(-18, -240, 36, 7, 3.5, hex(shaded(ink, 0.18))),
  ].join('');
}

function phoneWith(screen: Screen): DrawThing {
  return (sheet, palette, random) => ({
    width: 124,
    height: 244,
    art: phone(sheet, palette.ink, screen(sheet, palette, random)),
  });
}

export const bankPhone = phoneWith(appScreens.bank);
export const lessonPhone = phoneWith(appScreens.lessons);

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

export const controller: DrawThing = (sheet, { main, second, accent, ink }) => ({
  width: 250,
  height: 150,
  art: [
    path(
      'M-70 -136 q70 -14 140 0 q32 6 46 74 q12 62 -20 62 q-22 0 -46 -46 h-100 q-24 46 -46 46 q-32 0 -20 -62 q14 -68 46 -74',
      sheet.fade(shaded(main, 0.08), shaded(main, -0.1)),
    ),
    disc(-62, -92, 26, hex(shaded(main, -0.1))),
    path('M-69 -112 h14 v13 h13 v14 h-13 v13 h-14 v-13 h-13 v-14 h13 z', hex(second)),
    disc(62, -112, 9, hex(accent)),
    disc(62, -72, 9, '#f4c542'),
    disc(42, -92, 9, '#5fb9a7'),
    disc(82, -92, 9, '#e2574c'),
    disc(-28, -60, 17, hex(shaded(ink, 0.1))),
    disc(28, -60, 17, hex(shaded(ink, 0.1))),
    box(-14, -112, 28, 7, 3.5, hex(shaded(main, -0.18))),
  ].join(''),
});

export const gem: DrawThing = (sheet, { main, accent, pale }) => ({
  width: 190,
  height: 200,
  art: [
    path('M-92 -136 l40 -56 h104 l40 56 L0 0 z', sheet.fade(shaded(main, 0.14), shaded(main, -0.08))),
    path('M-92 -136 h56 L0 0 z', hex(shaded(main, -0.08)), 'opacity="0.7"'),
    path('M92 -136 h-56 L0 0 z', hex(shaded(main, -0.16)), 'opacity="0.7"'),
    path('M-36 -136 L0 -192 l36 56 z', hex(pale), 'opacity="0.55"'),
    path('M-92 -136 l40 -56 l16 56 z', hex(accent), 'opacity="0.55"'),
    path('M92 -136 l-40 -56 l-16 56 z', hex(pale), 'opacity="0.25"'),
  ].join(''),
});

export const bankCards: DrawThing = (sheet, { main, accent, second, pale }) => {
  const card = (colour: Colour, mark: Colour): string =>
    [
      box(-105, -66, 210, 132, 14, sheet.fade(shaded(colour, 0.08), shaded(colour, -0.09))),
      box(-84, -30, 34, 26, 5, '#e6c877'),
      line('M-84 -17 h34 M-67 -30 v26', '#b8933f', 2),
      disc(62, 36, 17, hex(mark), 'opacity="0.95"'),
      disc(82, 36, 17, hex(pale), 'opacity="0.6"'),
      box(-84, 30, 70, 7, 3.5, white, 'opacity="0.75"'),
      box(-84, 44, 42, 5, 2.5, white, 'opacity="0.5"'),
    ].join('');
  return {
    width: 260,
    height: 210,
    art:
      placed(card(second, main), 'translate(8 -126) rotate(14)') +
      placed(card(main, accent), 'translate(-4 -92) rotate(-9)'),
  };
};

const coinPile = (x: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<g transform="translate(${x} ${-10 - at * 17})"><rect x="-42" y="-8" width="84" height="15" fill="#c8982f"/><ellipse cy="7" rx="42" ry="10" fill="#a97c1f"/><ellipse cy="-8" rx="42" ry="10" fill="#efc75a"/><ellipse cy="-8" rx="30" ry="6.5" fill="#dcae41"/></g>`,
  ).join('');

export const coins: DrawThing = (_sheet, { accent }) => {
  return {
    width: 280,
    height: 190,
    art:
      coinPile(-92, 3) +
      coinPile(0, 6) +
      coinPile(92, 9) +
      line('M-100 -96 L0 -146 L84 -192', hex(accent), 9) +
      path('M60 -206 l34 2 l-12 32 z', hex(accent)),
  };
};

export const laptop: DrawThing = (sheet, { main, accent, pale, ink }, random) => {
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

export const boardWindow: DrawThing = (sheet, { main, accent, second, pale, ink }, random) => {
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

export const books: DrawThing = (sheet, { main, second, accent, pale, ink }) => ({
  width: 230,
  height: 176,
  art: [
    box(-100, -38, 200, 38, 5, sheet.flat(main, 0.12)),
    box(-88, -31, 188, 24, 2, hex(pale)),
    box(-92, -74, 178, 37, 5, sheet.flat(accent, 0.12)),
    box(-92, -67, 168, 23, 2, hex(pale)),
    box(-84, -108, 186, 35, 5, sheet.flat(shaded(main, -0.14), 0.12)),
    box(-72, -102, 174, 22, 2, hex(second)),
    path('M0 -172 l88 28 l-88 28 l-88 -28 z', sheet.flat(shaded(ink, 0.05), 0.1)),
    path('M-46 -130 v18 q46 18 92 0 v-18 l-46 14 z', hex(shaded(ink, 0.12))),
    line('M0 -144 l70 10 v30', hex(accent), 4),
    disc(70, -100, 6, hex(accent)),
  ].join(''),
});

function pencil(x: number, turn: number, fill: string): string {
  const tip = path('M-9 -186 L0 -214 l9 28 z', '#efcfa0') + path('M-3 -205 L0 -214 l3 9 z', '#333333');
  return placed(box(-9, -186, 18, 120, 2, fill) + tip, `translate(${x} 0) rotate(${turn})`);
}

export const pencilPot: DrawThing = (sheet, { main, second, accent }) => ({
  width: 120,
  height: 220,
  art: [
    pencil(-22, -9, sheet.round(accent)),
    pencil(0, 2, sheet.round(second)),
    pencil(22, 11, sheet.round(shaded(main, 0.12))),
    path('M-50 -108 h100 l-7 102 q0 6 -8 6 h-70 q-8 0 -8 -6 z', sheet.round(main)),
    box(-48, -70, 96, 20, 0, hex(second), 'opacity="0.8"'),
  ].join(''),
});
