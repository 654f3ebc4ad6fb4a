import { hex, shaded } from './colours.ts';
import { box, disc, line, path } from './sheet.ts';
import type { DrawThing } from './thing.ts';

/** Travel. */

export const suitcase: DrawThing = (sheet, { main, second, accent, ink }) => ({
  width: 150,
  height: 240,
  art: [
    line('M-28 -178 v-48 q0 -10 10 -10 h36 q10 0 10 10 v48', hex(shaded(ink, 0.3)), 8),
    box(-70, -184, 140, 172, 18, sheet.round(main)),
    ...[-44, -22, 0, 22, 44].map((x) => box(x - 3, -172, 6, 148, 3, hex(shaded(main, -0.09)))),
    box(-70, -142, 140, 9, 0, hex(second)),
    box(-70, -60, 140, 9, 0, hex(second)),
    box(-14, -150, 28, 24, 5, hex(accent)),
    disc(-46, -8, 9, hex(ink)),
    disc(46, -8, 9, hex(ink)),
    disc(36, -96, 17, hex(accent)),
    path('M26 -96 a10 10 0 0 1 20 0 z', hex(second)),
  ].join(''),
});

export const plane: DrawThing = (sheet, { main, accent, pale }) => ({
  width: 300,
  height: 150,
  art: [
    path('M-18 -66 l-70 -66 h30 l96 66 z', sheet.flat(shaded(main, -0.06), 0.1)),
    path('M-118 -62 l-26 -58 h26 l36 58 z', sheet.flat(accent, 0.1)),
    path(
      'M-138 -76 h206 q72 0 80 26 q-8 22 -80 22 h-130 q-58 0 -76 -48',
      sheet.fade(shaded(pale, 0.02), shaded(pale, -0.14)),
    ),
    path('M-126 -52 q20 24 64 24 h130 q72 0 80 -22 z', hex(main), 'opacity="0.9"'),
    path('M112 -66 q20 4 28 12 h-34 z', '#2e3a4d'),
    ...[-70, -46, -22, 2, 26, 50, 74].map((x) => box(x, -66, 11, 12, 4, '#2e3a4d', 'opacity="0.75"')),
    path('M6 -46 l-62 52 h32 l92 -50 z', sheet.flat(shaded(main, 0.04), 0.14)),
  ].join(''),
});

export const balloon: DrawThing = (sheet, { main, second, accent }) => ({
  width: 180,
  height: 240,
  art: [
    path('M0 -62 C-44 -96 -88 -120 -88 -160 a88 80 0 0 1 176 0 C88 -120 44 -96 0 -62', sheet.round(main)),
    path(
      'M0 -62 C-16 -96 -32 -120 -32 -160 a32 80 0 0 1 64 0 C32 -120 16 -96 0 -62',
      hex(second),
      'opacity="0.85"',
    ),
    path('M-86 -172 q86 26 172 0 q4 18 -4 34 q-82 24 -164 0 q-6 -16 -4 -34', hex(accent), 'opacity="0.85"'),
    line('M-20 -72 l8 40 M20 -72 l-8 40', hex(shaded(main, -0.25)), 2.5),
    box(-18, -34, 36, 32, 6, '#9c6a3c'),
    box(-20, -36, 40, 9, 4, '#7a4f2a'),
  ].join(''),
});
