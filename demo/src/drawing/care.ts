import { hex, shaded } from './colours.ts';
import { box, disc, line, oval, path, placed } from './sheet.ts';
import type { DrawThing } from './thing.ts';

/** Bottles, jars and pouches for cosmetics, supplements and drinks. */

const white = '#ffffff';

export const dropper: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 90,
  height: 220,
  art: [
    path('M-14 -220 q14 -14 28 0 l4 40 h-36 z', sheet.round(shaded(second, -0.05))),
    box(-20, -182, 40, 30, 5, sheet.round(accent)),
    path(
      'M-18 -154 h36 q0 12 16 18 q11 5 11 18 V-12 q0 12 -12 12 h-66 q-12 0 -12 -12 V-118 q0 -13 11 -18 q16 -6 16 -18 z',
      sheet.round(main),
    ),
    box(-34, -92, 68, 62, 4, sheet.flat(pale)),
    box(-22, -78, 44, 6, 3, hex(main)),
    box(-22, -64, 30, 4, 2, hex(shaded(main, 0.15))),
    disc(14, -46, 7, hex(accent)),
    box(-37, -124, 6, 106, 3, white, 'opacity="0.28"'),
  ].join(''),
});

export const jar: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 150,
  height: 130,
  art: [
    box(-68, -88, 136, 88, 16, sheet.round(main)),
    box(-74, -130, 148, 48, 9, sheet.round(second)),
    line('M-72 -92 h144', hex(shaded(second, -0.16)), 2),
    box(-42, -66, 84, 44, 4, sheet.flat(pale)),
    box(-26, -54, 52, 6, 3, hex(accent)),
    box(-18, -40, 36, 4, 2, hex(shaded(main, 0.1))),
    box(-60, -76, 7, 64, 3.5, white, 'opacity="0.3"'),
  ].join(''),
});

export const tube: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 84,
  height: 216,
  art: [
    box(-24, -34, 48, 34, 6, sheet.round(second)),
    path('M-42 -210 h84 l-10 176 h-64 z', sheet.round(main)),
    box(-44, -218, 88, 16, 3, sheet.round(shaded(main, -0.07))),
    path('M-39 -150 h78 l-2.6 46 h-72.8 z', sheet.flat(pale)),
    disc(0, -127, 12, hex(accent)),
    box(-20, -86, 40, 5, 2.5, white, 'opacity="0.7"'),
    box(-14, -74, 28, 4, 2, white, 'opacity="0.5"'),
  ].join(''),
});

export const pillBottle: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 120,
  height: 204,
  art: [
    box(-42, -204, 84, 42, 7, sheet.round(second)),
    ...[-32, -20, -8, 4, 16, 28].map((x) => box(x, -200, 2.5, 34, 1, hex(shaded(second, -0.13)))),
    path(
      'M-40 -164 h80 q20 6 20 26 V-14 q0 14 -14 14 h-92 q-14 0 -14 -14 V-138 q0 -20 20 -26 z',
      sheet.round(main),
    ),
    box(-60, -120, 120, 84, 0, sheet.round(pale)),
    disc(-22, -78, 22, hex(accent)),
    path('M-22 -92 q14 14 0 28 q-14 -14 0 -28', hex(pale)),
    box(10, -98, 38, 7, 3.5, hex(main)),
    box(10, -82, 28, 5, 2.5, hex(shaded(main, 0.18))),
    box(10, -70, 34, 5, 2.5, hex(shaded(main, 0.18))),
    box(-52, -150, 7, 138, 3.5, white, 'opacity="0.25"'),
  ].join(''),
});

/** Lying, in two colours. */
const twoHalves = (first: string, second: string): string =>
  box(-46, -20, 92, 40, 20, second) +
  path('M0 -20 h-26 a20 20 0 0 0 0 40 H0 z', first) +
  box(-30, -13, 56, 6, 3, white, 'opacity="0.45"');

export const capsules: DrawThing = (sheet, { main, accent, pale }) => {
  const capsule = (transform: string, swapped: boolean): string =>
    placed(
      twoHalves(sheet.flat(swapped ? pale : main, 0.16), sheet.flat(swapped ? accent : pale, 0.16)),
      transform,
    );
  return {
    width: 190,
    height: 150,
    art: [
      capsule('translate(-42 -22) rotate(-8)', false),
      capsule('translate(46 -24) rotate(22)', true),
      capsule('translate(-6 -66) rotate(-32)', true),
      capsule('translate(38 -108) rotate(58) scale(0.9)', false),
    ].join(''),
  };
};

export const pouch: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 150,
  height: 216,
  art: [
    path('M-64 -206 h128 l10 196 q-74 22 -148 0 z', sheet.round(main)),
    box(-66, -216, 132, 20, 3, sheet.round(shaded(main, -0.08))),
    line('M-60 -186 h120', hex(shaded(main, -0.12)), 2),
    oval(0, -104, 46, 54, sheet.flat(second)),
    path('M0 -138 c34 22 26 60 0 68 c-26 -8 -34 -46 0 -68', sheet.flat(accent)),
    line('M0 -128 v52 M0 -100 l12 -12 M0 -90 l-12 -12', hex(pale), 3),
    box(-26, -38, 52, 6, 3, hex(pale), 'opacity="0.85"'),
  ].join(''),
});

export const cup: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 190,
  height: 170,
  art: [
    oval(0, -4, 100, 14, sheet.flat(second, 0.16)),
    line('M66 -90 q48 -4 42 30 q-6 26 -56 26', hex(shaded(main, -0.06)), 13),
    path('M-74 -112 h148 q2 80 -40 106 h-68 q-42 -26 -40 -106 z', sheet.round(main)),
    oval(0, -112, 74, 15, sheet.flat(shaded(main, 0.07))),
    oval(0, -110, 64, 11, '#4a2c1b'),
    oval(-6, -111, 34, 5, '#8a5a37'),
    disc(0, -62, 17, hex(accent), 'opacity="0.9"'),
    line('M-26 -138 q-10 -14 0 -26 q10 -12 0 -26', hex(pale), 5, 'opacity="0.55"'),
    line('M4 -138 q-10 -16 0 -30 q10 -14 0 -30', hex(pale), 5, 'opacity="0.7"'),
    line('M34 -138 q-10 -14 0 -26 q10 -12 0 -26', hex(pale), 5, 'opacity="0.55"'),
  ].join(''),
});

export const coffeeBag: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 134,
  height: 220,
  art: [
    path('M-58 -190 l8 -28 h100 l8 28 V0 H-58 z', sheet.round(main)),
    path('M-58 -190 l8 -28 h100 l8 28 z', sheet.flat(shaded(main, -0.1))),
    box(-62, -196, 124, 9, 3, hex(accent)),
    box(-42, -150, 84, 116, 4, sheet.flat(second)),
    oval(0, -108, 20, 28, '#5a3520', 'transform="rotate(24 0 -108)"'),
    line('M-8 -130 q16 20 2 42', '#2f1a0f', 4),
    box(-26, -66, 52, 6, 3, hex(main)),
    box(-18, -52, 36, 4, 2, hex(shaded(main, 0.12))),
    box(-52, -180, 6, 168, 3, hex(pale), 'opacity="0.22"'),
  ].join(''),
});

export const togo: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 116,
  height: 210,
  art: [
    path('M-50 -184 h100 l-14 184 h-72 z', sheet.round(pale)),
    path('M-47 -142 h94 l-7 84 h-80 z', sheet.round(main)),
    oval(0, -100, 17, 25, hex(second), 'transform="rotate(28 0 -100)"'),
    line('M-7 -120 q14 18 2 40', hex(accent), 4),
    box(-56, -196, 112, 16, 6, sheet.round(shaded(second, -0.12))),
    path('M-46 -196 l5 -14 h82 l5 14 z', sheet.round(shaded(second, -0.06))),
  ].join(''),
});
