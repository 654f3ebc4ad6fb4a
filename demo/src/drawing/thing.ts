import type { Random } from '../random.ts';
import type { Palette } from './palette.ts';
import type { Sheet } from './sheet.ts';

/** A drawn product. Its base is at (0, 0), and it is about 200 high or wide. */
export interface Thing {
  readonly art: string;
  readonly width: number;
  readonly height: number;
}

export type DrawThing = (sheet: Sheet, palette: Palette, random: Random) => Thing;
