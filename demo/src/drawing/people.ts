import type { Random } from '../random.ts';
import { colour, hex, shaded } from './colours.ts';
import type { Palette } from './palette.ts';
import { oval, path, type Sheet } from './sheet.ts';

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
    path('M-34 -190 h68 v64 q-34 34 -68 0 z', hex(shaded(skin, -0.08))),
    path(
      'M-164 4 q-6 -118 92 -138 q30 -6 40 -10 q32 34 64 0 q10 4 40 10 q98 20 92 138 z',
      sheet.round(shirt),
    ),
    path('M-32 -146 q32 34 64 0 q4 14 -2 22 q-30 26 -60 0 q-6 -8 -2 -22', hex(shaded(skin, -0.03))),
    oval(0, -232, 66, 82, sheet.flat(skin, 0.05)),
    path(style.before, hair),
  ].join('');
}
