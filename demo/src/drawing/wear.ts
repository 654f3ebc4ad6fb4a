import { hex, shaded } from './colours.ts';
import { box, disc, line, oval, path } from './sheet.ts';
import type { DrawThing } from './thing.ts';

/** Clothing, bags, jewellery and sports. */

const white = '#ffffff';

export const shoe: DrawThing = (sheet, { main, second, accent, pale, ink }, random) => {
  const side = [
    path('M-30 -36 q44 10 92 -18 l14 16 q-46 26 -108 18 z', hex(accent)),
    [-2, 22, 46].map((x) => line(`M${x} -72 l-16 42`, hex(accent), 9)).join(''),
    path('M-64 -74 q30 54 96 46 l-4 10 q-84 8 -104 -48 z', hex(pale)),
  ];
  return {
    width: 270,
    height: 130,
    art: [
      path(
        'M-122 -26 q-6 -58 2 -96 q4 -10 16 -6 q16 14 42 6 q12 -4 20 6 q30 42 78 54 q60 12 84 30 q8 6 8 18 z',
        sheet.fade(shaded(main, 0.06), shaded(main, -0.07)),
      ),
      path('M-122 -26 q-4 -40 -1 -66 q28 34 24 66 z', hex(shaded(main, -0.1))),
      path('M62 -62 q50 10 66 36 h-92 q2 -30 26 -36', hex(shaded(main, -0.06))),
      random.pick(side),
      path('M-120 -122 q4 -10 16 -6 q16 14 42 6 q6 -2 12 1 q-30 24 -70 8 z', hex(shaded(ink, 0.08))),
      line('M-34 -106 l22 -15 M-20 -93 l23 -14 M-5 -82 l24 -13 M11 -73 l22 -13', hex(pale), 5),
      path(
        'M-130 -30 h258 q14 2 12 18 q-2 12 -18 12 H-116 q-16 0 -18 -14 q-1 -12 4 -16',
        sheet.flat(second, 0.14),
      ),
      path('M-133 -12 q0 12 17 12 H122 q15 0 18 -10 q-130 8 -273 -2', hex(accent)),
      line('M-110 -20 h226', hex(shaded(second, -0.12)), 2),
    ].join(''),
  };
};

export const shirt: DrawThing = (sheet, { main, accent, pale }, random) => {
  const prints = [
    disc(0, -116, 24, hex(accent)) + path('M-24 -116 a24 24 0 0 0 48 0 z', hex(pale)),
    [0, 1, 2, 3, 4]
      .map((row) => box(-55, -128 + row * 26, 110, 9, 0, hex(row % 2 === 0 ? pale : accent), 'opacity="0.9"'))
      .join(''),
    path('M-28 -96 L0 -142 L28 -96 z', hex(accent)),
    box(-40, -128, 28, 34, 3, hex(shaded(main, -0.08))),
  ];
  return {
    width: 210,
    height: 214,
    art: [
      path(
        'M-34 -208 q34 22 68 0 l36 12 q12 4 18 16 l18 52 l-42 16 l-8 -24 V-6 q-56 12 -112 0 V-136 l-8 24 l-42 -16 l18 -52 q6 -12 18 -16 z',
        sheet.round(main),
      ),
      random.pick(prints),
      path('M-34 -208 q34 22 68 0 l-6 -3 q-28 14 -56 0 z', hex(shaded(main, -0.14))),
      line('M-56 -136 q2 -18 -4 -34 M56 -136 q-2 -18 4 -34', hex(shaded(main, -0.1)), 2.5),
      line('M-40 -40 q10 16 4 32 M38 -60 q-8 22 0 48', hex(shaded(main, -0.08)), 3),
    ].join(''),
  };
};

export const jacket: DrawThing = (sheet, { main, second, accent }) => ({
  width: 210,
  height: 226,
  art: [
    path(
      'M-36 -212 h72 l34 14 q14 6 18 22 l20 140 l-32 8 l-20 -96 V0 H-56 V-124 l-20 96 l-32 -8 l20 -140 q4 -16 18 -22 z',
      sheet.round(main),
    ),
    path('M-16 -212 h32 L0 -150 z', hex(second)),
    path('M-36 -212 l20 -4 L0 -150 l-18 22 l-26 -50 z', hex(shaded(main, 0.07))),
    path('M36 -212 l-20 -4 L0 -150 l18 22 l26 -50 z', hex(shaded(main, -0.05))),
    line('M0 -148 V-2', hex(shaded(main, -0.15)), 3),
    disc(8, -112, 4.5, hex(accent)),
    disc(8, -78, 4.5, hex(accent)),
    disc(8, -44, 4.5, hex(accent)),
    line('M-44 -58 h26 M22 -58 h24', hex(shaded(main, -0.14)), 4),
  ].join(''),
});

export const tote: DrawThing = (sheet, { main, second, accent }) => ({
  width: 170,
  height: 220,
  art: [
    line('M-40 -128 q-4 -86 40 -86 q44 0 40 86', hex(shaded(second, -0.08)), 10),
    path('M-78 -142 h156 l8 142 h-172 z', sheet.flat(main, 0.14)),
    path('M-78 -142 h156 l1 16 h-158 z', hex(shaded(main, -0.1))),
    path('M-28 -40 a28 28 0 0 1 56 0 z', hex(accent)),
    line('M-38 -32 h76 M-26 -22 h52', hex(second), 5),
  ].join(''),
});

export const ring: DrawThing = (sheet, { accent, pale }) => ({
  width: 150,
  height: 200,
  art: [
    '<circle cx="0" cy="-66" r="56" fill="none" stroke="#c99a3c" stroke-width="15"/>',
    '<circle cx="-1" cy="-67" r="59" fill="none" stroke="#f4dc94" stroke-width="4"/>',
    '<path d="M-52 -44 a56 56 0 0 0 76 28" fill="none" stroke="#8d6520" stroke-width="4" stroke-linecap="round"/>',
    path('M-20 -122 l-10 -20 h60 l-10 20 z', '#dcb558'),
    path('M-44 -164 l18 -26 h52 l18 26 l-44 48 z', sheet.flat(shaded(accent, 0.1), 0.2)),
    path('M-44 -164 h88 l-44 48 z', hex(shaded(accent, -0.04)), 'opacity="0.75"'),
    path('M-16 -164 l16 -26 l16 26 l-16 48 z', hex(pale), 'opacity="0.6"'),
    path('M-44 -164 l18 -26 l10 26 z', white, 'opacity="0.55"'),
  ].join(''),
});

export const necklace: DrawThing = (sheet, { accent, second }) => ({
  width: 170,
  height: 220,
  art: [
    path(
      'M-70 0 q-8 -96 -22 -128 q34 -20 46 -88 q46 22 92 0 q12 68 46 88 q-14 32 -22 128 z',
      sheet.round(second),
    ),
    line('M-48 -190 q8 108 48 124 q40 -16 48 -124', '#d9b257', 4.5),
    line('M-40 -196 q10 70 40 84 q30 -14 40 -84', '#f0d68c', 3),
    disc(0, -48, 17, sheet.flat(accent, 0.25)),
    disc(-5, -54, 5, white, 'opacity="0.7"'),
    disc(0, -112, 7, '#e7c66c'),
  ].join(''),
});

export const earrings: DrawThing = (sheet, { accent, pale }) => {
  const drop = (x: number): string =>
    [
      line(`M${x} -190 q14 -16 14 6 q-2 12 -14 16`, '#d9b257', 4.5),
      `<circle cx="${x}" cy="-124" r="38" fill="none" stroke="#d9b257" stroke-width="9"/>`,
      `<path d="M${x - 34} -140 a38 38 0 0 1 40 -22" fill="none" stroke="#f7e6b0" stroke-width="4" stroke-linecap="round"/>`,
      path(`M${x} -90 q30 40 0 78 q-30 -38 0 -78`, sheet.round(accent)),
      oval(x - 6, -46, 3.5, 16, hex(pale), 'opacity="0.6"'),
    ].join('');
  return { width: 190, height: 204, art: drop(-50) + drop(50) };
};

export const dumbbell: DrawThing = (sheet, { main, accent, ink }) => {
  const grey = shaded(ink, 0.42);
  const end = (x: number, turned: number): string =>
    box(x - 17, -112, 34, 112, 10, sheet.round(main)) +
    box(x + turned * 25 - 12, -98, 24, 84, 8, sheet.round(shaded(main, -0.09))) +
    box(x - 17, -66, 34, 14, 0, hex(accent));
  return {
    width: 280,
    height: 112,
    art: box(-76, -66, 152, 20, 6, sheet.flat(grey, 0.3)) + end(-84, -1) + end(84, 1),
  };
};

export const kettlebell: DrawThing = (sheet, { main, accent, pale, ink }) => ({
  width: 150,
  height: 196,
  art: [
    line('M-38 -112 q-16 -74 38 -74 q54 0 38 74', hex(shaded(ink, 0.14)), 21),
    line('M-34 -150 q4 -30 30 -32', hex(shaded(ink, 0.4)), 5),
    path('M-46 -124 h92 q32 30 32 66 q0 38 -34 58 h-88 q-34 -20 -34 -58 q0 -36 32 -66', sheet.round(main)),
    disc(0, -64, 34, hex(accent)),
    disc(0, -64, 22, hex(pale)),
    path(
      'M-56 -96 q-16 26 -8 54',
      'none',
      `stroke="${white}" stroke-width="7" stroke-linecap="round" opacity="0.35"`,
    ),
  ].join(''),
});

export const mat: DrawThing = (sheet, { main, accent }) => ({
  width: 250,
  height: 96,
  art: [
    path('M-60 -12 H132 l-14 12 H-74 z', hex(shaded(main, -0.08))),
    box(-112, -92, 190, 88, 44, sheet.fade(shaded(main, 0.08), shaded(main, -0.09))),
    disc(-68, -48, 44, hex(shaded(main, 0.04))),
    '<g fill="none" stroke-width="5">',
    `<circle cx="-68" cy="-48" r="32" stroke="${hex(shaded(main, -0.12))}"/><circle cx="-68" cy="-48" r="20" stroke="${hex(shaded(main, -0.12))}"/>`,
    '</g>',
    disc(-68, -48, 7, hex(shaded(main, -0.16))),
    box(22, -93, 16, 90, 6, hex(accent)),
  ].join(''),
});
