import { hex, shaded } from './colours.ts';
import { box, disc, line, oval, path } from './sheet.ts';
import type { DrawThing } from './thing.ts';

/** Home, food, pets and cars. */

const white = '#ffffff';

const paw = (x: number, y: number, size: number, fill: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}"><ellipse cx="0" cy="8" rx="14" ry="11"/><ellipse cx="-16" cy="-6" rx="6" ry="8"/><ellipse cx="-6" cy="-14" rx="6" ry="8"/><ellipse cx="6" cy="-14" rx="6" ry="8"/><ellipse cx="16" cy="-6" rx="6" ry="8"/></g>`;

export const bowl: DrawThing = (sheet, { main, accent, pale }) => ({
  width: 220,
  height: 126,
  art: [
    ...[-58, -34, -10, 14, 38, 60].map((x, at) =>
      disc(x, -92 - (at % 3) * 11, 19, ['#a5673a', '#8a5230', '#bb7c49'][at % 3] ?? '#8a5230'),
    ),
    ...[-44, -18, 8, 32].map((x, at) =>
      disc(x, -104 - (at % 2) * 9, 16, at % 2 === 0 ? '#c58a55' : '#96592f'),
    ),
    path('M-92 -84 h184 l22 76 q0 8 -12 8 h-204 q-12 0 -12 -8 z', sheet.round(main)),
    oval(0, -84, 92, 13, 'none', `stroke="${hex(shaded(main, 0.08))}" stroke-width="7"`),
    paw(0, -38, 1.35, hex(pale)),
    box(-110, -9, 220, 9, 4, hex(accent)),
  ].join(''),
});

export const petBag: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 150,
  height: 224,
  art: [
    path(
      'M-66 -222 l8 8 l10 -8 l10 8 l10 -8 l10 8 l10 -8 l10 8 l10 -8 l10 8 l10 -8 l10 8 l10 -8 l8 8 V-4 q-66 10 -132 0 z',
      sheet.round(main),
    ),
    path('M-66 -140 q66 44 132 0 V-4 q-66 10 -132 0 z', hex(second), 'opacity="0.94"'),
    disc(0, -112, 38, hex(accent)),
    paw(0, -112, 1.25, hex(pale)),
    box(-34, -52, 68, 7, 3.5, hex(main)),
    box(-24, -36, 48, 5, 2.5, hex(shaded(main, 0.12))),
  ].join(''),
});

export const cat: DrawThing = (sheet, { main, accent, pale, ink }) => ({
  width: 190,
  height: 220,
  art: [
    line('M52 -18 q62 0 50 -66 q-4 -22 14 -30', hex(shaded(main, -0.05)), 20),
    path('M-58 0 q-18 -96 30 -126 h56 q48 30 30 126 z', sheet.round(main)),
    path(
      'M-52 -150 l-8 -62 l40 26 h40 l40 -26 l-8 62 q-4 44 -52 44 q-48 0 -52 -44',
      sheet.round(shaded(main, 0.03)),
    ),
    path('M-50 -190 l3 22 l16 -10 z M50 -190 l-3 22 l-16 -10 z', hex(accent), 'opacity="0.8"'),
    disc(-20, -152, 6, hex(ink)),
    disc(20, -152, 6, hex(ink)),
    path('M-6 -138 h12 l-6 7 z', hex(accent)),
    line(
      'M-34 -134 l-30 -4 M-34 -128 l-28 4 M34 -134 l30 -4 M34 -128 l28 4',
      hex(pale),
      2.5,
      'opacity="0.8"',
    ),
    path('M-26 0 q-4 -64 26 -84 q30 20 26 84 z', hex(pale), 'opacity="0.75"'),
    box(-40, -114, 80, 11, 5, hex(accent)),
    disc(0, -102, 8, '#e9c565'),
  ].join(''),
});

export const bed: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 290,
  height: 160,
  art: [
    path('M-132 0 V-142 q0 -18 18 -18 h228 q18 0 18 18 V0 z', sheet.flat(shaded(main, -0.04), 0.16)),
    ...[-88, -44, 0, 44, 88].map((x) => line(`M${x} -150 v60`, hex(shaded(main, -0.14)), 2.5)),
    box(-108, -116, 96, 50, 22, sheet.flat(pale, 0.12)),
    box(12, -116, 96, 50, 22, sheet.flat(pale, 0.12)),
    box(-142, -78, 284, 56, 18, sheet.flat(second, 0.12)),
    path(
      'M-142 -60 q0 -22 22 -22 h240 q22 0 22 22 V-34 q-70 16 -142 4 q-70 -14 -142 4 z',
      sheet.fade(shaded(accent, 0.05), shaded(accent, -0.08)),
    ),
    box(-142, -28, 284, 16, 5, hex(shaded(main, -0.1))),
    box(-130, -14, 16, 14, 3, hex(shaded(main, -0.2))),
    box(114, -14, 16, 14, 3, hex(shaded(main, -0.2))),
  ].join(''),
});

export const mattress: DrawThing = (sheet, { main, second, accent, pale }) => ({
  width: 280,
  height: 130,
  art: [
    path('M-136 -70 l36 -44 h224 l12 44 z', sheet.flat(pale, 0.06)),
    ...[0, 1, 2, 3, 4].map((at) =>
      line(`M${-108 + at * 54} -78 q14 -12 30 -30`, hex(shaded(second, -0.1)), 2.5),
    ),
    box(-138, -72, 276, 26, 8, sheet.flat(second, 0.1)),
    box(-138, -50, 276, 22, 2, sheet.flat(main, 0.1)),
    box(-138, -30, 276, 30, 9, sheet.flat(shaded(main, -0.14), 0.1)),
    line('M-130 -48 h260', hex(accent), 4),
    path('M-70 -112 q-8 -22 18 -22 h60 q24 0 18 20 q-46 10 -96 2', sheet.flat(pale, 0.16)),
  ].join(''),
});

export const pot: DrawThing = (sheet, { main, second, accent }) => ({
  width: 250,
  height: 166,
  art: [
    line(
      'M-92 -84 q-34 -4 -34 20 q0 20 34 16 M92 -84 q34 -4 34 20 q0 20 -34 16',
      hex(shaded(main, -0.08)),
      13,
    ),
    path('M-96 -112 h192 v84 q0 28 -28 28 h-136 q-28 0 -28 -28 z', sheet.round(main)),
    path('M-102 -112 q6 -32 102 -34 q96 2 102 34 z', sheet.round(shaded(main, 0.05))),
    box(-106, -118, 212, 11, 5, hex(shaded(main, -0.1))),
    disc(0, -154, 13, sheet.flat(accent, 0.2)),
    box(-84, -98, 9, 74, 4.5, white, 'opacity="0.3"'),
    disc(0, -56, 15, hex(second), 'opacity="0.9"'),
  ].join(''),
});

export const pan: DrawThing = (sheet, { main, accent, ink }) => ({
  width: 300,
  height: 110,
  art: [
    path('M76 -52 l112 -26 q14 -2 14 10 q0 10 -12 12 l-112 22 z', sheet.flat(accent, 0.2)),
    path('M-128 -62 h216 q-6 62 -54 62 h-108 q-48 0 -54 -62', sheet.round(shaded(main, -0.05))),
    oval(-20, -62, 108, 22, sheet.flat(shaded(ink, 0.16), 0.1)),
    oval(-20, -60, 92, 16, sheet.flat(shaded(ink, 0.05), 0.06)),
    oval(-34, -62, 46, 9, '#fdfaf2'),
    oval(-30, -64, 16, 6, '#f4b53a'),
    path('M26 -68 q16 -10 32 2 q-14 10 -32 -2', '#5f9e4a'),
    disc(52, -58, 6, '#d9483b'),
    disc(36, -54, 5, '#d9483b'),
  ].join(''),
});

export const plate: DrawThing = (sheet, { main, second, accent, pale }, random) => {
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

export const car: DrawThing = (sheet, { main, accent, pale, ink }) => {
  const wheel = (x: number): string =>
    [
      disc(x, -26, 28, hex(ink)),
      disc(x, -26, 17, sheet.flat(pale, 0.3)),
      disc(x, -26, 6, hex(shaded(ink, 0.15))),
    ].join('') +
    [0, 60, 120]
      .map(
        (turn) =>
          `<rect x="${x - 2}" y="-42" width="4" height="32" fill="${hex(shaded(ink, 0.25))}" transform="rotate(${turn} ${x} -26)"/>`,
      )
      .join('');
  return {
    width: 320,
    height: 122,
    art: [
      path(
        'M-156 -28 q-6 -36 20 -44 l50 -8 q40 -42 84 -42 h34 q40 0 70 42 l36 10 q20 6 18 42 z',
        sheet.fade(shaded(main, 0.08), shaded(main, -0.1)),
      ),
      path('M-70 -80 q34 -32 68 -32 h10 v32 z', hex(shaded(ink, 0.12))),
      path('M18 -112 h16 q30 2 52 32 h-68 z', hex(shaded(ink, 0.12))),
      path('M-60 -80 q28 -24 50 -28 l-20 28 z M36 -108 l14 4 l-14 24 h-14 z', white, 'opacity="0.25"'),
      line('M-150 -58 h298', hex(shaded(main, 0.12)), 3, 'opacity="0.7"'),
      line('M13 -78 v46 M-76 -78 q-8 20 -2 46 M92 -78 q4 22 -4 46', hex(shaded(main, -0.15)), 2.5),
      box(22, -68, 18, 5, 2.5, hex(shaded(main, -0.17))),
      path('M146 -58 q10 2 10 16 l-14 -4 z', hex(accent)),
      path('M-154 -56 q12 0 18 10 l-20 4 z', '#fff2bd'),
      wheel(-92),
      wheel(96),
    ].join(''),
  };
};

export const wheel: DrawThing = (sheet, { main, accent, pale, ink }) => ({
  width: 210,
  height: 210,
  art: [
    disc(0, -104, 104, hex(ink)),
    ...Array.from(
      { length: 36 },
      (_, at) =>
        `<rect x="-4" y="-104" width="8" height="11" fill="${hex(shaded(ink, 0.12))}" transform="translate(0 -104) rotate(${at * 10})"/>`,
    ),
    disc(0, -104, 78, hex(shaded(ink, 0.12))),
    disc(0, -104, 70, sheet.flat(shaded(main, 0.05), 0.2)),
    ...[0, 72, 144, 216, 288].map((turn) =>
      path(
        'M-15 -62 q15 -8 30 0 l-8 50 h-14 z',
        sheet.flat(pale, 0.25),
        `transform="translate(0 -104) rotate(${turn})"`,
      ),
    ),
    disc(0, -104, 17, sheet.flat(accent, 0.2)),
  ].join(''),
});
