/** A picture to be drawn: boxes within boxes, laid out as a browser lays out flexible boxes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly root: Box;
  /** Drawn with all its colours, as photographs need it, and not with 256 of them. */
  readonly allColors?: boolean;
}

export interface Box {
  /** As in CSS, written in camel case. */
  readonly style: Readonly<Record<string, string | number>>;
  readonly text?: string;
  readonly weight?: Weight;
  /** That the text is one line, which begins on this side and is never broken. */
  readonly line?: Direction;
  /** Of the text, where its letters do not tell: Chinese and Japanese share many. */
  readonly language?: string;
  /** A photograph that fills the box, which needs a width and a height; one that cannot be read is left out. */
  readonly photograph?: Uint8Array;
  /** A PNG or JPEG that was made for this box, and is shown as it is. */
  readonly image?: Uint8Array;
  readonly parts?: readonly Box[];
}

export type Weight = 400 | 700;

/** From left to right, or from right to left. */
export type Direction = 'ltr' | 'rtl';

export function* boxesIn(box: Box): Generator<Box> {
  yield box;
  for (const part of box.parts ?? []) yield* boxesIn(part);
}
