import type { Random } from '../random.ts';
import { colour, hex, shaded } from './colours.ts';
import { box, disc, path, placed, type Sheet } from './sheet.ts';

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
    box(-52, -52, 48, 48, 10, fill) +
    box(4, -52, 48, 48, 24, second) +
    box(-52, 4, 48, 48, 24, second) +
    box(4, 4, 48, 48, 10, fill),
  (fill, second) =>
    path('M-56 0 a56 56 0 0 1 112 0 z', fill) +
    path('M-56 12 h112 a56 56 0 0 1 -18 28 h-76 a56 56 0 0 1 -18 -28', second),
  (fill, second) =>
    path('M0 -58 C44 -20 44 26 0 58 C-44 26 -44 -20 0 -58', fill) +
    path('M0 -6 C18 10 18 34 0 58 C-18 34 -18 10 0 -6', second),
  (fill, second) =>
    box(-54, -54, 28, 108, 14, fill) + box(-14, -30, 28, 84, 14, second) + box(26, -4, 28, 58, 14, fill),
  (fill, second) => disc(0, 0, 54, fill) + disc(20, -14, 42, second),
];

/** A brand's logo: a shape in the brand's hue. */
export function drawLogo(sheet: Sheet, hue: number, random: Random): string {
  const mark = random.pick(marks);
  const main = colour(0.56, 0.14, hue);
  const other = colour(0.8, 0.13, hue + random.pick([60, 150, 200]));
  const isDark = random.chance(0.45);
  const ground = isDark ? sheet.flat(main, 0.06) : sheet.flat(colour(0.95, 0.025, hue), 0.03);
  const [fill, second] = isDark
    ? [hex(colour(0.97, 0.02, hue)), hex(other)]
    : [hex(main), hex(shaded(other, -0.02))];
  const middle = sheet.width / 2;
  return (
    box(0, 0, sheet.width, sheet.height, 0, ground) +
    placed(
      mark(fill, second),
      `translate(${middle} ${middle}) rotate(${random.pick([0, 0, 0, 45, 90])}) scale(${sheet.width / 200})`,
    )
  );
}
