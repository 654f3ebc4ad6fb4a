import { hex, shaded } from './colours.ts';
import { box, disc, line, path } from './sheet.ts';
import type { DrawProduct } from './products.ts';

/** Products that are drawn differently each time. */

export const plate: DrawProduct = (sheet, { main, second, accent, pale }, random) => {
  const bites = Array.from({ length: 7 }, (_, at) => {
    const angle = (at / 7) * 6.28 + random.next();
    return disc(
      Math.cos(angle) * 44,
      -100 + Math.sin(angle) * 44,
      random.between(9, 15),
      random.pick(['#d9483b', '#f0a63a', '#7fae4e', '#f3d27a', hex(accent)]),
    );
  });
  return {
    width: 210,
    height: 205,
    art: [
      disc(0, -100, 102, sheet.flat(pale, 0.1)),
      disc(0, -100, 90, 'none', `stroke="${hex(main)}" stroke-width="4"`),
      disc(0, -100, 74, sheet.flat(second, 0.08)),
      ...bites,
      ...[0, 60, 120, 180, 240, 300].map((turn) =>
        path('M0 -6 q14 -20 0 -42 q-14 22 0 42', '#5d9b46', `transform="translate(0 -100) rotate(${turn})"`),
      ),
      disc(0, -100, 17, '#f0a63a'),
    ].join(''),
  };
};

export const shoe: DrawProduct = (sheet, { main, second, accent, pale, ink }, random) => {
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

export const shirt: DrawProduct = (sheet, { main, accent, pale }, random) => {
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
