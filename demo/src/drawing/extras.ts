import type { Random } from '../random.ts';
import { hex, shaded } from './colours.ts';
import type { Palette } from './palette.ts';
import { box, disc, line, path, placed, type Sheet } from './sheet.ts';

/** Decoration around the product. */
type DrawExtra = (sheet: Sheet, palette: Palette, random: Random) => string;

export const nothing: DrawExtra = () => '';

/** A branch that reaches in from a corner. */
export const leaves: DrawExtra = (sheet, { accent }, random) => {
  const { width: w, height: h } = sheet;
  const green = sheet.flat({ l: 0.56, c: 0.1, h: random.pick([135, 150, accent.h]) }, 0.16);
  const leaf = (at: number): string =>
    placed(
      path('M0 0 q34 -22 84 0 q-50 24 -84 0', green),
      `translate(${at * 34} ${at * 5}) rotate(${at % 2 === 0 ? -46 : 44})`,
    );
  const twig = line('M-20 0 q120 10 230 46', hex({ l: 0.45, c: 0.07, h: 130 }), 4);
  const [mirror, x] = random.chance(0.5) ? [1, 0] : [-1, w];
  const size = Math.min(w, h) / 620;
  return placed(
    twig + [0, 1, 2, 3, 4, 5].map(leaf).join(''),
    `translate(${x} ${h * 0.1}) scale(${mirror * size} ${size}) rotate(18)`,
  );
};

export const sparkles: DrawExtra = ({ width: w, height: h }, { pale }, random) =>
  Array.from({ length: 5 }, (_, at) => {
    const x = w * (at % 2 === 0 ? 0.08 + random.next() * 0.2 : 0.72 + random.next() * 0.2);
    const size = (Math.min(w, h) / 500) * (0.5 + random.next() * 0.9);
    return placed(
      path('M0 -24 q3 21 24 24 q-21 3 -24 24 q-3 -21 -24 -24 q21 -3 24 -24', hex(pale), 'opacity="0.9"'),
      `translate(${x} ${h * (0.1 + random.next() * 0.5)}) scale(${size})`,
    );
  }).join('');

/** An offer badge without text. */
export const badge: DrawExtra = ({ width: w, height: h }, { accent, pale, ink }, random) => {
  const points = Array.from({ length: 32 }, (_, at) => {
    const [angle, radius] = [(at / 32) * 2 * Math.PI, at % 2 === 0 ? 56 : 48];
    return `${Math.cos(angle) * radius} ${Math.sin(angle) * radius}`;
  });
  const seal = [
    path(`M${points.join(' L')} z`, hex(accent.l > 0.86 ? shaded(ink, 0.1) : accent)),
    disc(0, 0, 40, 'none', `stroke="${hex(pale)}" stroke-width="2.5" opacity="0.8"`),
    path('M0 -24 l7 15 l16 2 l-12 11 l3 16 l-14 -8 l-14 8 l3 -16 l-12 -11 l16 -2 z', hex(pale)),
  ].join('');
  const size = Math.min(w, h) / 640;
  return placed(seal, `translate(${w * random.pick([0.16, 0.84])} ${h * 0.17}) rotate(-12) scale(${size})`);
};

export const confetti: DrawExtra = ({ width: w, height: h }, { pale, second, accent }, random) =>
  Array.from({ length: random.pick([0, 0, 12, 18]) }, () => {
    const fill = hex(random.pick([pale, second, accent]));
    const size = (Math.min(w, h) / 100) * (0.8 + random.next());
    const piece = random.chance(0.5)
      ? disc(0, 0, size, fill)
      : box(-size, -size / 2.4, size * 2, size / 1.2, size / 3, fill);
    return placed(piece, `translate(${w * random.next()} ${h * random.next()}) rotate(${random.below(180)})`);
  }).join('');
