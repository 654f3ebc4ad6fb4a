import type { Dice } from '../dice.ts';
import type { Palette } from './palette.ts';
import type { Sheet } from './sheet.ts';

/** Something that is advertised. It stands on (0, 0), and is about 200 high or wide. */
export interface Thing {
  readonly art: string;
  readonly width: number;
  readonly height: number;
}

export type DrawThing = (sheet: Sheet, palette: Palette, dice: Dice) => Thing;
