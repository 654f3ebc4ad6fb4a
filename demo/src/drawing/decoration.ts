import type { Random } from '../random.ts';
import { hex, shade, type Palette, colour } from './palette.ts';
import { rect, disc, line, path, place, type Sheet, oval } from './sheet.ts';

type DrawExtra = (sheet: Sheet, palette: Palette, random: Random) => string;

export const nothing: DrawExtra = () => '';

export const leaves: DrawExtra = (sheet, { accent }, random) => {
  const { width: w, height: h } = sheet;
  const green = sheet.flat({ l: 0.56, c: 0.1, h: random.pick([135, 150, accent.h]) }, 0.16);
  const leaf = (at: number): string =>
    place(
      path('M0 0 q34 -22 84 0 q-50 24 -84 0', green),
      `translate(${at * 34} ${at * 5}) rotate(${at % 2 === 0 ? -46 : 44})`,
    );
  const twig = line('M-20 0 q120 10 230 46', hex({ l: 0.45, c: 0.07, h: 130 }), 4);
  const [mirror, x] = random.chance(0.5) ? [1, 0] : [-1, w];
  const size = Math.min(w, h) / 620;
  return place(
    twig + [0, 1, 2, 3, 4, 5].map(leaf).join(''),
    `translate(${x} ${h * 0.1}) scale(${mirror * size} ${size}) rotate(18)`,
  );
};

export const sparkles: DrawExtra = ({ width: w, height: h }, { pale }, random) =>
  Array.from({ length: 5 }, (_, at) => {
    const x = w * (at % 2 === 0 ? 0.08 + random.next() * 0.2 : 0.72 + random.next() * 0.2);
    const size = (Math.min(w, h) / 500) * (0.5 + random.next() * 0.9);
    return place(
      path('M0 -24 q3 21 24 24 q-21 3 -24 24 q-3 -21 -24 -24 q21 -3 24 -24', hex(pale), 'opacity="0.9"'),
      `translate(${x} ${h * (0.1 + random.next() * 0.5)}) scale(${size})`,
    );
  }).join('');

export const badge: DrawExtra = ({ width: w, height: h }, { accent, pale, ink }, random) => {
  const points = Array.from({ length: 32 }, (_, at) => {
    const [angle, radius] = [(at / 32) * 2 * Math.PI, at % 2 === 0 ? 56 : 48];
    return `${Math.cos(angle) * radius} ${Math.sin(angle) * radius}`;
  });
  const seal = [
    path(`M${points.join(' L')} z`, hex(accent.l > 0.86 ? shade(ink, 0.1) : accent)),
    disc(0, 0, 40, 'none', `stroke="${hex(pale)}" stroke-width="2.5" opacity="0.8"`),
    path('M0 -24 l7 15 l16 2 l-12 11 l3 16 l-14 -8 l-14 8 l3 -16 l-12 -11 l16 -2 z', hex(pale)),
  ].join('');
  const size = Math.min(w, h) / 640;
  return place(seal, `translate(${w * random.pick([0.16, 0.84])} ${h * 0.17}) rotate(-12) scale(${size})`);
};

export const confetti: DrawExtra = ({ width: w, height: h }, { pale, second, accent }, random) =>
  Array.from({ length: random.pick([0, 0, 12, 18]) }, () => {
    const fill = hex(random.pick([pale, second, accent]));
    const size = (Math.min(w, h) / 100) * (0.8 + random.next());
    const piece = random.chance(0.5)
      ? disc(0, 0, size, fill)
      : rect(-size, -size / 2.4, size * 2, size / 1.2, size / 3, fill);
    return place(piece, `translate(${w * random.next()} ${h * random.next()}) rotate(${random.below(180)})`);
  }).join('');

const skins = [
  colour(0.87, 0.05, 60),
  colour(0.78, 0.075, 58),
  colour(0.66, 0.085, 55),
  colour(0.5, 0.075, 50),
  colour(0.4, 0.06, 48),
];
const hairs = [
  colour(0.24, 0.03, 40),
  colour(0.34, 0.06, 45),
  colour(0.5, 0.09, 60),
  colour(0.8, 0.09, 85),
  colour(0.48, 0.12, 38),
];

/** Behind and before the head; the head is an oval around (0, -230). */
const hairStyles = [
  {
    behind: 'M-84 -232 q0 -96 84 -96 q84 0 84 96 q6 84 14 130 h-196 q8 -46 14 -130',
    before: 'M-70 -232 q10 -62 82 -66 q56 4 60 66 q-4 -92 -72 -92 q-70 0 -70 92',
  },
  {
    behind: '',
    before: 'M-70 -226 q-14 -92 70 -100 q84 8 70 100 q-6 -40 -24 -54 q-46 18 -96 2 q-16 18 -20 52',
  },
  {
    behind: 'M0 -308 a34 34 0 1 1 0.1 0 M-76 -226 q-6 -98 76 -98 q82 0 76 98 z',
    before: 'M-68 -238 q4 -56 68 -60 q64 4 68 60 q0 -86 -68 -86 q-68 0 -68 86',
  },
  {
    behind:
      'M-112 -226 a52 52 0 0 1 22 -74 a60 60 0 0 1 90 -44 a60 60 0 0 1 90 44 a52 52 0 0 1 22 74 a50 50 0 0 1 -40 66 h-144 a50 50 0 0 1 -40 -66',
    before: 'M-68 -244 q10 -44 68 -46 q58 2 68 46 q-6 -74 -68 -74 q-62 0 -68 74',
  },
] as const;

/** A faceless person down to the shoulders; about 360 high and 330 wide, from (0, 0) upwards. */
export function person(sheet: Sheet, { main, second }: Palette, random: Random): string {
  const skin = random.pick(skins);
  const hair = hex(random.pick(hairs));
  const style = random.pick(hairStyles);
  const shirt = random.chance(0.6) ? main : second;
  return [
    path(style.behind, hair),
    path('M-34 -190 h68 v64 q-34 34 -68 0 z', hex(shade(skin, -0.08))),
    path(
      'M-164 4 q-6 -118 92 -138 q30 -6 40 -10 q32 34 64 0 q10 4 40 10 q98 20 92 138 z',
      sheet.round(shirt),
    ),
    path('M-32 -146 q32 34 64 0 q4 14 -2 22 q-30 26 -60 0 q-6 -8 -2 -22', hex(shade(skin, -0.03))),
    oval(0, -232, 66, 82, sheet.flat(skin, 0.05)),
    path(style.before, hair),
  ].join('');
}

type Mark = (fill: string, second: string) => string;

/** Around (0, 0), within 64 to each side. */
const marks: readonly Mark[] = [
  (fill, second) => disc(-20, 0, 40, fill) + disc(22, 0, 40, second, 'opacity="0.85"'),
  (fill, second) => path('M-56 40 L0 -56 L56 40 z', fill) + path('M-24 40 L0 0 L24 40 z', second),
  (fill, second) => path('M-50 -50 h50 a50 50 0 0 1 0 100 h-50 z', fill) + disc(0, 0, 22, second),
  (fill, second) =>
    [0, 72, 144, 216, 288]
      .map((turn, at) =>
        path('M0 0 q26 -30 0 -60 q-26 30 0 60', at % 2 === 0 ? fill : second, `transform="rotate(${turn})"`),
      )
      .join(''),
  (fill, second) =>
    path('M0 -58 L50 -29 V29 L0 58 L-50 29 V-29 z', fill) +
    path('M0 -26 L22 -13 V13 L0 26 L-22 13 V-13 z', second),
  (fill, second) =>
    rect(-52, -52, 48, 48, 10, fill) +
    rect(4, -52, 48, 48, 24, second) +
    rect(-52, 4, 48, 48, 24, second) +
    rect(4, 4, 48, 48, 10, fill),
  (fill, second) =>
    path('M-56 0 a56 56 0 0 1 112 0 z', fill) +
    path('M-56 12 h112 a56 56 0 0 1 -18 28 h-76 a56 56 0 0 1 -18 -28', second),
  (fill, second) =>
    path('M0 -58 C44 -20 44 26 0 58 C-44 26 -44 -20 0 -58', fill) +
    path('M0 -6 C18 10 18 34 0 58 C-18 34 -18 10 0 -6', second),
  (fill, second) =>
    rect(-54, -54, 28, 108, 14, fill) + rect(-14, -30, 28, 84, 14, second) + rect(26, -4, 28, 58, 14, fill),
  (fill, second) => disc(0, 0, 54, fill) + disc(20, -14, 42, second),
];

export function drawLogo(sheet: Sheet, hue: number, random: Random): string {
  const mark = random.pick(marks);
  const main = colour(0.56, 0.14, hue);
  const other = colour(0.8, 0.13, hue + random.pick([60, 150, 200]));
  const isDark = random.chance(0.45);
  const ground = isDark ? sheet.flat(main, 0.06) : sheet.flat(colour(0.95, 0.025, hue), 0.03);
  const [fill, second] = isDark
    ? [hex(colour(0.97, 0.02, hue)), hex(other)]
    : [hex(main), hex(shade(other, -0.02))];
  const middle = sheet.width / 2;
  return (
    rect(0, 0, sheet.width, sheet.height, 0, ground) +
    place(
      mark(fill, second),
      `translate(${middle} ${middle}) rotate(${random.pick([0, 0, 0, 45, 90])}) scale(${sheet.width / 200})`,
    )
  );
}
