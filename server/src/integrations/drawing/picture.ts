/** A picture to be drawn: boxes within boxes, laid out as a browser lays out flexible boxes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly root: Box;
  /** Over the boxes: all text there is. */
  readonly lines?: readonly Line[];
  /** Drawn with all its colours, as photographs need it, and not with 256 of them. */
  readonly allColors?: boolean;
}

export interface Box {
  /** As in CSS, written in camel case. */
  readonly style: Readonly<Record<string, string | number>>;
  /** A photograph that fills the box, which needs a width and a height; one that cannot be read is left out. */
  readonly photograph?: Uint8Array;
  /** A PNG or JPEG that was made for this box, and is shown as it is. */
  readonly image?: Uint8Array;
  readonly parts?: readonly Box[];
}

/** A line of text, which is never broken. */
export interface Line extends Lettering {
  /** Where it begins, or ends, or has its middle, as `align` says; and where its letters stand. */
  readonly x: number;
  readonly baseline: number;
  readonly align: 'left' | 'center' | 'right';
  readonly size: number;
  readonly color: string;
}

/** What letters a text is set in. */
export interface Lettering {
  readonly text: string;
  readonly weight: Weight;
  /** Where letters do not tell it themselves: Chinese and Japanese share many. */
  readonly language: string | null;
  /** On which side it begins. */
  readonly direction: Direction;
  /** Between letters, as a multiple of their size. */
  readonly spacing: number;
}

export type Weight = 400 | 700;

/** From left to right, or from right to left. */
export type Direction = 'ltr' | 'rtl';
